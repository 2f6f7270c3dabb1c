package org.thetisdb.lucene;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.Lock;
import org.apache.lucene.store.LockObtainFailedException;
import org.apache.lucene.store.NIOFSDirectory;
import org.apache.lucene.tests.store.BaseLockFactoryTestCase;
import org.junit.AfterClass;
import org.junit.BeforeClass;
import org.thetisdb.io.PageCache;

/** All of Lucene's tests of locks, and that the locks are those of other directories. */
@SuppressWarnings("missing-explicit-ctor") // JUnit 4 makes them, and wants public classes.
public class DirectoryLockTest extends BaseLockFactoryTestCase {
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
    protected Directory getDirectory(Path path) throws IOException {
        return TestPages.directory(path, cache, TestPages.PAGE_BYTES_MIN);
    }

    public void testAnotherDirectoryOfTheSamePathIsLocked() throws IOException {
        Path path = createTempDir();
        try (Directory ours = getDirectory(path);
                Directory theirs = new NIOFSDirectory(path);
                Lock _ = theirs.obtainLock("write.lock")) {
            expectThrows(LockObtainFailedException.class, () -> ours.obtainLock("write.lock"));
        }
    }
}
