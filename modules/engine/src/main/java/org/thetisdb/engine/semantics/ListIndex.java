package org.thetisdb.engine.semantics;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.hash.LongTable;
import org.thetisdb.engine.hash.NodeBits;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.value.vector.TypedList;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * Answers {@code value IN list} for one list: by bits or a set of longs for nodes, by such a set for integers, by a
 * hash table over typed vectors for other lists of one type, element by element for mixed and nested ones, whose
 * equality may be unknown.
 *
 * <p>Not thread safe while it is made; then any number of threads may ask.
 */
public final class ListIndex {
    /** On average; for fewer nodes, a table takes less than bits. */
    private static final int NODES_PER_CHUNK_MIN = 256;

    /** More longs are looked up. */
    private static final int FEW_LONGS = 8;

    /** Memory for what an index keeps. */
    public interface Room {
        /** Whether there is room for so many bytes in all; if not, nothing changes. */
        boolean growTo(long bytes);
    }

    /** The elements other than null. */
    interface Elements {
        boolean contains(Vector values, int row);

        /** Writes 1 for each row whose value is among them, else 0; no row is null. */
        default void contains(Vector values, int count, long[] truths) {
            for (int row = 0; row < count; row++) {
                truths[row] = contains(values, row) ? 1 : 0;
            }
        }
    }

    /** Few longs are compared with all rows, one after the other, in loops without branches. */
    private record FewLongs(long[] longs) implements Elements {
        @Override
        public boolean contains(Vector values, int row) {
            long value = values.longs()[row];
            boolean isThere = false;
            for (long each : longs) {
                isThere |= each == value;
            }
            return isThere;
        }

        @Override
        public void contains(Vector values, int count, long[] truths) {
            long[] column = values.longs();
            Arrays.fill(truths, 0, count, 0);
            for (long each : longs) {
                for (int row = 0; row < count; row++) {
                    truths[row] |= column[row] == each ? 1 : 0;
                }
            }
        }
    }

    private final List<?> list;
    private final VectorKind kind;
    private final int ifAbsent;
    private final @Nullable Elements elements;

    private ListIndex(List<?> list, VectorKind kind, @Nullable Elements elements) {
        this.list = list;
        this.kind = kind;
        this.elements = elements;
        ifAbsent = ifAbsent(list);
    }

    /** An index over a list; nothing if there is no room for it, and {@link ListPass} has to do. */
    public static Optional<ListIndex> of(List<?> list, Room room) {
        VectorKind kind = kindOfElements(list);
        if (kind == VectorKind.OBJECT || kind == VectorKind.NULL) {
            return Optional.of(new ListIndex(list, kind, null));
        }
        return elements(list, kind, room).map(elements -> new ListIndex(list, kind, elements));
    }

    private static Optional<Elements> elements(List<?> list, VectorKind kind, Room room) {
        if (list instanceof NodeList nodes) {
            return Optional.of((values, row) -> nodes.containsId(values.longs()[row]));
        }
        return switch (kind) {
            case NODE ->
                list instanceof TypedList typed && areNear(typed) ? bits(typed, room) : longs(list, kind, room);
            case INTEGER -> longs(list, kind, room);
            default -> ElementTable.of(list, kind, room);
        };
    }

    /** Whether bits for each chunk take less than a table. */
    static boolean areNear(TypedList nodes) {
        LongTable chunks = new LongTable();
        long chunksMax = nodes.size() / NODES_PER_CHUNK_MIN;
        for (Vector run : nodes.runs()) {
            for (int place = 0; place < run.count(); place++) {
                chunks.add(NodeIdLayout.chunk(run.longs()[place]));
            }
            if (chunks.count() > chunksMax) {
                return false;
            }
        }
        return true;
    }

    private static Optional<Elements> bits(TypedList list, Room room) {
        NodeBits bits = new NodeBits();
        for (Vector run : list.runs()) {
            for (int place = 0; place < run.count(); place++) {
                bits.add(run.longs()[place]);
            }
            if (!room.growTo(bits.bytes())) {
                return Optional.empty();
            }
        }
        return Optional.of((values, row) -> bits.contains(values.longs()[row]));
    }

    private static Optional<Elements> longs(List<?> list, VectorKind kind, Room room) {
        LongTable longs = new LongTable();
        for (Vector run : ElementRuns.of(list, kind)) {
            if (!room.growTo(longs.bytesWith(run.count()))) {
                return Optional.empty();
            }
            for (int place = 0; place < run.count(); place++) {
                longs.add(run.longs()[place]);
            }
        }
        return Optional.of(
                longs.count() <= FEW_LONGS
                        ? new FewLongs(Arrays.copyOf(longs.elements(), longs.count()))
                        : (values, row) -> longs.contains(values.longs()[row]));
    }

    /** What {@code IN} says of a value that is none of the elements. */
    static int ifAbsent(List<?> list) {
        boolean hasNull = !(list instanceof TypedList) && list.stream().anyMatch(element -> element == null);
        return hasNull ? ValueSemantics.UNKNOWN : ValueSemantics.FALSE;
    }

    /** The kind of all elements, nulls aside; OBJECT if they differ. */
    static VectorKind kindOfElements(List<?> list) {
        if (list instanceof TypedList typed) {
            return typed.kind();
        }
        VectorKind kind = VectorKind.NULL;
        for (Object element : list) {
            VectorKind each = VectorKind.of(element);
            if (each != VectorKind.NULL && each != kind) {
                if (kind != VectorKind.NULL) {
                    return VectorKind.OBJECT;
                }
                kind = each;
            }
        }
        return kind;
    }

    /** Answers for all rows; each as {@link #contains(Vector, int)} does. */
    public void answer(Vector values, int count, Vector into) {
        into.reset(VectorKind.BOOLEAN, count);
        if (elements != null && values.kind() == kind && !values.hasNulls() && ifAbsent == ValueSemantics.FALSE) {
            elements.contains(values, count, into.longs());
            return;
        }
        for (int row = 0; row < count; row++) {
            Vectors.setTruth(into, row, contains(values, row));
        }
    }

    /** {@link ValueSemantics#TRUE}, {@code FALSE} or {@code UNKNOWN}. */
    public int contains(Vector values, int row) {
        if (list.isEmpty()) {
            return ValueSemantics.FALSE;
        }
        if (values.isNull(row)) {
            return ValueSemantics.UNKNOWN;
        }
        if (elements == null || values.kind() != kind) {
            return scan(list, values.valueAt(row));
        }
        return elements.contains(values, row) ? ValueSemantics.TRUE : ifAbsent;
    }

    /** Element by element. */
    public static int scan(List<?> list, @Nullable Object value) {
        if (value == null) {
            return list.isEmpty() ? ValueSemantics.FALSE : ValueSemantics.UNKNOWN;
        }
        int result = ValueSemantics.FALSE;
        for (Object element : list) {
            int equal = ValueSemantics.equal(value, element);
            if (equal == ValueSemantics.TRUE) {
                return equal;
            }
            result = Math.max(result, equal);
        }
        return result;
    }
}
