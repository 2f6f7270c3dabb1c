package org.thetisdb.engine.spill;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.thetisdb.engine.semantics.Vectors;
import org.thetisdb.value.vector.TypedList;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * Where the elements of a list are on disk, piece by piece, while it grows:
 *
 * <pre>
 *   offsets  [ 0      | 262,301 | … ]      of blocks in the file
 *   lengths  [ 262,301| 261,840 | … ]      of the blocks, in bytes
 *   ends     [ 1,870  | 3,702   | … ]      elements up to the end of each piece
 * </pre>
 *
 * <p>What is written is never changed, so several of them may name the same pieces. Belongs to one thread while it
 * grows; may then be read by several.
 */
public final class StoredPieces {
    /** About what a piece takes in memory while it is written or read. */
    public static final int PIECE_BYTES_MAX = 256 << 10;

    private static final int PIECE_ELEMENTS_MAX = 4096;
    private static final int ENCODED_PIECE_BYTES = 16;
    private static final int ENCODED_HEADER_BYTES = 5;
    private static final VectorKind[] KINDS = VectorKind.values();

    private final ListFile file;
    private long[] offsets = {};
    private int[] lengths = {};
    private int[] ends = {};
    private int pieceCount;
    private VectorKind kind = VectorKind.NULL;

    /** None yet. */
    public StoredPieces(ListFile file) {
        this.file = file;
    }

    public ListFile file() {
        return file;
    }

    /** How many elements there are. */
    public int size() {
        return pieceCount == 0 ? 0 : ends[pieceCount - 1];
    }

    /** How many pieces there are. */
    public int pieceCount() {
        return pieceCount;
    }

    /** The kind of all elements; OBJECT if they differ or one of them is null, NULL if there are none. */
    VectorKind kind() {
        return kind;
    }

    /** What the elements take on disk. */
    public long storedBytes() {
        long bytes = 0;
        for (int piece = 0; piece < pieceCount; piece++) {
            bytes += lengths[piece];
        }
        return bytes;
    }

    /** What this takes in memory. */
    public long heapBytes() {
        return 96 + 16L * offsets.length;
    }

    /** Adds the entries of a vector as one piece. */
    public void add(Vector piece) {
        if (piece.count() > 0) {
            ListFile.Place place = file.write(piece);
            boolean isTyped = piece.kind() != VectorKind.NULL && !piece.hasNulls();
            add(place.offset(), place.bytes(), piece.count(), isTyped ? piece.kind() : VectorKind.OBJECT);
        }
    }

    private void add(long offset, int bytes, int count, VectorKind pieceKind) {
        if (pieceCount == offsets.length) {
            int room = Math.max(4, pieceCount + (pieceCount >> 1));
            offsets = Arrays.copyOf(offsets, room);
            lengths = Arrays.copyOf(lengths, room);
            ends = Arrays.copyOf(ends, room);
        }
        int end = Math.addExact(size(), count);
        offsets[pieceCount] = offset;
        lengths[pieceCount] = bytes;
        ends[pieceCount++] = end;
        kind = kind == VectorKind.NULL || kind == pieceKind ? pieceKind : VectorKind.OBJECT;
    }

    /** Adds the elements of a list. */
    public void addAll(TypedList list) {
        list.runs().forEach(this::add);
    }

    /**
     * Adds boxed values.
     *
     * @param heapBytes what they take together
     */
    public void addValues(List<?> values, long heapBytes) {
        int count = values.size();
        int step = (int) Math.clamp(
                PIECE_BYTES_MAX / Math.max(1, heapBytes / Math.max(1, count)), 1L, (long) PIECE_ELEMENTS_MAX);
        for (int from = 0; from < count; from += step) {
            int some = Math.min(step, count - from);
            Vector piece = new Vector();
            piece.reset(VectorKind.NULL, 0);
            Vectors.appendElements(values, from, some, piece);
            add(piece);
        }
    }

    /** Adds pieces of the same file; nothing is copied but their places. */
    public void addAll(StoredPieces others) {
        for (int piece = 0; piece < others.pieceCount; piece++) {
            add(others.offsets[piece], others.lengths[piece], others.count(piece), others.kind);
        }
    }

    /** The same pieces, to which nothing is added any more. */
    public StoredPieces copy() {
        StoredPieces copy = new StoredPieces(file);
        copy.offsets = Arrays.copyOf(offsets, pieceCount);
        copy.lengths = Arrays.copyOf(lengths, pieceCount);
        copy.ends = Arrays.copyOf(ends, pieceCount);
        copy.pieceCount = pieceCount;
        copy.kind = kind;
        return copy;
    }

    /** The first element of a piece. */
    int start(int piece) {
        return piece == 0 ? 0 : ends[piece - 1];
    }

    private int count(int piece) {
        return ends[piece] - start(piece);
    }

    /** The piece of an element, which there is. */
    int pieceOf(int index) {
        int found = Arrays.binarySearch(ends, 0, pieceCount, index);
        return found < 0 ? -found - 1 : found + 1;
    }

    /** The entries of a piece, read from disk. */
    public Vector read(int piece) {
        return file.read(offsets[piece], lengths[piece], count(piece));
    }

    int encodedBytes() {
        return Math.addExact(ENCODED_HEADER_BYTES, Math.multiplyExact(ENCODED_PIECE_BYTES, pieceCount));
    }

    /** As {@link ValueBytes} draws it, from the kind on. */
    void encode(ByteBuffer into) {
        into.put((byte) kind.ordinal()).putInt(pieceCount);
        for (int piece = 0; piece < pieceCount; piece++) {
            into.putLong(offsets[piece]).putInt(lengths[piece]).putInt(count(piece));
        }
    }

    static StoredPieces decode(ListFile file, ByteBuffer from) {
        VectorKind kind = KINDS[from.get()];
        int count = from.getInt();
        StoredPieces pieces = new StoredPieces(file);
        for (int piece = 0; piece < count; piece++) {
            pieces.add(from.getLong(), from.getInt(), from.getInt(), kind);
        }
        return pieces.copy();
    }
}
