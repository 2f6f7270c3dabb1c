package org.thetisdb.storage.transaction;

import java.nio.file.Path;
import org.thetisdb.io.DirectoryLock;
import org.thetisdb.io.depth.ProcessorGate;
import org.thetisdb.io.memory.MemoryGovernor;
import org.thetisdb.io.memory.MemoryUse;
import org.thetisdb.storage.base.BaseSnapshot;
import org.thetisdb.storage.base.DataFiles;
import org.thetisdb.storage.checkpoint.CheckpointWriter;
import org.thetisdb.storage.checkpoint.EncodingThreads;
import org.thetisdb.storage.file.Superblocks;
import org.thetisdb.storage.options.StoreOptions;
import org.thetisdb.storage.spill.TemporarySpace;

/**
 * A database's files, opened: what transactions need of them.
 *
 * @param base the root that counts
 * @param lock that the process holds
 * @param memory that all share
 * @param space for what does not fit into memory
 */
public record StoreBase(
        Path directory,
        StoreOptions options,
        Superblocks superblocks,
        DataFiles dataFiles,
        BaseSnapshot base,
        DirectoryLock lock,
        MemoryGovernor memory,
        TemporarySpace space) {
    /** What building an index may take before it spills, however large the budget is. */
    private static final long INDEX_BYTES_MAX = 64L << 20;

    /** Who reads the past should not need for one revision all that the past may take. */
    private static final int ROOT_DISTANCE_DIVISOR = 2;

    CheckpointWriter checkpointWriter() {
        return new CheckpointWriter(
                options.fileSystem(),
                directory,
                superblocks,
                Math.min(memory.account(MemoryUse.CHECKPOINT).limitBytes(), INDEX_BYTES_MAX),
                Math.min(
                        options.rootDistanceBytes(),
                        memory.account(MemoryUse.HISTORY).limitBytes() / ROOT_DISTANCE_DIVISOR),
                options.smallRunBytes(),
                options.random(),
                space,
                new EncodingThreads(
                        options.encodingThreads(),
                        EncodingThreads.ROWS_MIN_DEFAULT,
                        memory.account(MemoryUse.CHECKPOINT),
                        ProcessorGate.ofProcess()));
    }

    CheckpointPace checkpointPace() {
        return new CheckpointPace(
                options.checkpointBytes(), memory.account(MemoryUse.CHANGES).limitBytes());
    }

    WritePressure.Limits writeLimits() {
        return checkpointPace().limits(options.writeWaitNanos());
    }
}
