package org.thetisdb.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.io.memory.MemoryBudget;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

class PageBatchTest {
    private static final int PAGE = 4096;
    private static final int PAGE_COUNT = 2048;
    private static final long FIRST_BYTE = (long) PatternFile.SELF_CHECKED_PAGES * PAGE;

    @TempDir
    private Path directory;

    private final FileSystem local = new LocalFileSystem();

    private PageCache cache(FileSystem fileSystem, long budgetBytes) {
        return PageCache.open(fileSystem, PageCacheOptions.of(MemoryBudget.ofBytes(budgetBytes)));
    }

    private PagedFileGeometry write(Path file) {
        return PatternFile.write(local, file, PAGE, PAGE_COUNT);
    }

    @Test
    void load_pagesHereAndThere_areResidentAndRight() {
        Path file = directory.resolve("data");
        PagedFileGeometry geometry = write(file);
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        try (PageCache cache = cache(local, 64 << 20);
                PagedFile pagedFile = cache.open(file, geometry);
                ReadEpoch epoch = cache.register()) {
            PageBatch batch = pagedFile.batch();
            epoch.enter();
            for (int round = 0; round < 50; round++) {
                List<Long> offsets = new ArrayList<>();
                while (!batch.isFull() && offsets.size() < 40) {
                    long offset = FIRST_BYTE + (long) random.nextInt(PAGE_COUNT - 10) * PAGE;
                    batch.want(offset, 1 + random.nextInt(3 * PAGE));
                    offsets.add(offset);
                }
                batch.load(epoch);
                for (long offset : offsets) {
                    assertThat(pagedFile.isResident(epoch, offset, PAGE))
                            .as("seed=%d", seed)
                            .isTrue();
                    PatternFile.check(pagedFile.memory(), offset, PAGE);
                }
                epoch.refresh();
            }
            epoch.exit();
            assertThat(cache.counters().bytesRead()).isEqualTo(cache.counters().misses() * PAGE);
        }
    }

    @Test
    void load_budgetFarBelowFile_keepsTheBudgetAndIsASmallPartOfIt() {
        Path file = directory.resolve("data");
        PagedFileGeometry geometry = write(file);
        long budgetBytes = 1 << 20;
        try (PageCache cache = cache(local, budgetBytes);
                PagedFile pagedFile = cache.open(file, geometry);
                ReadEpoch epoch = cache.register()) {
            PageBatch batch = pagedFile.batch();
            epoch.enter();
            for (long offset = FIRST_BYTE; offset < geometry.dataBytes(); ) {
                long from = offset;
                while (!batch.isFull() && offset < geometry.dataBytes()) {
                    batch.want(offset, PAGE);
                    offset += PAGE;
                }
                assertThat((offset - from) / PAGE).isLessThanOrEqualTo(budgetBytes / PAGE / 8);
                batch.load(epoch);
                PatternFile.check(pagedFile.memory(), from, offset - from);
                epoch.refresh();
            }
            epoch.exit();
            assertThat(cache.counters().misses()).isEqualTo(PAGE_COUNT - PatternFile.SELF_CHECKED_PAGES);
            assertThat(cache.counters().residentBytesMax()).isLessThanOrEqualTo(budgetBytes + (256 << 10));
        }
    }

    @Test
    void load_damagedPageAmongOthers_isAnErrorForWhoNeedsItAlone() throws IOException {
        Path file = directory.resolve("data");
        PagedFileGeometry geometry = write(file);
        int damaged = 20;
        try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
            bytes.seek((long) damaged * PAGE + 100);
            bytes.write(77);
        }
        try (PageCache cache = cache(local, 16 << 20);
                PagedFile pagedFile = cache.open(file, geometry);
                ReadEpoch epoch = cache.register()) {
            PageBatch batch = pagedFile.batch();
            epoch.enter();
            for (int page = 10; page < 30; page += 2) {
                batch.want((long) page * PAGE, PAGE);
            }
            batch.load(epoch);
            for (int page = 10; page < 30; page += 2) {
                assertThat(pagedFile.isResident(epoch, (long) page * PAGE, PAGE))
                        .isEqualTo(page != damaged);
            }
            assertThatThrownBy(() -> pagedFile.ensureResident(epoch, (long) damaged * PAGE, PAGE))
                    .isInstanceOfSatisfying(
                            ThetisException.class,
                            problem -> assertThat(problem.code()).isEqualTo(ErrorCode.CHECKSUM_MISMATCH));
            epoch.exit();
            assertThat(cache.counters().residentBytes()).isEqualTo(9L * PAGE);
        }
    }

    @Test
    void load_readThatFails_leavesPagesToBeReadAgain() {
        Path file = directory.resolve("data");
        PagedFileGeometry geometry = write(file);
        FaultyFileSystem faulty = new FaultyFileSystem().failingAt(12L * PAGE);
        try (PageCache cache = cache(faulty, 16 << 20);
                PagedFile pagedFile = cache.open(file, geometry);
                ReadEpoch epoch = cache.register()) {
            PageBatch batch = pagedFile.batch();
            epoch.enter();
            batch.want(8L * PAGE, PAGE);
            batch.want(12L * PAGE, PAGE);
            batch.load(epoch);
            assertThat(pagedFile.isResident(epoch, 8L * PAGE, PAGE)).isTrue();
            assertThatThrownBy(() -> pagedFile.ensureResident(epoch, 12L * PAGE, PAGE))
                    .isInstanceOf(ThetisException.class);
            faulty.failingAt(-1);
            pagedFile.ensureResident(epoch, 12L * PAGE, PAGE);
            PatternFile.check(pagedFile.memory(), 12L * PAGE, PAGE);
            epoch.exit();
            assertThat(cache.counters().residentBytes()).isEqualTo(2L * PAGE);
        }
    }

    @Test
    void load_sameThreadsSamePages_allSeeThemRight() throws Exception {
        Path file = directory.resolve("data");
        PagedFileGeometry geometry = write(file);
        long seed = new Random().nextLong();
        int threadCount = 4;
        try (PageCache cache = cache(local, 1 << 20);
                PagedFile pagedFile = cache.open(file, geometry);
                ExecutorService threads = Executors.newFixedThreadPool(threadCount)) {
            List<Future<?>> done = new ArrayList<>();
            for (int thread = 0; thread < threadCount; thread++) {
                Random random = new Random(seed + thread);
                done.add(threads.submit(() -> readBatches(cache, pagedFile, random)));
            }
            for (Future<?> each : done) {
                each.get();
            }
        } catch (java.util.concurrent.ExecutionException problem) {
            throw new AssertionError("seed=" + seed, problem);
        }
    }

    private static void readBatches(PageCache cache, PagedFile pagedFile, Random random) {
        try (ReadEpoch epoch = cache.register()) {
            PageBatch batch = pagedFile.batch();
            for (int round = 0; round < 400; round++) {
                epoch.enter();
                long[] offsets = new long[12];
                for (int index = 0; index < offsets.length; index++) {
                    offsets[index] = FIRST_BYTE + (long) random.nextInt(PAGE_COUNT / 4) * PAGE;
                    batch.want(offsets[index], PAGE);
                }
                batch.load(epoch);
                for (long offset : offsets) {
                    pagedFile.ensureResident(epoch, offset, PAGE);
                    PatternFile.check(pagedFile.memory(), offset, PAGE);
                }
                epoch.exit();
            }
        }
    }
}
