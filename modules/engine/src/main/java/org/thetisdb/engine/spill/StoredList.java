package org.thetisdb.engine.spill;

import java.lang.ref.WeakReference;
import java.util.AbstractList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.semantics.Vectors;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.HeapSize;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.vector.TypedList;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * A list whose elements are on disk, but for the last ones:
 *
 * <pre>
 *   pieces   [ 1,870 on disk ] [ 1,832 on disk ] …      read when they are asked for, and forgotten again
 *   rest     [ 17 in memory ]
 * </pre>
 *
 * <p>Whoever goes through it has one piece in memory at a time, and its size is known without any. One of a single kind
 * is a {@link TypedList} besides. It can be read as long as somebody refers to it, also when its run, its transaction
 * or its database is over; what reading it may throw is {@link ErrorCode#IO_FAILED} and {@link
 * ErrorCode#CHECKSUM_MISMATCH}, as {@link ThetisException}.
 *
 * <p>Elements may be null, but not of one that is a {@link TypedList}. Immutable; may be shared by threads.
 */
public sealed class StoredList extends AbstractList<@Nullable Object> implements RandomAccess, HeapSize.Measured {
    private static final long LIST_BYTES = 64;

    private record Held(int piece, Vector elements) {}

    private final StoredPieces pieces;
    private final List<?> rest;

    /** Whoever takes element after element needs the same piece again; the collector may take it at any time. */
    private volatile WeakReference<@Nullable Held> last = new WeakReference<>(null);

    private StoredList(StoredPieces pieces, List<?> rest) {
        this.pieces = pieces;
        this.rest = rest;
        Math.addExact(pieces.size(), rest.size());
    }

    /**
     * {@return the list of these elements}
     *
     * @param pieces to which nothing is added any more
     * @param rest what comes after them; unmodifiable
     */
    public static StoredList of(StoredPieces pieces, List<?> rest) {
        VectorKind kind = kind(pieces, rest);
        return kind == VectorKind.OBJECT || kind == VectorKind.NULL
                ? new StoredList(pieces, rest)
                : new Typed(pieces, rest, kind);
    }

    private static VectorKind kind(StoredPieces pieces, List<?> rest) {
        VectorKind kind = pieces.kind();
        if (rest instanceof TypedList typed) {
            return typed.kind() == kind ? kind : VectorKind.OBJECT;
        }
        for (Object element : rest) {
            if (VectorKind.of(element) != kind) {
                return VectorKind.OBJECT;
            }
        }
        return kind;
    }

    /** Where all elements are that are not in {@link #rest}. */
    public StoredPieces pieces() {
        return pieces;
    }

    /** The elements after those on disk. */
    public List<?> rest() {
        return rest;
    }

    /** Whether a value is such a list, or holds one in memory. */
    public static boolean isIn(@Nullable Object value) {
        return switch (value) {
            case StoredList ignored -> true;
            case TypedList ignored -> false;
            case List<?> list -> list.stream().anyMatch(StoredList::isIn);
            case Map<?, ?> map -> map.values().stream().anyMatch(StoredList::isIn);
            case null -> false;
            default -> false;
        };
    }

    /** Whether some element may be a node, relationship or path, or hold one. */
    public boolean refers() {
        return pieces.file().refers() || ValueBytes.refers(rest);
    }

    @Override
    public int size() {
        return pieces.size() + rest.size();
    }

    @Override
    public @Nullable Object get(int index) {
        Objects.checkIndex(index, size());
        if (index >= pieces.size()) {
            return rest.get(index - pieces.size());
        }
        int piece = pieces.pieceOf(index);
        return piece(piece).valueAt(index - pieces.start(piece));
    }

    /** The elements of a piece. */
    Vector piece(int piece) {
        Held held = last.get();
        if (held == null || held.piece() != piece) {
            held = new Held(piece, pieces.read(piece));
            last = new WeakReference<>(held);
        }
        return held.elements();
    }

    @Override
    public Iterator<@Nullable Object> iterator() {
        return new Elements();
    }

    /** Holds the piece that it is in. */
    private final class Elements implements Iterator<@Nullable Object> {
        private final Iterator<?> others = rest.iterator();
        private Vector elements = new Vector();
        private int nextPiece;
        private int place;

        @Override
        public boolean hasNext() {
            return place < elements.count() || nextPiece < pieces.pieceCount() || others.hasNext();
        }

        @Override
        public @Nullable Object next() {
            if (place == elements.count() && nextPiece < pieces.pieceCount()) {
                elements = pieces.read(nextPiece++);
                place = 0;
            }
            if (place < elements.count()) {
                return elements.valueAt(place++);
            }
            if (!others.hasNext()) {
                throw new NoSuchElementException("the list has no further element: size=" + size());
            }
            return others.next();
        }
    }

    @Override
    public long heapBytes() {
        return LIST_BYTES + pieces.heapBytes() + HeapSize.of(rest);
    }

    /** One whose elements are of one kind. */
    private static final class Typed extends StoredList implements TypedList {
        private final VectorKind kind;

        Typed(StoredPieces pieces, List<?> rest, VectorKind kind) {
            super(pieces, rest);
            this.kind = kind;
        }

        @Override
        public VectorKind kind() {
            return kind;
        }

        @Override
        public void appendTo(Vector into, int from, int count) {
            Objects.checkFromIndexSize(from, count, size());
            int stored = pieces().size();
            int done = 0;
            while (done < count && from + done < stored) {
                int piece = pieces().pieceOf(from + done);
                Vector elements = piece(piece);
                int place = from + done - pieces().start(piece);
                int some = Math.min(count - done, elements.count() - place);
                into.append(elements, place, some);
                done += some;
            }
            if (done < count) {
                Vectors.appendElements(rest(), from + done - stored, count - done, into);
            }
        }

        @Override
        public Iterable<Vector> runs() {
            return Runs::new;
        }

        /** A piece after the other, not those that other threads are in, and what is in memory. */
        private final class Runs implements Iterator<Vector> {
            private final Iterator<Vector> others = restRuns().iterator();
            private int nextPiece;

            private Iterable<Vector> restRuns() {
                if (rest() instanceof TypedList typed) {
                    return typed.runs();
                }
                Vector run = new Vector();
                run.reset(kind, 0);
                Vectors.appendElements(rest(), 0, rest().size(), run);
                return rest().isEmpty() ? List.of() : List.of(run);
            }

            @Override
            public boolean hasNext() {
                return nextPiece < pieces().pieceCount() || others.hasNext();
            }

            @Override
            public Vector next() {
                return nextPiece < pieces().pieceCount() ? pieces().read(nextPiece++) : others.next();
            }
        }
    }
}
