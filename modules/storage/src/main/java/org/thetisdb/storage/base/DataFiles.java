package org.thetisdb.storage.base;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.thetisdb.io.FileSystem;
import org.thetisdb.io.PageCache;
import org.thetisdb.io.PagedFile;
import org.thetisdb.io.ReadEpoch;
import org.thetisdb.io.depth.CommitGate;
import org.thetisdb.storage.file.DataFile;
import org.thetisdb.storage.file.DataFileHeaders;
import org.thetisdb.storage.file.StoreFiles;

/**
 * The data files that are open in the page cache, shared by the snapshots that read them: a file is opened by the first
 * and closed by the last. A file that is deleted meanwhile can still be read by those that have it open. Nothing is
 * opened that is not the very file that a root names ({@link DataFileHeaders}). Thread safe.
 */
public final class DataFiles {
    private final PageCache cache;
    private final FileSystem fileSystem;
    private final Path directory;
    private final Map<Integer, Use> uses = new HashMap<>();

    private static final class Use {
        private final PagedFile file;
        private int count;

        Use(PagedFile file) {
            this.file = file;
        }
    }

    /** @param cache closes the files that are still open when it is closed */
    public DataFiles(PageCache cache, FileSystem fileSystem, Path directory) {
        this.cache = cache;
        this.fileSystem = fileSystem;
        this.directory = directory;
    }

    PageCache cache() {
        return cache;
    }

    /** {@return what a log tells when it waits for the device} */
    public CommitGate commitGate() {
        return cache.commitGate();
    }

    ReadEpoch register() {
        return cache.register();
    }

    /** Makes sure that a file is there, and the one that is meant. */
    void require(DataFile wanted) {
        DataFileHeaders.require(fileSystem, directory, wanted);
    }

    synchronized PagedFile acquire(DataFile wanted) {
        Use use = uses.get(wanted.number());
        if (use == null) {
            require(wanted);
            use = new Use(cache.open(StoreFiles.dataFile(directory, wanted.number()), wanted.geometry()));
            uses.put(wanted.number(), use);
        }
        use.count++;
        return use.file;
    }

    synchronized void release(int number) {
        Use use = uses.get(number);
        if (use != null && --use.count == 0) {
            uses.remove(number);
            use.file.close();
        }
    }
}
