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

/** What is compared; ratios are relative to the first. Each may keep so many bytes of its data in memory. */
enum Contender {
    /** H2 on its own files: all of the memory is its page cache's, on the heap. */
    H2 {
        @Override
        Store open(Path folder, long memoryBytes) {
            return new SqlStore(url("file", folder, memoryBytes), () -> {});
        }

        @Override
        long heapBytes(long memoryBytes) {
            return HEAP_BYTES + withOverhead(memoryBytes);
        }
    },
    /** H2 on our files: half of the memory is its page cache's, half has pages of the file. */
    PAGED {
        @Override
        Store open(Path folder, long memoryBytes) {
            PageCacheOptions options = PageCacheOptions.of(MemoryBudget.ofBytes(memoryBytes / 2));
            PageCache cache = PageCache.open(new LocalFileSystem(), options);
            FilePath.register(PagedFilePath.over(cache));
            return new SqlStore(url(PagedFilePath.SCHEME, folder, memoryBytes / 2), cache);
        }

        @Override
        long heapBytes(long memoryBytes) {
            return HEAP_BYTES + withOverhead(memoryBytes / 2);
        }
    },
    /** Thetis: all of the memory is its budget. */
    THETIS {
        @Override
        Store open(Path folder, long memoryBytes) {
            DatabaseOptions options = DatabaseOptions.byDefault()
                    .withMemoryBytes(memoryBytes)
                    .withThreadCount(1)
                    // A commit of H2 is not forced either; of Thetis, the end of the process loses none.
                    .withDurability(Durability.INTERVAL)
                    .withRetention(Retention.ofRevisions(1));
            return new CypherStore(Database.openOrCreate(folder.resolve("graph"), options));
        }

        @Override
        long heapBytes(long memoryBytes) {
            return HEAP_BYTES + memoryBytes / 2;
        }
    };

    /** What each has for all but its data. */
    static final long HEAP_BYTES = 192L << 20;

    /** Opens a database in a folder, or makes it. */
    abstract Store open(Path folder, long memoryBytes);

    /** How large the heap of its process is. */
    abstract long heapBytes(long memoryBytes);

    /** What a cache of H2 takes on the heap that holds so many bytes by its own account. */
    private static long withOverhead(long cacheBytes) {
        return cacheBytes + cacheBytes / 4;
    }

    /** It reuses results of equal queries, which is switched off. */
    private static String url(String scheme, Path folder, long cacheBytes) {
        return "jdbc:h2:" + scheme + ":" + folder.resolve("tables") + ";CACHE_SIZE=" + (cacheBytes >> 10)
                + ";OPTIMIZE_REUSE_RESULTS=0;LOCK_TIMEOUT=60000";
    }
}
