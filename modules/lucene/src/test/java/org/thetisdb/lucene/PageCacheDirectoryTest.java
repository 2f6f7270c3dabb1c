package org.thetisdb.lucene;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.store.BaseChunkedDirectoryTestCase;
import org.junit.AfterClass;
import org.junit.BeforeClass;
import org.thetisdb.io.PageCache;
import org.thetisdb.io.PagedFileGeometry;

/** All of Lucene's tests of directories, over a cache that holds all that they write. */
@SuppressWarnings("missing-explicit-ctor") // JUnit 4 makes them, and wants public classes.
public class PageCacheDirectoryTest extends BaseChunkedDirectoryTestCase {
    private static PageCache cache;

    @BeforeClass
    public static void openCache() {
        cache = TestPages.cache(TestPages.AMPLE);
    }

    @AfterClass
    public static void closeCache() {
        cache.close();
        cache = null;
    }

    @Override
    protected Directory getDirectory(Path path, int maxChunkSize) throws IOException {
        return TestPages.directory(path, cache, pageBytes(maxChunkSize));
    }

    /** The chunks of this directory are pages, which are not as small as some tests would have them. */
    static int pageBytes(int chunkBytes) {
        int power = Integer.highestOneBit(chunkBytes);
        return Math.clamp(power, PagedFileGeometry.PAGE_BYTES_MIN, PagedFileGeometry.PAGE_BYTES_MAX);
    }
}
