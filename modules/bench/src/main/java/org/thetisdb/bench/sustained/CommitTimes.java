package org.thetisdb.bench.sustained;

import java.util.Arrays;

/**
 * How long commits took, and how many there were in each second.
 *
 * <p>Times are counted in buckets, 32 for each doubling, so that a million of them take no more than some KiB and a
 * percentile is right within three hundredths. That is the idea of G. Tene's HdrHistogram. Not thread safe: each client
 * has its own.
 */
final class CommitTimes {
    private static final int STEP_BITS = 5;
    private static final int STEPS = 1 << STEP_BITS;
    private static final int BUCKETS = (Long.SIZE - STEP_BITS) * STEPS;

    private final long[] perSecond;
    private final long[] buckets = new long[BUCKETS];
    private final int warmupSeconds;
    private long greatestNanos;

    /** @param warmupSeconds whose commits are counted by second, but not by time */
    CommitTimes(int warmupSeconds, int seconds) {
        this.warmupSeconds = warmupSeconds;
        this.perSecond = new long[warmupSeconds + seconds];
    }

    /** A commit; one that ended after the last second is not counted. */
    void add(long endedNanos, long tookNanos) {
        long second = endedNanos / 1_000_000_000;
        if (second >= perSecond.length) {
            return;
        }
        perSecond[(int) second]++;
        if (second >= warmupSeconds) {
            buckets[bucket(tookNanos)]++;
            greatestNanos = Math.max(greatestNanos, tookNanos);
        }
    }

    /** Adds those of another client. */
    void addAll(CommitTimes other) {
        Arrays.setAll(perSecond, second -> perSecond[second] + other.perSecond[second]);
        Arrays.setAll(buckets, bucket -> buckets[bucket] + other.buckets[bucket]);
        greatestNanos = Math.max(greatestNanos, other.greatestNanos);
    }

    /** Commits in each second, the warm-up first. */
    long[] perSecond() {
        return perSecond.clone();
    }

    long greatestNanos() {
        return greatestNanos;
    }

    /** The least time that is not exceeded by a share of all commits; 0 if there were none. */
    long percentileNanos(double percent) {
        long all = Arrays.stream(buckets).sum();
        long wanted = (long) Math.ceil(all * percent / 100);
        long seen = 0;
        for (int bucket = 0; bucket < BUCKETS && all > 0; bucket++) {
            seen += buckets[bucket];
            if (seen >= wanted) {
                return Math.min(end(bucket), greatestNanos);
            }
        }
        return 0;
    }

    /** Times below 64 have a bucket each; after that the highest six bits decide. */
    private static int bucket(long nanos) {
        int shift = Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(nanos) - STEP_BITS - 1);
        return shift * STEPS + (int) (nanos >>> shift);
    }

    /** The greatest time of a bucket. */
    private static long end(int bucket) {
        int shift = Math.max(0, bucket / STEPS - 1);
        return ((long) (bucket - shift * STEPS) + 1 << shift) - 1;
    }
}
