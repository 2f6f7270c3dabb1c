package org.thetisdb.storage.options;

import java.time.Clock;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.thetisdb.io.FileSystem;
import org.thetisdb.io.LocalFileSystem;
import org.thetisdb.io.PageCacheOptions;
import org.thetisdb.io.memory.JvmHeap;
import org.thetisdb.io.memory.MemoryBudget;
import org.thetisdb.io.memory.MemoryEnvironment;
import org.thetisdb.io.memory.MemoryUse;

/**
 * How to open a store.
 *
 * @param memory what the store and the queries over it may hold
 * @param memoryLimits in bytes, of uses that may hold less than their shares of it; for tests of what happens when
 *     there is no more
 * @param engineName the I/O engine, or {@link PageCacheOptions#AUTO}
 * @param fileSystem where the directory is
 * @param durability what a commit has reached when it is acknowledged
 * @param flushDelayNanos with {@link Durability#INTERVAL}, how long a commit stays unsynced at most
 * @param retention which revisions stay readable
 * @param clock gives commits their times
 * @param random gives new files their ids
 * @param checkpointBytes a checkpoint begins when so many bytes of changes are in memory; or {@link
 *     #CHECKPOINT_BYTES_AUTO}
 * @param rootDistanceBytes how many bytes of changes lie between two roots of the past, at most, unless they came in
 *     one checkpoint. Each such root holds on to segments that were replaced since; whoever reads the past replays what
 *     lies between. 0 keeps the root of each checkpoint
 * @param smallRunBytes a checkpoint merges the newest runs of an index with what it adds if they are no longer than
 *     this, or than a few times what it adds; longer ones are compacted beside checkpoints
 * @param encodingThreads how many threads work at a checkpoint for which somebody waits, its own included
 * @param logSegmentBytes how long a file of the log becomes, unless one commit is longer
 * @param logPieceBytes a transaction with more bytes of operations writes them in pieces of this size as it goes, into
 *     a file of the log of its own; in smaller ones where there is little memory
 * @param writeWaitNanos how long a writer waits for a checkpoint when there is no memory for more changes
 * @param readOnly whether to read beside another process, which may write
 * @param faultPoints for tests of what happens when the JVM fails in the middle of something
 */
public record StoreOptions(
        MemoryBudget memory,
        Map<MemoryUse, Long> memoryLimits,
        String engineName,
        FileSystem fileSystem,
        Durability durability,
        long flushDelayNanos,
        Retention retention,
        Clock clock,
        RandomGenerator random,
        long checkpointBytes,
        long rootDistanceBytes,
        long smallRunBytes,
        int encodingThreads,
        long logSegmentBytes,
        int logPieceBytes,
        long writeWaitNanos,
        boolean readOnly,
        FaultPoints faultPoints) {
    /** The size of a segment of the log unless another is given. */
    public static final long LOG_SEGMENT_BYTES_DEFAULT = 16L << 20;

    /** More than most transactions have, and little beside their changes in memory. */
    public static final int LOG_PIECE_BYTES_DEFAULT = 2 << 20;

    /** Longer than a checkpoint takes on a slow disk. */
    public static final long WRITE_WAIT_NANOS_DEFAULT = 30_000_000_000L;

    public static final long FLUSH_DELAY_NANOS_DEFAULT = 100_000_000L;

    /** A checkpoint begins when the changes in memory are half as large as what the data files hold, within bounds. */
    public static final long CHECKPOINT_BYTES_AUTO = 0;

    /** So much is replayed within a second. */
    public static final long ROOT_DISTANCE_BYTES_DEFAULT = 128L << 20;

    /** Written in a millisecond or two. */
    public static final long SMALL_RUN_BYTES_DEFAULT = 256L << 10;

    /** A share of this machine's memory, the best engine, the local file system, every commit on the device. */
    public static StoreOptions byDefault() {
        return new StoreOptions(
                MemoryBudget.byDefault(MemoryEnvironment.detect(), JvmHeap.detect()),
                Map.of(),
                PageCacheOptions.AUTO,
                new LocalFileSystem(),
                Durability.SYNC,
                FLUSH_DELAY_NANOS_DEFAULT,
                Retention.ALL,
                Clock.systemUTC(),
                new UniqueNumbers(),
                CHECKPOINT_BYTES_AUTO,
                ROOT_DISTANCE_BYTES_DEFAULT,
                SMALL_RUN_BYTES_DEFAULT,
                1,
                LOG_SEGMENT_BYTES_DEFAULT,
                LOG_PIECE_BYTES_DEFAULT,
                WRITE_WAIT_NANOS_DEFAULT,
                false,
                FaultPoints.NONE);
    }

    public StoreOptions withMemory(MemoryBudget budget) {
        return with(draft -> draft.memory = budget);
    }

    /** A use may hold no more than that, though its share is larger. */
    public StoreOptions withMemoryLimit(MemoryUse use, long bytes) {
        return with(draft -> {
            Map<MemoryUse, Long> limits = new EnumMap<>(MemoryUse.class);
            limits.putAll(draft.memoryLimits);
            limits.put(use, bytes);
            draft.memoryLimits = Map.copyOf(limits);
        });
    }

    public StoreOptions withEngine(String name) {
        return with(draft -> draft.engineName = name);
    }

    public StoreOptions withFileSystem(FileSystem other) {
        return with(draft -> draft.fileSystem = other);
    }

    public StoreOptions withDurability(Durability other) {
        return with(draft -> draft.durability = other);
    }

    public StoreOptions withFlushDelayNanos(long nanos) {
        return with(draft -> draft.flushDelayNanos = nanos);
    }

    public StoreOptions withRetention(Retention other) {
        return with(draft -> draft.retention = other);
    }

    public StoreOptions withClock(Clock other) {
        return with(draft -> draft.clock = other);
    }

    public StoreOptions withRandom(RandomGenerator other) {
        return with(draft -> draft.random = other);
    }

    public StoreOptions withCheckpointBytes(long bytes) {
        return with(draft -> draft.checkpointBytes = bytes);
    }

    public StoreOptions withRootDistanceBytes(long bytes) {
        return with(draft -> draft.rootDistanceBytes = bytes);
    }

    public StoreOptions withSmallRunBytes(long bytes) {
        return with(draft -> draft.smallRunBytes = bytes);
    }

    public StoreOptions withEncodingThreads(int count) {
        return with(draft -> draft.encodingThreads = count);
    }

    public StoreOptions withLogSegmentBytes(long bytes) {
        return with(draft -> draft.logSegmentBytes = bytes);
    }

    public StoreOptions withLogPieceBytes(int bytes) {
        return with(draft -> draft.logPieceBytes = bytes);
    }

    public StoreOptions withWriteWaitNanos(long nanos) {
        return with(draft -> draft.writeWaitNanos = nanos);
    }

    public StoreOptions withFaultPoints(FaultPoints points) {
        return with(draft -> draft.faultPoints = points);
    }

    /** To read beside another process, which may write. */
    public StoreOptions asReadOnly() {
        return with(draft -> draft.readOnly = true);
    }

    private StoreOptions with(Consumer<Draft> change) {
        Draft draft = new Draft(this);
        change.accept(draft);
        return draft.options();
    }

    /** A copy that can be changed. */
    private static final class Draft {
        private MemoryBudget memory;
        private Map<MemoryUse, Long> memoryLimits;
        private String engineName;
        private FileSystem fileSystem;
        private Durability durability;
        private long flushDelayNanos;
        private Retention retention;
        private Clock clock;
        private RandomGenerator random;
        private long checkpointBytes;
        private long rootDistanceBytes;
        private long smallRunBytes;
        private int encodingThreads;
        private long logSegmentBytes;
        private int logPieceBytes;
        private long writeWaitNanos;
        private boolean readOnly;
        private FaultPoints faultPoints;

        Draft(StoreOptions options) {
            memory = options.memory;
            memoryLimits = options.memoryLimits;
            engineName = options.engineName;
            fileSystem = options.fileSystem;
            durability = options.durability;
            flushDelayNanos = options.flushDelayNanos;
            retention = options.retention;
            clock = options.clock;
            random = options.random;
            checkpointBytes = options.checkpointBytes;
            rootDistanceBytes = options.rootDistanceBytes;
            smallRunBytes = options.smallRunBytes;
            encodingThreads = options.encodingThreads;
            logSegmentBytes = options.logSegmentBytes;
            logPieceBytes = options.logPieceBytes;
            writeWaitNanos = options.writeWaitNanos;
            readOnly = options.readOnly;
            faultPoints = options.faultPoints;
        }

        StoreOptions options() {
            return new StoreOptions(
                    memory,
                    memoryLimits,
                    engineName,
                    fileSystem,
                    durability,
                    flushDelayNanos,
                    retention,
                    clock,
                    random,
                    checkpointBytes,
                    rootDistanceBytes,
                    smallRunBytes,
                    encodingThreads,
                    logSegmentBytes,
                    logPieceBytes,
                    writeWaitNanos,
                    readOnly,
                    faultPoints);
        }
    }
}
