package org.thetisdb.lucene;

import org.thetisdb.io.PageBatch;

/**
 * What Lucene said that it will want of a file. It is read with the first page that somebody misses: a query announces
 * what all its clauses want before it reads the first, so that one call of the engine reads it all. If nobody misses
 * anything, nothing is read. The oldest announcements are forgotten when there are too many. Thread safe.
 */
final class WantedRanges {
    /** As many as a query with many clauses announces for one file. */
    private static final int COUNT_MAX = 128;

    private final long[] offsets = new long[COUNT_MAX];
    private final long[] lengths = new long[COUNT_MAX];
    private long addedCount;
    private long takenCount;

    synchronized void add(long offset, long length) {
        int place = (int) (addedCount % COUNT_MAX);
        offsets[place] = offset;
        lengths[place] = length;
        addedCount++;
    }

    /** Moves what is wanted into a batch. */
    synchronized void moveTo(PageBatch batch) {
        for (long number = Math.max(takenCount, addedCount - COUNT_MAX); number < addedCount; number++) {
            int place = (int) (number % COUNT_MAX);
            batch.want(offsets[place], lengths[place]);
        }
        takenCount = addedCount;
    }
}
