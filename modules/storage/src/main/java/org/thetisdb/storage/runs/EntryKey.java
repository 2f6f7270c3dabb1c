package org.thetisdb.storage.runs;

import org.thetisdb.storage.NodeIdLayout;

/**
 * Row and neighbour of an entry in one number, which is in the order of lists.
 *
 * <pre>
 *   53 ── 39 │ 38 ─────── 0
 *   row      │ neighbour
 * </pre>
 */
final class EntryKey {
    private static final int NODE_BITS = NodeIdLayout.CHUNK_BITS + NodeIdLayout.ROW_BITS;
    private static final long NODE_MASK = (1L << NODE_BITS) - 1;

    /** How many bits of a key may be other than 0. */
    static final int BITS = NODE_BITS + NodeIdLayout.ROW_BITS;

    private EntryKey() {}

    static long of(int row, long neighbour) {
        return (long) row << NODE_BITS | neighbour;
    }

    static int row(long key) {
        return (int) (key >>> NODE_BITS);
    }

    static long neighbour(long key) {
        return key & NODE_MASK;
    }
}
