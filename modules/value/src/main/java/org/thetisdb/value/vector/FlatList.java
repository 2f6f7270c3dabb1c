package org.thetisdb.value.vector;

import java.util.AbstractList;
import java.util.Objects;

/**
 * A list of values of one kind as a long for each, or two:
 *
 * <pre>
 *   first    [ 1290000000 | 1290000007 | … ]   as {@link Vector#longs} has them; the bits of a FLOAT
 *   second   [          0 |          0 | … ]   as {@link Vector#longs2}; empty for kinds without a second part
 * </pre>
 *
 * <p>There is so little around the elements that two of them take less than as objects; a long list is better a {@link
 * PackedList}, which grows without being copied and needs no array of its whole length.
 *
 * <p>Made by {@link FlatListBuilder}. Immutable; may be shared by threads.
 */
public final class FlatList extends AbstractList<Object> implements TypedList {
    private static final long LIST_BYTES = 24;
    private static final long ARRAY_BYTES = 16;

    private final VectorKind kind;
    private final long[] first;
    private final long[] second;

    /** @param second as long as the first, or empty if the kind has no second part; neither is copied */
    FlatList(VectorKind kind, long[] first, long[] second) {
        this.kind = kind;
        this.first = first;
        this.second = second;
    }

    /**
     * {@return whether such values are one long or two each}
     *
     * @param kind of all elements
     */
    public static boolean holds(VectorKind kind) {
        return switch (kind) {
            case INTEGER, FLOAT, DATE, LOCAL_TIME, TIME, LOCAL_DATETIME, ZONED_DATETIME, NODE -> true;
            // There are two objects of BOOLEAN, and each list refers to them.
            case NULL, BOOLEAN, STRING, RELATIONSHIP, OBJECT -> false;
        };
    }

    @Override
    public VectorKind kind() {
        return kind;
    }

    @Override
    public int size() {
        return first.length;
    }

    @Override
    public Object get(int index) {
        return BoxedValues.ofLongs(kind, first[index], second.length == 0 ? 0 : second[index]);
    }

    @Override
    public void copyTo(int index, Vector into, int at) {
        Objects.checkIndex(index, first.length);
        if (!into.become(kind)) {
            into.setValue(at, get(index));
            return;
        }
        into.setNotNull(at);
        copy(index, into, at, 1);
    }

    private void copy(int from, Vector into, int at, int count) {
        if (kind == VectorKind.FLOAT) {
            double[] doubles = into.doubles();
            for (int index = 0; index < count; index++) {
                doubles[at + index] = Double.longBitsToDouble(first[from + index]);
            }
            return;
        }
        System.arraycopy(first, from, into.longs(), at, count);
        if (kind.usesLongs2()) {
            System.arraycopy(second, from, into.longs2(), at, count);
        }
    }

    @Override
    public void appendTo(Vector into, int from, int count) {
        Objects.checkFromIndexSize(from, count, first.length);
        int start = into.count();
        if (into.kind() == kind || start == 0) {
            VectorCopies.makeRoom(into, kind, count);
            copy(from, into, start, count);
            return;
        }
        Vector elements = new Vector();
        elements.reset(kind, count);
        copy(from, elements, 0, count);
        into.append(elements, count);
    }

    @Override
    public long heapBytes() {
        // All lists without a second part share its empty array.
        return LIST_BYTES
                + (second.length == 0 ? ARRAY_BYTES : 2 * ARRAY_BYTES)
                + (long) Long.BYTES * (first.length + second.length);
    }

    /** {@return the first parts of all elements, not to be changed} */
    public long[] longs() {
        return first;
    }
}
