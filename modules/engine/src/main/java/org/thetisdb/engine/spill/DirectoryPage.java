package org.thetisdb.engine.spill;

import java.util.Arrays;

/** Where some blocks that follow each other are: written by one thread, then read by any. */
final class DirectoryPage {
    /** Blocks of a page: few enough that what waits for a page to be full is little. */
    static final int BLOCKS = 128;

    private static final int BLOCKS_AT_FIRST = 8;

    private long[] offsets = {};
    private int[] lengths = {};
    private int[] rowCounts = {};
    private int count;

    /** Adds a block to a page that is not {@linkplain #isFull full}. */
    void add(long offset, int length, int rowCount) {
        if (count == offsets.length) {
            int more = Math.min(BLOCKS, Math.max(BLOCKS_AT_FIRST, 2 * count));
            offsets = Arrays.copyOf(offsets, more);
            lengths = Arrays.copyOf(lengths, more);
            rowCounts = Arrays.copyOf(rowCounts, more);
        }
        offsets[count] = offset;
        lengths[count] = length;
        rowCounts[count] = rowCount;
        count++;
    }

    boolean isFull() {
        return count == BLOCKS;
    }

    int count() {
        return count;
    }

    /** Where in the file a block begins. */
    long offset(int entry) {
        return offsets[entry];
    }

    /** What it takes there. */
    int length(int entry) {
        return lengths[entry];
    }

    int rowCount(int entry) {
        return rowCounts[entry];
    }
}
