package org.thetisdb.storage;

import org.thetisdb.io.FileSystem;
import org.thetisdb.io.LocalFileSystem;
import org.thetisdb.io.MemoryBudget;
import org.thetisdb.io.MemoryEnvironment;
import org.thetisdb.io.PageCacheOptions;

/**
 * How to open a store.
 *
 * @param memory the page cache's budget
 * @param engineName the I/O engine, or {@link PageCacheOptions#AUTO}
 * @param fileSystem where the directory is
 */
public record StoreOptions(MemoryBudget memory, String engineName, FileSystem fileSystem) {
    /** A share of this machine's memory, the best engine, the local file system. */
    public static StoreOptions byDefault() {
        return new StoreOptions(
                MemoryBudget.byDefault(MemoryEnvironment.detect()), PageCacheOptions.AUTO, new LocalFileSystem());
    }

    public StoreOptions withMemory(MemoryBudget budget) {
        return new StoreOptions(budget, engineName, fileSystem);
    }

    public StoreOptions withEngine(String name) {
        return new StoreOptions(memory, name, fileSystem);
    }

    public StoreOptions withFileSystem(FileSystem other) {
        return new StoreOptions(memory, engineName, other);
    }
}
