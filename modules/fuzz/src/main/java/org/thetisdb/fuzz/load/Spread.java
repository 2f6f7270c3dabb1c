package org.thetisdb.fuzz.load;

import org.thetisdb.fuzz.generate.Vocabulary;

/**
 * How many chunks a graph spans. Graphs are small and chunks are large, so that without it no query would meet the
 * end of a chunk.
 *
 * @param nodesPerChunk how many nodes of a label set, at most, a bulk load puts into one chunk
 * @param overBorder whether statements put nodes of a label set at the end of a full chunk and the beginning of the
 *     next, with nothing but free rows in the middle
 */
record Spread(int nodesPerChunk, boolean overBorder) {
    private static final int SLICED_SHARE = 4;
    private static final int OVER_BORDER_SHARE = 30;

    /** How many nodes fill a chunk, without those of a graph that are on both sides of its end. */
    static final int FILLER_NODES = 32_768 - 4;

    /** Nodes without a number of their own: no graph has any. */
    static final String FILLER = "n." + Vocabulary.IDENTITY + " IS NULL";

    /** That of a graph, by its number. */
    static Spread of(long graphNumber) {
        long sliced = Math.floorMod(graphNumber, SLICED_SHARE);
        int nodes = 1 + Math.floorMod(Math.floorDiv(graphNumber, SLICED_SHARE), 7);
        return new Spread(sliced == 0 ? nodes : Integer.MAX_VALUE, Math.floorMod(graphNumber, OVER_BORDER_SHARE) == 1);
    }

    boolean isSliced() {
        return nodesPerChunk != Integer.MAX_VALUE;
    }
}
