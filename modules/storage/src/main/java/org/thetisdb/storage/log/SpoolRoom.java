package org.thetisdb.storage.log;

import java.util.concurrent.atomic.AtomicLong;

/**
 * How much memory the operations of transactions may take before they are written. Each has a piece by itself, however
 * many there are; and there is some more room for those that come first, so that a transaction of a few pieces need not
 * become a segment of its own, with all the syncs of that, where memory is small.
 *
 * <pre>
 *   transaction 1   │ piece │ of the room, doubled ─► up to pieceBytesMax │ then parts
 *   transaction 2   │ piece │ …
 * </pre>
 *
 * <p>Invariant: what was lent is at most the room, and 0 when no transaction runs.
 *
 * <p>Thread safe.
 */
public final class SpoolRoom {
    private final int pieceBytes;
    private final int pieceBytesMax;
    private final long roomBytes;
    private final AtomicLong lentBytes = new AtomicLong();

    /**
     * Room of which nothing is lent.
     *
     * @param pieceBytes that each transaction has
     * @param pieceBytesMax that one may have; not less than a piece
     * @param roomBytes that all together may have beside their pieces
     */
    public SpoolRoom(int pieceBytes, int pieceBytesMax, long roomBytes) {
        this.pieceBytes = pieceBytes;
        this.pieceBytesMax = pieceBytesMax;
        this.roomBytes = roomBytes;
    }

    /** What a transaction begins with. */
    int pieceBytes() {
        return pieceBytes;
    }

    /**
     * Lends a transaction as much again as it has, if there is so much.
     *
     * @param bytes what it has
     * @return what it has now; as before if there is no more
     */
    int enlarge(int bytes) {
        int more = Math.min(bytes, pieceBytesMax - bytes);
        if (more <= 0) {
            return bytes;
        }
        if (lentBytes.addAndGet(more) > roomBytes) {
            lentBytes.addAndGet(-more);
            return bytes;
        }
        return bytes + more;
    }

    /** Takes back what a transaction has beyond its piece. */
    void giveBack(int bytes) {
        lentBytes.addAndGet(pieceBytes - bytes);
    }

    /** What is lent now. */
    long lentBytes() {
        return lentBytes.get();
    }
}
