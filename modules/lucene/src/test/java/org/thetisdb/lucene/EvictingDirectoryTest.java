package org.thetisdb.lucene;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.store.BaseChunkedDirectoryTestCase;
import org.junit.AfterClass;
import org.junit.BeforeClass;
import org.thetisdb.io.PageCache;

/** All of Lucene's tests of directories, over a cache from which pages leave while they are read. */
@SuppressWarnings("missing-explicit-ctor") // JUnit 4 makes them, and wants public classes.
public class EvictingDirectoryTest extends BaseChunkedDirectoryTestCase {
    private static PageCache cache;

    @BeforeClass
    public static void openCache() {
        cache = TestPages.cache(TestPages.TINY);
    }

    @AfterClass
    public static void closeCache() {
        cache.close();
        cache = null;
    }

    @Override
    protected Directory getDirectory(Path path, int maxChunkSize) throws IOException {
        return TestPages.directory(path, cache, TestPages.PAGE_BYTES_MIN);
    }
}
