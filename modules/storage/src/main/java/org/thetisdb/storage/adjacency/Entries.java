package org.thetisdb.storage.adjacency;

/** Leaves out some of the entries that a walk has found, and moves the others together. No state. */
final class Entries {
    private Entries() {}

    /**
     * Those that lead to the other node of their row.
     *
     * @param others by row
     * @param relationships empty if they are not wanted
     * @return one above the last
     */
    static int leadingTo(long[] others, int[] rows, long[] relationships, long[] neighbours, int from, int end) {
        int kept = from;
        for (int index = from; index < end; index++) {
            int row = rows[index];
            long neighbour = neighbours[index];
            rows[kept] = row;
            neighbours[kept] = neighbour;
            if (relationships.length > 0) {
                relationships[kept] = relationships[index];
            }
            kept += neighbour == others[row] ? 1 : 0;
        }
        return kept;
    }

    /**
     * Those of one row that do not lead back to its node.
     *
     * @param relationships empty if they are not wanted
     * @return one above the last
     */
    static int withoutLoops(long node, long[] relationships, long[] neighbours, int from, int end) {
        int kept = from;
        for (int index = from; index < end; index++) {
            neighbours[kept] = neighbours[index];
            if (relationships.length > 0) {
                relationships[kept] = relationships[index];
            }
            kept += neighbours[index] == node ? 0 : 1;
        }
        return kept;
    }
}
