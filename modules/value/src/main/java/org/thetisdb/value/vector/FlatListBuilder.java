package org.thetisdb.value.vector;

import java.util.Arrays;

/** Makes a {@link FlatList}: arrays that grow. Belongs to one thread. */
public final class FlatListBuilder {
    private static final int ROOM_ELEMENTS_MIN = 4;
    private static final long BUILDER_BYTES = 48;
    private static final long[] NONE = {};

    private final VectorKind kind;
    private long[] first = NONE;
    private long[] second = NONE;
    private int size;

    /**
     * Begins a list without elements.
     *
     * @param kind of all elements; one that a {@linkplain FlatList#holds flat list holds}
     */
    public FlatListBuilder(VectorKind kind) {
        this.kind = kind;
    }

    /** {@return the kind of all elements} */
    public VectorKind kind() {
        return kind;
    }

    /** {@return how many elements there are} */
    public int size() {
        return size;
    }

    /** {@return how many bytes of the heap the elements take, with room for more} */
    public long bytes() {
        return BUILDER_BYTES + (long) Long.BYTES * (first.length + second.length);
    }

    /**
     * Adds an entry of a vector of the kind.
     *
     * @param source of the kind
     * @param row of an entry that is not null
     */
    public void add(Vector source, int row) {
        if (size == first.length) {
            grow(size + 1);
        }
        if (kind == VectorKind.FLOAT) {
            first[size] = Double.doubleToRawLongBits(source.doubles()[row]);
        } else {
            first[size] = source.longs()[row];
            if (kind.usesLongs2()) {
                second[size] = source.longs2()[row];
            }
        }
        size++;
    }

    /**
     * Adds consecutive entries of a vector of the kind, none of them null.
     *
     * @param source of the kind
     * @param from the first of them
     * @param count how many
     */
    public void addAll(Vector source, int from, int count) {
        if (size + count > first.length) {
            grow(size + count);
        }
        if (kind == VectorKind.FLOAT) {
            double[] doubles = source.doubles();
            for (int index = 0; index < count; index++) {
                first[size + index] = Double.doubleToRawLongBits(doubles[from + index]);
            }
        } else {
            System.arraycopy(source.longs(), from, first, size, count);
            if (kind.usesLongs2()) {
                System.arraycopy(source.longs2(), from, second, size, count);
            }
        }
        size += count;
    }

    /** What comes first may be all that comes. */
    private void grow(int needed) {
        int room = size == 0 ? needed : Math.max(Math.max(ROOM_ELEMENTS_MIN, needed), size + (size >> 1));
        first = Arrays.copyOf(first, room);
        if (kind.usesLongs2()) {
            second = Arrays.copyOf(second, room);
        }
    }

    /** {@return the list of the elements so far} */
    public FlatList list() {
        return new FlatList(kind, trimmed(first), kind.usesLongs2() ? trimmed(second) : NONE);
    }

    private long[] trimmed(long[] array) {
        return array.length == size ? array : Arrays.copyOf(array, size);
    }
}
