package org.thetisdb.storage.transaction;

import java.nio.file.Path;
import org.thetisdb.io.DirectoryLock;
import org.thetisdb.io.memory.MemoryGovernor;
import org.thetisdb.io.memory.MemoryUse;
import org.thetisdb.storage.base.BaseSnapshot;
import org.thetisdb.storage.base.DataFiles;
import org.thetisdb.storage.checkpoint.CheckpointWriter;
import org.thetisdb.storage.file.Superblocks;
import org.thetisdb.storage.options.StoreOptions;

/**
 * A database's files, opened: what transactions need of them.
 *
 * @param base the root that counts
 * @param lock that the process holds
 * @param memory that all share
 */
public record StoreBase(
        Path directory,
        StoreOptions options,
        Superblocks superblocks,
        DataFiles dataFiles,
        BaseSnapshot base,
        DirectoryLock lock,
        MemoryGovernor memory) {
    /** What building an index may take before it spills. */
    private static final long INDEX_MEMORY_BYTES = 64L << 20;

    CheckpointWriter checkpointWriter() {
        return new CheckpointWriter(
                options.fileSystem(),
                directory,
                superblocks,
                INDEX_MEMORY_BYTES,
                options.rootDistanceBytes(),
                options.random());
    }

    CheckpointPace checkpointPace() {
        return new CheckpointPace(
                options.checkpointBytes(),
                MemoryUse.CHANGES.limitBytes(options.memory().bytes()));
    }
}
