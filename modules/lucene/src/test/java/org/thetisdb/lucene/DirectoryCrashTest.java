package org.thetisdb.lucene;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.store.SingleInstanceLockFactory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.thetisdb.io.PageCache;
import org.thetisdb.io.PageCacheOptions;
import org.thetisdb.io.memory.MemoryBudget;
import org.thetisdb.io.simulated.CrashImage;
import org.thetisdb.io.simulated.SimulatedFileSystem;

/**
 * What a crash leaves of an index, at any moment and with any part of what was not synced, has each commit that was
 * acknowledged, is sound, and can be written on.
 */
@LuceneTestCase.SuppressFileSystems("*") // The files are simulated, and paths are compared.
@SuppressWarnings("missing-explicit-ctor") // JUnit 4 makes them, and wants public classes.
public class DirectoryCrashTest extends LuceneTestCase {
    private static final int COMMITS = 6;

    public void testCrashesLoseNoCommit() throws IOException {
        check(60);
    }

    @Nightly
    public void testManyCrashesLoseNoCommit() throws IOException {
        check(3_000);
    }

    /** Lucene opens no index that has a commit point without its files, so deletions may not pass one another. */
    public void testCommitPointsGoBeforeTheirFiles() throws IOException {
        Path path = createTempDir("deleted").toRealPath();
        SimulatedFileSystem fileSystem = new SimulatedFileSystem();
        fileSystem.createDirectories(path);
        try (PageCache cache = cache(fileSystem);
                PageCacheDirectory directory = directory(path, cache, fileSystem);
                IndexWriter writer = NumberedIndex.open(directory)) {
            NumberedIndex.commit(writer, 1);
            NumberedIndex.commit(writer, 2);
            writer.forceMerge(1);
            fileSystem.startRecording();
            NumberedIndex.commit(writer, 3);
        }
        fileSystem.forEachCrashImage(random().nextLong(), 3, image -> verify(path, image, List.of()));
    }

    private static void check(int imageCount) throws IOException {
        Path path = createTempDir("crash").toRealPath();
        SimulatedFileSystem fileSystem = new SimulatedFileSystem();
        fileSystem.createDirectories(path);
        fileSystem.startRecording();
        List<Integer> acknowledged = new ArrayList<>();
        try (PageCache cache = cache(fileSystem);
                PageCacheDirectory directory = directory(path, cache, fileSystem);
                IndexWriter writer = NumberedIndex.open(directory)) {
            for (int commit = 1; commit <= COMMITS; commit++) {
                NumberedIndex.commit(writer, commit);
                acknowledged.add(fileSystem.eventCount());
                if (commit == COMMITS - 1) {
                    writer.forceMerge(1);
                }
            }
        }
        long seed = random().nextLong();
        fileSystem.sampleCrashImages(seed, imageCount, image -> verify(path, image, acknowledged));
    }

    private static void verify(Path path, CrashImage image, List<Integer> acknowledged) {
        long least = acknowledged.stream()
                .filter(eventCount -> eventCount <= image.eventCount())
                .count();
        try (PageCache cache = cache(image.fileSystem());
                PageCacheDirectory directory = directory(path, cache, image.fileSystem())) {
            int found = NumberedIndex.verify(directory);
            assertTrue(image + ": found commit " + found + " after " + least, found >= least);
            try (IndexWriter writer = NumberedIndex.open(directory)) {
                NumberedIndex.commit(writer, found + 1);
            }
            assertEquals(image.toString(), found + 1, NumberedIndex.verify(directory));
        } catch (IOException | RuntimeException | AssertionError problem) {
            throw new AssertionError(image.toString(), problem);
        }
    }

    private static PageCache cache(SimulatedFileSystem fileSystem) {
        return PageCache.open(fileSystem, PageCacheOptions.of(MemoryBudget.ofBytes(TestPages.AMPLE)));
    }

    private static PageCacheDirectory directory(Path path, PageCache cache, SimulatedFileSystem fileSystem)
            throws IOException {
        return new PageCacheDirectory(
                path, cache, fileSystem, new SingleInstanceLockFactory(), TestPages.PAGE_BYTES_MIN);
    }
}
