package org.thetisdb.storage.arena;

/**
 * Room for records that are read together, such as those of a chunk: what is in the file is taken from the arena in
 * pieces, so that who reads them reads few pages that have anything else. What is in memory is taken as it comes.
 *
 * <pre>
 *   the arena's blocks   │ … │ piece of chunk 7 │ piece of chunk 3 │ larger piece of chunk 7 │ …
 * </pre>
 *
 * <p>Pieces grow with what there is, so no more than a ninth of a chunk is left empty. Thread safe.
 */
public final class NearRecords implements Records {
    private static final int PIECE_BYTES_MIN = 1 << 8;
    private static final int PIECE_BYTES_MAX = 1 << 16;

    /** A piece is so much of what was taken before. */
    private static final int GROWTH_DIVISOR = 8;

    private final RecordArena arena;

    // The piece that is being filled, and what all of them take; guarded by this.
    private int next;
    private int leftUnits;
    private long takenBytes;

    /** Takes from an arena. */
    public NearRecords(RecordArena arena) {
        this.arena = arena;
    }

    @Override
    public int allocate(long bytes) {
        return arena.isInFile() && bytes <= PIECE_BYTES_MAX ? allocateNear(bytes) : arena.allocate(bytes);
    }

    private synchronized int allocateNear(long bytes) {
        int units = RecordArena.units(bytes);
        if (units > leftUnits) {
            long piece = Math.clamp(takenBytes / GROWTH_DIVISOR, PIECE_BYTES_MIN, PIECE_BYTES_MAX);
            leftUnits = RecordArena.units(Math.max(piece, bytes));
            next = arena.allocate(Math.max(piece, bytes));
            takenBytes += piece;
        }
        int handle = next;
        // A piece is in one block, and handles count units there.
        next += units;
        leftUnits -= units;
        return handle;
    }
}
