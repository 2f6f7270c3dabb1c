package org.thetisdb.lucene;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.store.NIOFSDirectory;
import org.apache.lucene.store.RandomAccessInput;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.NamedThreadFactory;
import org.thetisdb.io.PageCache;
import org.thetisdb.io.PageCacheCounters;
import org.thetisdb.io.PageCacheOptions;

/** What an input of ours does that Lucene does not ask of all directories. */
@SuppressWarnings("missing-explicit-ctor") // JUnit 4 makes them, and wants public classes.
public class PageCacheInputTest extends LuceneTestCase {
    private static final String FILE = "_0.dat";
    private static final int PAGE = TestPages.PAGE_BYTES_MIN;

    private byte[] write(Directory directory, int bytes) throws IOException {
        byte[] content = new byte[bytes];
        random().nextBytes(content);
        try (IndexOutput output = directory.createOutput(FILE, IOContext.DEFAULT)) {
            output.writeBytes(content, bytes);
        }
        return content;
    }

    public void testClonesInThreadsWhilePagesLeaveReadTheFile() throws Exception {
        for (String engine : List.of(PageCacheOptions.AUTO, "filechannel")) {
            try (PageCache cache = TestPages.cache(TestPages.TINY, engine);
                    Directory directory = TestPages.directory(createTempDir(), cache, PAGE)) {
                byte[] content = write(directory, 200 * PAGE + 17);
                try (IndexInput input = directory.openInput(FILE, IOContext.DEFAULT)) {
                    readInThreads(input, content);
                }
                PageCacheCounters counters = cache.counters();
                assertTrue("pages left memory", counters.evictions() > 200);
                assertTrue("the budget is kept", counters.residentBytes() <= TestPages.TINY);
            }
        }
    }

    private void readInThreads(IndexInput input, byte[] content) throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(4, new NamedThreadFactory("reader"))) {
            List<Future<?>> readers = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                IndexInput clone = input.clone();
                long seed = random().nextLong();
                readers.add(threads.submit(() -> {
                    readHereAndThere(clone, content, new Random(seed));
                    return null;
                }));
            }
            for (Future<?> reader : readers) {
                reader.get();
            }
        }
    }

    private static void readHereAndThere(IndexInput input, byte[] content, Random random) throws IOException {
        RandomAccessInput byPosition = (RandomAccessInput) input;
        byte[] target = new byte[3 * PAGE];
        for (int i = 0; i < 3_000; i++) {
            int offset = random.nextInt(content.length);
            int length = random.nextInt(Math.min(target.length, content.length - offset) + 1);
            if (random.nextInt(4) == 0) {
                input.prefetch(offset, Math.max(1, length));
            }
            assertEquals(content[offset], byPosition.readByte(offset));
            input.seek(offset);
            input.readBytes(target, 0, length);
            for (int j = 0; j < length; j++) {
                assertEquals(content[offset + j], target[j]);
            }
            assertEquals(offset + length, input.getFilePointer());
            input.seek(offset);
            readOnward(input, ByteBuffer.wrap(content).order(ByteOrder.LITTLE_ENDIAN), random);
        }
    }

    /** Small values, one after the other, and back now and then. */
    private static void readOnward(IndexInput input, ByteBuffer content, Random random) throws IOException {
        byte[] target = new byte[200];
        for (int i = random.nextInt(40); i > 0 && content.capacity() - input.getFilePointer() > target.length; i--) {
            int at = (int) input.getFilePointer();
            switch (random.nextInt(6)) {
                case 0 -> assertEquals(content.get(at), input.readByte());
                case 1 -> assertEquals(content.getShort(at), input.readShort());
                case 2 -> assertEquals(content.getInt(at), input.readInt());
                case 3 -> assertEquals(content.getLong(at), input.readLong());
                case 4 -> input.seek(Math.max(0, at - random.nextInt(20)));
                default -> {
                    int length = random.nextInt(target.length);
                    input.readBytes(target, 0, length);
                    assertEquals(content.slice(at, length), ByteBuffer.wrap(target, 0, length));
                }
            }
        }
    }

    public void testPrefetchOfManyRangesIsReadWithTheFirstMiss() throws IOException {
        try (PageCache cache = TestPages.cache(TestPages.AMPLE);
                Directory directory = TestPages.directory(createTempDir(), cache, PAGE);
                IndexInput _ = fill(directory)) {
            byte[] content = write(directory, 200 * PAGE);
            try (IndexInput input = directory.openInput(FILE, IOContext.DEFAULT)) {
                long before = cache.counters().misses();
                for (int page = 10; page < 100; page += 10) {
                    input.prefetch((long) page * PAGE, 1);
                }
                assertEquals(
                        "nobody has read anything", before, cache.counters().misses());
                input.seek(50L * PAGE);
                assertEquals(content[50 * PAGE], input.readByte());
                assertEquals(9, cache.counters().misses() - before);
                for (int page = 10; page < 100; page += 10) {
                    input.seek((long) page * PAGE);
                    assertEquals(content[page * PAGE], input.readByte());
                }
                assertEquals(9, cache.counters().misses() - before);
            }
        }
    }

    public void testHintsDecideWhatIsReadAhead() throws IOException {
        try (PageCache cache = TestPages.cache(TestPages.AMPLE);
                Directory directory = TestPages.directory(createTempDir(), cache, PAGE);
                IndexInput _ = fill(directory)) {
            write(directory, 400 * PAGE);
            assertEquals("a scan is read ahead", 1 + 128, missesOfOneRead(cache, directory, IOContext.READONCE));
            assertEquals("a first read is not", 1, missesOfOneRead(cache, directory, IOContext.DEFAULT));
            try (IndexInput input = directory.openInput(FILE, IOContext.DEFAULT)) {
                long before = cache.counters().misses();
                input.readByte();
                input.seek(PAGE);
                input.readByte();
                assertEquals(
                        "from one page to the next it is",
                        2 + 8,
                        cache.counters().misses() - before);
                input.updateIOContext(IOContext.READONCE);
                input.seek(100 * PAGE);
                input.readByte();
                assertEquals(2 + 8 + 129, cache.counters().misses() - before);
            }
        }
    }

    /** Leaves no room in an ample cache: what is read then is what was asked for, and what the hints say. */
    private static IndexInput fill(Directory directory) throws IOException {
        try (IndexOutput output = directory.createOutput("others", IOContext.DEFAULT)) {
            byte[] piece = new byte[1 << 20];
            for (long written = 0; written < TestPages.AMPLE; written += piece.length) {
                output.writeBytes(piece, piece.length);
            }
        }
        IndexInput others = directory.openInput("others", IOContext.READONCE);
        byte[] piece = new byte[1 << 20];
        for (long read = 0; read < others.length(); read += piece.length) {
            others.readBytes(piece, 0, piece.length);
        }
        return others;
    }

    public void testWhatLiesAroundAMissComesWithItWhileThereIsRoom() throws IOException {
        int pageBytes = 16 << 10;
        int regionPages = (2 << 20) / pageBytes;
        try (PageCache cache = TestPages.cache(TestPages.AMPLE);
                Directory directory = TestPages.directory(createTempDir(), cache, pageBytes)) {
            write(directory, 5 << 20);
            try (IndexInput input = directory.openInput(FILE, IOContext.DEFAULT)) {
                assertEquals("all of the file has room", regionPages, missesAt(cache, input, 3 << 20));
                assertEquals("it is there", 0, missesAt(cache, input, 2 << 20));
                assertEquals("the last part is short", regionPages / 2, missesAt(cache, input, 9 << 19));
            }
            try (IndexInput others = fill(directory)) {
                assertTrue(others.length() > 0);
            }
            try (IndexInput others = directory.openInput("others", IOContext.DEFAULT)) {
                assertEquals("first a block", 8, missesAt(cache, others, 10 << 20));
                assertEquals("then the region", regionPages - 8, missesAt(cache, others, 11 << 20));
                assertEquals("elsewhere a block", 8, missesAt(cache, others, 20 << 20));
            }
        }
    }

    private static long missesAt(PageCache cache, IndexInput input, long position) throws IOException {
        long before = cache.counters().misses();
        input.seek(position);
        input.readByte();
        return cache.counters().misses() - before;
    }

    private static long missesOfOneRead(PageCache cache, Directory directory, IOContext context) throws IOException {
        try (IndexInput input = directory.openInput(FILE, context)) {
            long before = cache.counters().misses();
            input.seek(PAGE);
            input.readByte();
            return cache.counters().misses() - before;
        }
    }

    public void testAFileThatIsOpenTwiceIsInMemoryOnceAndOutlivesTheFirstClose() throws IOException {
        try (PageCache cache = TestPages.cache(TestPages.AMPLE);
                Directory directory = TestPages.directory(createTempDir(), cache, PAGE)) {
            byte[] content = write(directory, 3 * PAGE);
            IndexInput first = directory.openInput(FILE, IOContext.DEFAULT);
            IndexInput second = directory.openInput(FILE, IOContext.DEFAULT);
            assertEquals(content[0], first.readByte());
            assertEquals(content[0], second.readByte());
            assertEquals("each page once", 3, cache.counters().misses());
            IndexInput clone = first.clone();
            first.close();
            expectThrows(AlreadyClosedException.class, () -> clone.seek(2 * PAGE));
            directory.deleteFile(FILE);
            byte[] other = write(directory, 2 * PAGE);
            second.seek(2 * PAGE);
            assertEquals(content[2 * PAGE], second.readByte());
            second.close();
            try (IndexInput third = directory.openInput(FILE, IOContext.DEFAULT)) {
                assertEquals(other[0], third.readByte());
            }
            assertEquals("all that was open is closed", 0, cache.counters().residentBytes());
        }
    }

    public void testIsLoadedOnceAllWasRead() throws IOException {
        try (PageCache cache = TestPages.cache(TestPages.AMPLE);
                Directory directory = TestPages.directory(createTempDir(), cache, PAGE)) {
            byte[] content = write(directory, 20 * PAGE + 5);
            try (IndexInput input = directory.openInput(FILE, IOContext.DEFAULT)) {
                assertTrue("not known before", input.isLoaded().isEmpty());
                input.readBytes(new byte[content.length], 0, content.length);
                assertEquals(true, input.isLoaded().orElseThrow());
                assertEquals(
                        true, input.slice("part", PAGE + 3, PAGE).isLoaded().orElseThrow());
            }
        }
    }

    public void testAnInterruptedThreadWritesAndReads() throws IOException {
        try (PageCache cache = TestPages.cache(TestPages.AMPLE);
                Directory directory = TestPages.directory(createTempDir(), cache, PAGE)) {
            Thread.currentThread().interrupt();
            byte[] content = write(directory, 20 * PAGE);
            directory.sync(List.of(FILE));
            try (IndexInput input = directory.openInput(FILE, IOContext.DEFAULT)) {
                assertEquals(content[0], input.readByte());
            }
            assertTrue("the interrupt is kept", Thread.interrupted());
        }
    }

    public void testFilesAreThoseOfOtherDirectories() throws IOException {
        Path path = createTempDir();
        try (PageCache cache = TestPages.cache(TestPages.AMPLE);
                Directory ours = TestPages.directory(path, cache, PAGE);
                Directory theirs = new NIOFSDirectory(path)) {
            byte[] content = write(ours, 3 * PAGE + 1);
            assertEquals(content.length, theirs.fileLength(FILE));
            try (IndexInput input = theirs.openInput(FILE, IOContext.DEFAULT)) {
                byte[] found = new byte[content.length];
                input.readBytes(found, 0, found.length);
                assertArrayEquals(content, found);
            }
        }
    }
}
