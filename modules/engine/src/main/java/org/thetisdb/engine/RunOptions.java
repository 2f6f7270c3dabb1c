package org.thetisdb.engine;

import java.time.Clock;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * How a query is to run.
 *
 * @param threadCount workers at most, the calling thread included; at least 1
 * @param timeoutNanos limit of the whole run; 0 for none
 * @param memoryBytes limit of what the query's sorts, groups and joins may keep; 0 for none
 * @param batchRows rows in a batch at most; at least 1
 * @param clock the time that the statement sees: it does not advance while the query runs
 * @param random for {@code rand()}
 * @param files what LOAD CSV can read
 * @param session what it shares with other statements, where these have a limit together
 * @param extensions counts its calls of extensions, with those of other statements of its session
 */
public record RunOptions(
        int threadCount,
        long timeoutNanos,
        long memoryBytes,
        int batchRows,
        Clock clock,
        RandomGenerator random,
        DataFiles files,
        Optional<SessionMemory> session,
        ExtensionMeter extensions) {
    /** Rows in a batch: the vectors of a handful of columns stay in the second-level cache. */
    public static final int DEFAULT_BATCH_ROWS = 1024;

    public RunOptions {
        if (threadCount < 1 || batchRows < 1 || timeoutNanos < 0 || memoryBytes < 0) {
            throw new IllegalArgumentException("threadCount=" + threadCount + ", batchRows=" + batchRows
                    + ", timeoutNanos=" + timeoutNanos + ", memoryBytes=" + memoryBytes);
        }
    }

    /** Of a session by itself, without a limit. */
    public RunOptions(
            int threadCount,
            long timeoutNanos,
            long memoryBytes,
            int batchRows,
            Clock clock,
            RandomGenerator random,
            DataFiles files) {
        this(
                threadCount,
                timeoutNanos,
                memoryBytes,
                batchRows,
                clock,
                random,
                files,
                Optional.empty(),
                new ExtensionMeter());
    }

    /** Without files. */
    public RunOptions(
            int threadCount, long timeoutNanos, long memoryBytes, int batchRows, Clock clock, RandomGenerator random) {
        this(threadCount, timeoutNanos, memoryBytes, batchRows, clock, random, DataFiles.NONE);
    }

    /** With another clock. */
    public RunOptions withClock(Clock other) {
        return new RunOptions(
                threadCount, timeoutNanos, memoryBytes, batchRows, other, random, files, session, extensions);
    }

    public RunOptions withMemoryBytes(long bytes) {
        return new RunOptions(threadCount, timeoutNanos, bytes, batchRows, clock, random, files, session, extensions);
    }

    /** With another count of calls. */
    public RunOptions withExtensions(ExtensionMeter meter) {
        return new RunOptions(threadCount, timeoutNanos, memoryBytes, batchRows, clock, random, files, session, meter);
    }

    /** With what the statements of a session may keep together, which none of them may alone exceed either. */
    public RunOptions within(SessionMemory memory) {
        long bytes = memoryBytes == 0 ? memory.limitBytes() : Math.min(memoryBytes, memory.limitBytes());
        return new RunOptions(
                threadCount, timeoutNanos, bytes, batchRows, clock, random, files, Optional.of(memory), extensions);
    }
}
