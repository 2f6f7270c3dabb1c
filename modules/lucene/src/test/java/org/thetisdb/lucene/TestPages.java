package org.thetisdb.lucene;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.lucene.store.FSLockFactory;
import org.apache.lucene.store.LockFactory;
import org.thetisdb.io.FileSystem;
import org.thetisdb.io.LocalFileSystem;
import org.thetisdb.io.PageCache;
import org.thetisdb.io.PageCacheOptions;
import org.thetisdb.io.memory.MemoryBudget;

/** Directories for tests, over caches that hold next to nothing or everything. */
final class TestPages {
    /** Less than the files of any test that reads more than a few pages. */
    static final long TINY = 128 << 10;

    static final long AMPLE = 64 << 20;

    static final int PAGE_BYTES_MIN = 4 << 10;

    private static final FileSystem LOCAL = new LocalFileSystem();

    private TestPages() {}

    static PageCache cache(long budgetBytes) {
        return cache(budgetBytes, PageCacheOptions.AUTO);
    }

    static PageCache cache(long budgetBytes, String engine) {
        return PageCache.open(LOCAL, PageCacheOptions.of(MemoryBudget.ofBytes(budgetBytes), engine));
    }

    static PageCacheDirectory directory(Path path, PageCache cache, int pageBytes) throws IOException {
        return directory(path, cache, pageBytes, FSLockFactory.getDefault());
    }

    static PageCacheDirectory directory(Path path, PageCache cache, int pageBytes, LockFactory locks)
            throws IOException {
        return new PageCacheDirectory(path, cache, LOCAL, locks, pageBytes);
    }
}
