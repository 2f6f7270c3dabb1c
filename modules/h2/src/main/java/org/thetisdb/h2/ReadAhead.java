package org.thetisdb.h2;

import java.util.Arrays;

/**
 * How much of a file is read beyond what is missing. Some readers are followed at a time; one whose misses follow each
 * other gets more with each, up to a bound, and one that reads here and there gets nothing. Thread safe; asked only
 * when a page is missing.
 */
final class ReadAhead {
    /** As many scans of one file at the same time are told apart; of more, the one that missed longest ago is lost. */
    private static final int SCANS = 8;

    /** A scan that goes on may leave out so much: between the leaves of a tree lie its inner pages. */
    private static final long GAP_BYTES_MAX = 64 << 10;

    private static final long BACK_BYTES_MAX = 16 << 10;

    private static final long AHEAD_BYTES_FIRST = 64 << 10;

    /** Three or four calls for it cost less than a tenth of what the device takes. */
    static final long AHEAD_BYTES_MAX = 512 << 10;

    /** Two misses that follow each other are chance; with the third, a scan is believed. */
    private static final int FOLLOWING_MIN = 2;

    private final long[] ends = new long[SCANS];
    private final int[] followings = new int[SCANS];
    private final long[] aheadBytes = new long[SCANS];
    private final long[] lastUses = new long[SCANS];
    private long uses;

    ReadAhead() {
        Arrays.fill(ends, Long.MIN_VALUE / 2);
    }

    /**
     * Notes a miss.
     *
     * @param offset the first byte that is wanted
     * @param end after the last one
     * @return how many bytes after the end should be read, too
     */
    synchronized long next(long offset, long end) {
        int scan = scanAt(offset);
        if (scan < 0) {
            scan = longestUnused();
            followings[scan] = 0;
            aheadBytes[scan] = 0;
        } else if (++followings[scan] >= FOLLOWING_MIN) {
            aheadBytes[scan] = Math.clamp(2 * aheadBytes[scan], AHEAD_BYTES_FIRST, AHEAD_BYTES_MAX);
        }
        ends[scan] = end + aheadBytes[scan];
        lastUses[scan] = ++uses;
        return aheadBytes[scan];
    }

    /** The scan that this is the next miss of; negative if it is of none. */
    private int scanAt(long offset) {
        for (int scan = 0; scan < SCANS; scan++) {
            // Of what is partly in pages, the part before the end is no miss.
            if (offset >= ends[scan] - BACK_BYTES_MAX && offset <= ends[scan] + GAP_BYTES_MAX) {
                return scan;
            }
        }
        return -1;
    }

    private int longestUnused() {
        int longest = 0;
        for (int scan = 1; scan < SCANS; scan++) {
            if (lastUses[scan] < lastUses[longest]) {
                longest = scan;
            }
        }
        return longest;
    }
}
