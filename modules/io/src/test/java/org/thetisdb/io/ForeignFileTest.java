package org.thetisdb.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.thetisdb.io.memory.MemoryBudget;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** Files of other formats: any length, no checksums, and readers without epochs. */
class ForeignFileTest {
    private static final int PAGE = 4096;

    @TempDir
    private Path directory;

    private final FileSystem local = new LocalFileSystem();

    private PageCache cache(long budgetBytes, String engine) {
        return PageCache.open(local, PageCacheOptions.of(MemoryBudget.ofBytes(budgetBytes), engine));
    }

    private Path write(byte[] content) throws IOException {
        return Files.write(directory.resolve("foreign"), content);
    }

    private static byte[] random(Random random, int bytes) {
        byte[] content = new byte[bytes];
        random.nextBytes(content);
        return content;
    }

    @ParameterizedTest
    @ValueSource(strings = {"pread", "io_uring", "filechannel"})
    void ranges_ofFilesOfAnyLength_areThoseOfTheFile(String engine) throws IOException {
        Engines.named(engine);
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int bytes : new int[] {0, 1, PAGE - 1, PAGE, PAGE + 1, 100 * PAGE, 100 * PAGE + 1, 333_333}) {
            byte[] content = random(random, bytes);
            Path file = write(content);
            try (PageCache cache = cache(128 << 10, engine);
                    PagedFile pagedFile = cache.openForeign(file, PAGE);
                    ReadEpoch epoch = cache.register()) {
                assertThat(pagedFile.dataBytes()).isEqualTo(bytes);
                for (int i = 0; i < 200; i++) {
                    int offset = random.nextInt(bytes + 1);
                    int length = random.nextInt(Math.min(5 * PAGE, bytes - offset + 1) + 1);
                    length = Math.min(length, bytes - offset);
                    epoch.enter();
                    if (random.nextInt(3) == 0 && length > 0) {
                        PageBatch batch = pagedFile.batch();
                        batch.want(offset, length);
                        batch.load(epoch);
                    }
                    pagedFile.ensureResident(epoch, offset, length);
                    assertThat(pagedFile.memory().asSlice(offset, length).toArray(ValueLayout.JAVA_BYTE))
                            .as("seed=%d bytes=%d offset=%d", seed, bytes, offset)
                            .isEqualTo(Arrays.copyOfRange(content, offset, offset + length));
                    epoch.exit();
                }
            }
        }
    }

    @Test
    void beyondTheEnd_withinTheLastPage_isRefused() throws IOException {
        Path file = write(new byte[PAGE + 10]);
        try (PageCache cache = cache(1 << 20, "auto");
                PagedFile pagedFile = cache.openForeign(file, PAGE);
                ReadEpoch epoch = cache.register()) {
            epoch.enter();
            assertThatThrownBy(() -> pagedFile.ensureResident(epoch, PAGE, 11))
                    .isInstanceOfSatisfying(
                            ThetisException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT_STRUCTURE));
            assertThatThrownBy(() -> cache.openForeign(file, PAGE + 1)).isInstanceOf(ThetisException.class);
        }
    }

    @Test
    void aFileThatWasCutAfterItWasOpened_isAnErrorThatNamesIt() throws IOException {
        Path file = write(new byte[3 * PAGE + 10]);
        try (PageCache cache = cache(1 << 20, "auto");
                PagedFile pagedFile = cache.openForeign(file, PAGE);
                ReadEpoch epoch = cache.register()) {
            write(new byte[3 * PAGE + 5]);
            epoch.enter();
            assertThatThrownBy(() -> pagedFile.ensureResident(epoch, 3L * PAGE, 10))
                    .isInstanceOfSatisfying(
                            ThetisException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.FILE_TRUNCATED))
                    .hasMessageContaining("foreign");
        }
    }

    @Test
    void readableEnd_isWhereTheFirstPageIsMissing() throws IOException {
        Path file = write(new byte[64 * PAGE + 10]);
        try (PageCache cache = cache(16 << 20, "auto");
                PagedFile pagedFile = cache.openForeign(file, PAGE);
                ReadEpoch epoch = cache.register()) {
            assertThat(pagedFile.readableEnd(5, pagedFile.dataBytes())).isEqualTo(5);
            epoch.enter();
            pagedFile.ensureResident(epoch, 0, 20L * PAGE);
            assertThat(pagedFile.readableEnd(5, pagedFile.dataBytes())).isEqualTo(20L * PAGE);
            assertThat(pagedFile.readableEnd(5, 7)).isEqualTo(7);
            pagedFile.ensureResident(epoch, 0, pagedFile.dataBytes());
            assertThat(pagedFile.readableEnd(5, pagedFile.dataBytes())).isEqualTo(pagedFile.dataBytes());
            epoch.exit();
        }
    }

    @Test
    void readersWithoutEpochs_whilePagesAreTakenAway_neverBelieveAWrongWord() throws Exception {
        int pages = 512;
        MemorySegment content = MemorySegment.ofArray(new byte[pages * PAGE]);
        for (int offset = 0; offset < pages * PAGE; offset += Long.BYTES) {
            content.set(ValueLayout.JAVA_LONG_UNALIGNED, offset, PatternFile.wordAt(offset));
        }
        Path file = write(content.toArray(ValueLayout.JAVA_BYTE));
        try (PageCache cache = cache(64L * PAGE, "auto");
                PagedFile pagedFile = cache.openForeign(file, PAGE);
                ExecutorService threads = Executors.newFixedThreadPool(3)) {
            AtomicBoolean done = new AtomicBoolean();
            Future<?> pressure = threads.submit(() -> press(cache, pagedFile, done));
            List<Future<Long>> readers = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                readers.add(threads.submit(() -> believed(pagedFile, System.nanoTime() + 700_000_000L)));
            }
            long believed = 0;
            for (Future<Long> reader : readers) {
                believed += reader.get();
            }
            done.set(true);
            pressure.get();
            assertThat(believed).isPositive();
            assertThat(pagedFile.invalidations()).isPositive();
            assertThat(cache.counters().evictions()).isPositive();
        }
    }

    private static void press(PageCache cache, PagedFile file, AtomicBoolean done) {
        Random random = new Random(1);
        try (ReadEpoch epoch = cache.register()) {
            while (!done.get()) {
                epoch.enter();
                file.ensureResident(epoch, (long) random.nextInt((int) (file.dataBytes() / PAGE)) * PAGE, PAGE);
                epoch.exit();
            }
        }
    }

    /** Reads whatever is there, and counts what it may believe. */
    private static long believed(PagedFile file, long deadline) {
        Random random = new Random(2);
        long believed = 0;
        while (System.nanoTime() < deadline) {
            long invalidations = file.invalidations();
            long begin = (long) random.nextInt((int) (file.dataBytes() / PAGE)) * PAGE;
            long end = file.readableEnd(begin, file.dataBytes());
            for (long at = begin; at < end; at += 8 * Long.BYTES) {
                long word = file.memory().get(ValueLayout.JAVA_LONG_UNALIGNED, at);
                if (!file.isUnchangedSince(invalidations)) {
                    break;
                }
                assertThat(word).isEqualTo(PatternFile.wordAt(at));
                believed++;
            }
        }
        return believed;
    }
}
