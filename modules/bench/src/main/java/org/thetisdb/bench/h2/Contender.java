package org.thetisdb.bench.h2;

import java.nio.file.Path;
import org.h2.store.fs.FilePath;
import org.thetisdb.Database;
import org.thetisdb.DatabaseOptions;
import org.thetisdb.Durability;
import org.thetisdb.Retention;
import org.thetisdb.h2.PagedFilePath;
import org.thetisdb.io.LocalFileSystem;
import org.thetisdb.io.PageCache;
import org.thetisdb.io.PageCacheOptions;
import org.thetisdb.io.memory.MemoryBudget;

/**
 * What is compared; ratios are relative to the first. Each may keep so many bytes of its data in memory: of H2, half of
 * them are its page cache's, on the heap, and half are left for pages of its file, the system's or ours.
 */
enum Contender {
    /** H2 on its own files. */
    H2 {
        @Override
        Opener opener(long memoryBytes) {
            return folder -> new SqlStore(url("file", folder, memoryBytes / 2));
        }
    },
    /** H2 on our files. */
    PAGED {
        @Override
        Opener opener(long memoryBytes) {
            PageCacheOptions options = PageCacheOptions.of(MemoryBudget.ofBytes(memoryBytes / 2));
            FilePath.register(PagedFilePath.over(PageCache.open(new LocalFileSystem(), options)));
            return folder -> new SqlStore(url(PagedFilePath.SCHEME, folder, memoryBytes / 2));
        }
    },
    /** Thetis: all of the memory is its budget. */
    THETIS {
        @Override
        Opener opener(long memoryBytes) {
            DatabaseOptions options = DatabaseOptions.byDefault()
                    .withMemoryBytes(memoryBytes)
                    .withThreadCount(1)
                    // A commit of H2 is not forced either; of Thetis, the end of the process loses none.
                    .withDurability(Durability.INTERVAL)
                    .withRetention(Retention.ofRevisions(1));
            return folder -> new CypherStore(Database.openOrCreate(folder.resolve("graph"), options));
        }
    };

    /** What each has for all but its data. */
    static final long HEAP_BYTES = 192L << 20;

    /** Opens a database in a folder, or makes it. */
    interface Opener {
        Store open(Path folder);
    }

    /** What a process does once, before it opens databases: for one at a time, with so many bytes. */
    abstract Opener opener(long memoryBytes);

    /** How large the heap of a process is, the same for all: a cache of H2 takes more than it says. */
    static long heapBytes(long memoryBytes) {
        return HEAP_BYTES + memoryBytes / 2 + memoryBytes / 8;
    }

    private static String url(String scheme, Path folder, long cacheBytes) {
        return "jdbc:h2:" + scheme + ":" + folder.resolve("tables") + ";CACHE_SIZE=" + (cacheBytes >> 10)
                + ";LOCK_TIMEOUT=60000";
    }
}
