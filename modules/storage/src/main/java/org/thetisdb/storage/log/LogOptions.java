package org.thetisdb.storage.log;

import java.util.concurrent.ThreadFactory;
import java.util.random.RandomGenerator;
import org.thetisdb.io.depth.CommitGate;
import org.thetisdb.storage.options.Durability;
import org.thetisdb.storage.options.FaultPoints;
import org.thetisdb.storage.options.StoreOptions;
import org.thetisdb.storage.options.UniqueNumbers;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * How a log is written.
 *
 * @param segmentBytes what a segment has at most; one record that is larger makes a segment of its own size
 * @param durability what a commit waits for
 * @param flushDelayNanos with {@link Durability#INTERVAL}, how long a commit stays unsynced at most
 * @param random tells the files of large transactions apart
 * @param faultPoints hears where an error would leave work half done
 * @param threads makes the one thread that {@link Durability#INTERVAL} needs; the others need none
 * @param commitGate is told when commits wait for the device
 */
public record LogOptions(
        long segmentBytes,
        Durability durability,
        long flushDelayNanos,
        ThreadFactory threads,
        RandomGenerator random,
        FaultPoints faultPoints,
        CommitGate commitGate) {
    public static final long SEGMENT_BYTES_DEFAULT = StoreOptions.LOG_SEGMENT_BYTES_DEFAULT;
    public static final long SEGMENT_BYTES_MIN = 4L << 10;
    public static final long SEGMENT_BYTES_MAX = 1L << 30;
    public static final long FLUSH_DELAY_NANOS_DEFAULT = 100_000_000L;

    public LogOptions {
        if (segmentBytes < SEGMENT_BYTES_MIN || segmentBytes > SEGMENT_BYTES_MAX || flushDelayNanos <= 0) {
            throw new ThetisException(
                    ErrorCode.USAGE,
                    "options of the log are out of range: segmentBytes=" + segmentBytes + " (" + SEGMENT_BYTES_MIN
                            + " to " + SEGMENT_BYTES_MAX + "), flushDelayNanos=" + flushDelayNanos + " (at least 1)");
        }
    }

    /** Segments of 16 MiB, a flush delay of 100 ms and a daemon thread. */
    public static LogOptions of(Durability durability) {
        return new LogOptions(
                SEGMENT_BYTES_DEFAULT,
                durability,
                FLUSH_DELAY_NANOS_DEFAULT,
                Thread.ofPlatform().daemon().name("thetis-log-flush").factory(),
                new UniqueNumbers(),
                FaultPoints.NONE,
                new CommitGate());
    }

    public LogOptions withSegmentBytes(long bytes) {
        return new LogOptions(bytes, durability, flushDelayNanos, threads, random, faultPoints, commitGate);
    }

    public LogOptions withFlushDelayNanos(long nanos) {
        return new LogOptions(segmentBytes, durability, nanos, threads, random, faultPoints, commitGate);
    }

    public LogOptions withFaultPoints(FaultPoints points) {
        return new LogOptions(segmentBytes, durability, flushDelayNanos, threads, random, points, commitGate);
    }

    public LogOptions withRandom(RandomGenerator other) {
        return new LogOptions(segmentBytes, durability, flushDelayNanos, threads, other, faultPoints, commitGate);
    }

    public LogOptions withCommitGate(CommitGate other) {
        return new LogOptions(segmentBytes, durability, flushDelayNanos, threads, random, faultPoints, other);
    }
}
