package org.thetisdb.storage.base;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.thetisdb.io.PageCache;
import org.thetisdb.io.PagedFile;
import org.thetisdb.io.PagedFileGeometry;
import org.thetisdb.io.ReadEpoch;
import org.thetisdb.storage.file.StoreFiles;

/**
 * The data files that are open in the page cache, shared by the snapshots that read them: a file is opened by the first
 * and closed by the last. A file that is deleted meanwhile can still be read by those that have it open. Thread safe.
 */
public final class DataFiles {
    private final PageCache cache;
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
    public DataFiles(PageCache cache, Path directory) {
        this.cache = cache;
        this.directory = directory;
    }

    PageCache cache() {
        return cache;
    }

    ReadEpoch register() {
        return cache.register();
    }

    synchronized PagedFile acquire(int number, PagedFileGeometry geometry) {
        Use use = uses.get(number);
        if (use == null) {
            use = new Use(cache.open(StoreFiles.dataFile(directory, number), geometry));
            uses.put(number, use);
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
