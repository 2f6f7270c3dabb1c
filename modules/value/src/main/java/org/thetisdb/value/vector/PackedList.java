package org.thetisdb.value.vector;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;

/**
 * A list of values of one kind as typed arrays, in pieces:
 *
 * <pre>
 *   pieces   [ Vector of 4,096 ] [ Vector of 4,096 ] [ Vector of 17 ]
 *   ends          4,096               8,192              8,209
 * </pre>
 *
 * <p>Pieces, because a long list then grows without being copied, and no array is so large that a small heap has no
 * place for it. Pieces of long strings have fewer elements, so an element is found by a binary search. An integer takes
 * 9 bytes instead of the 28 of an object and its reference, a string 9 and its UTF-8 bytes instead of 48 and more.
 *
 * <p>Made by {@link PackedListBuilder}. Immutable; may be shared by threads.
 */
public final class PackedList extends AbstractList<Object> implements TypedList {
    private static final long LIST_BYTES = 64;

    /** A vector without its arrays, and its place in the list. */
    static final long PIECE_BYTES = 160;

    /** A shorter list is not worth packing. */
    private static final int PART_ELEMENTS_MIN = 16;

    private final VectorKind kind;
    private final Vector[] pieces;
    private final int[] ends;

    /** @param pieces of one kind, without nulls, none empty; not copied, not to be changed any more */
    PackedList(VectorKind kind, Vector[] pieces) {
        this.kind = kind;
        this.pieces = pieces;
        this.ends = new int[pieces.length];
        int end = 0;
        for (int index = 0; index < pieces.length; index++) {
            end = Math.addExact(end, pieces[index].count());
            ends[index] = end;
        }
    }

    /**
     * {@return the list of these vectors' entries}
     *
     * @param pieces at least one, of one kind, neither NULL nor OBJECT, without nulls; not copied, not to be changed
     *     any more
     */
    public static PackedList of(List<Vector> pieces) {
        return new PackedList(pieces.getFirst().kind(), pieces.toArray(Vector[]::new));
    }

    /**
     * {@return a list of consecutive elements of another, which shares nothing with it; packed if it is long}
     *
     * @param list any
     * @param from the first element
     * @param count how many, at least 0
     */
    public static List<Object> part(TypedList list, int from, int count) {
        if (count < PART_ELEMENTS_MIN) {
            return List.of(list.subList(from, from + count).toArray());
        }
        PackedListBuilder builder = new PackedListBuilder(list.kind());
        builder.addAll(list, from, count);
        return builder.list();
    }

    @Override
    public VectorKind kind() {
        return kind;
    }

    @Override
    public int size() {
        return ends.length == 0 ? 0 : ends[ends.length - 1];
    }

    /** {@return the vectors that the elements are in, not to be changed} */
    public List<Vector> pieces() {
        return List.of(pieces);
    }

    @Override
    public Iterable<Vector> runs() {
        return pieces();
    }

    @Override
    public Object get(int index) {
        Objects.checkIndex(index, size());
        int piece = pieceOf(index);
        return element(piece, index - start(piece));
    }

    @Override
    public void copyTo(int index, Vector into, int at) {
        Objects.checkIndex(index, size());
        int piece = pieceOf(index);
        into.become(kind);
        into.copyEntry(at, pieces[piece], index - start(piece));
    }

    private Object element(int piece, int place) {
        return Objects.requireNonNull(BoxedValues.get(pieces[piece], place));
    }

    private int pieceOf(int index) {
        if (index < ends[0]) {
            return 0;
        }
        int found = Arrays.binarySearch(ends, index);
        return found < 0 ? -found - 1 : found + 1;
    }

    private int start(int piece) {
        return piece == 0 ? 0 : ends[piece - 1];
    }

    @Override
    public Iterator<Object> iterator() {
        return new Iterator<>() {
            private int piece;
            private int place;

            @Override
            public boolean hasNext() {
                return piece < pieces.length;
            }

            @Override
            public Object next() {
                if (piece == pieces.length) {
                    throw new NoSuchElementException();
                }
                Object element = element(piece, place++);
                if (place == pieces[piece].count()) {
                    piece++;
                    place = 0;
                }
                return element;
            }
        };
    }

    @Override
    public void appendTo(Vector into, int from, int count) {
        Objects.checkFromIndexSize(from, count, size());
        int done = 0;
        while (done < count) {
            int piece = pieceOf(from + done);
            int place = from + done - start(piece);
            int some = Math.min(count - done, pieces[piece].count() - place);
            into.append(pieces[piece], place, some);
            done += some;
        }
    }

    @Override
    public long heapBytes() {
        long bytes = LIST_BYTES;
        for (Vector piece : pieces) {
            bytes += PIECE_BYTES + piece.bytesReserved();
        }
        return bytes;
    }
}
