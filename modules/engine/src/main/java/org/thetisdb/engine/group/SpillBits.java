package org.thetisdb.engine.group;

import org.thetisdb.engine.table.KeyPartitions;

/**
 * The bits of keys' hashes by which groups on disk are divided: how many is decided by the first table that goes there,
 * so that of each that is as large a partition is a block that is worth being written and read by itself.
 *
 * <pre>
 *   hash   63 ....................... 16 ......... 8 ......... 0
 *                                      │ the parts │ partitions
 *                                      │ of one    │
 *                                      └ that does not fit
 * </pre>
 *
 * <p>Thread safe: the workers of a breaker share one.
 */
final class SpillBits {
    /** More partitions than this are not better: there are far fewer workers. */
    private static final int COUNT_MAX = 8;

    /** Fewer partitions than this would have to be divided again at once. */
    private static final int COUNT_MIN = 4;

    /** What a partition of a full table has at least, if there are more than the fewest partitions. */
    private static final long PARTITION_BYTES_MIN = 16 << 10;

    private final int first;
    private int count;

    /** @param first the lowest bit that counts */
    SpillBits(int first) {
        this.first = first;
    }

    /** Where partitions that are divided again begin. */
    SpillBits next() {
        return new SpillBits(first + count());
    }

    int first() {
        return first;
    }

    /** How many, {@code fullest} being what is to be divided. */
    synchronized int count(GroupTable fullest) {
        if (count == 0) {
            int wanted = Long.SIZE - Long.numberOfLeadingZeros(fullest.bytes() / PARTITION_BYTES_MIN);
            count = Math.min(Math.clamp(wanted, COUNT_MIN, COUNT_MAX), KeyPartitions.ROWS_BITS_MAX - first);
        }
        return count;
    }

    private synchronized int count() {
        return count;
    }

    /** How many partitions there are, of what is on disk. */
    int partitionCount() {
        return 1 << count();
    }

    /** Whether a partition can be divided again. */
    boolean mayDivide() {
        return first + count() < KeyPartitions.ROWS_BITS_MAX;
    }

    /** Nothing is on disk any more. */
    synchronized void clear() {
        count = 0;
    }
}
