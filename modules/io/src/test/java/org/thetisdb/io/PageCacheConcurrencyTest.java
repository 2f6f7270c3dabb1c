package org.thetisdb.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.thetisdb.io.memory.MemoryBudget;
import org.thetisdb.value.ThetisException;

/**
 * Goal: no reader ever sees a byte that is not the file's. Method: tiny pages, a budget of a few pages per reader, so
 * that nearly every access meets eviction; readers keep several ranges per epoch and compare them again at its end,
 * after everybody else has had time to evict them.
 */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class PageCacheConcurrencyTest {
    private static final int PAGE = 4096;
    private static final int READERS = 6;
    private static final int RANGES_PER_EPOCH_MAX = 8;

    @TempDir
    private Path directory;

    private final FileSystem local = new LocalFileSystem();

    @ParameterizedTest
    @ValueSource(strings = {"pread", "io_uring", "direct", "mapped", "filechannel"})
    void readersAndEvictor_tinyBudget_everyGrantedByteIsTheFiles(String engine) throws Exception {
        Engines.named(engine);
        long seed = new Random().nextLong();
        List<PagedFile> files = new ArrayList<>();
        try (PageCache cache = PageCache.open(local, PageCacheOptions.of(MemoryBudget.ofBytes(64 * PAGE), engine));
                ExecutorService executor = Executors.newFixedThreadPool(READERS)) {
            for (int i = 0; i < 2; i++) {
                Path file = directory.resolve("data" + i);
                files.add(cache.open(file, PatternFile.write(local, file, PAGE, 300 + 100 * i)));
            }
            List<Callable<Long>> readers = new ArrayList<>();
            for (int reader = 0; reader < READERS; reader++) {
                Random random = new Random(seed + reader);
                readers.add(() -> readRandomly(cache, files, random));
            }
            long epochs = 0;
            for (Future<Long> result : executor.invokeAll(readers)) {
                try {
                    epochs += result.get();
                } catch (Exception e) {
                    throw new AssertionError("seed=" + seed, e);
                }
            }
            assertThat(epochs).as("seed=%d", seed).isEqualTo(READERS * 4_000L);
            assertThat(cache.counters().evictions()).isGreaterThan(1_000);
            try (ReadEpoch last = cache.register()) {
                last.enter();
                last.exit();
            }
            assertThat(cache.counters().residentBytes()).isLessThanOrEqualTo(64 * PAGE);
        }
    }

    @SuppressWarnings("ThreadPriorityCheck") // More orders of the threads are met.
    private static long readRandomly(PageCache cache, List<PagedFile> files, Random random) {
        long epochs = 0;
        try (ReadEpoch epoch = cache.register()) {
            epoch.enter();
            while (epochs < 4_000) {
                readOneEpoch(epoch, files.get(random.nextInt(files.size())), random);
                epochs++;
                if (random.nextInt(16) == 0) {
                    epoch.exit();
                    Thread.yield();
                    epoch.enter();
                } else {
                    epoch.refresh();
                }
            }
        }
        return epochs;
    }

    @SuppressWarnings("ThreadPriorityCheck") // More orders of the threads are met.
    private static void readOneEpoch(ReadEpoch epoch, PagedFile file, Random random) {
        int rangeCount = 1 + random.nextInt(RANGES_PER_EPOCH_MAX);
        long[] offsets = new long[rangeCount];
        long[] lengths = new long[rangeCount];
        long firstByte = (long) PatternFile.SELF_CHECKED_PAGES * PAGE;
        for (int i = 0; i < rangeCount; i++) {
            lengths[i] = Long.BYTES * (1L + random.nextInt(random.nextInt(8) == 0 ? 2048 : 32));
            long words = (file.geometry().dataBytes() - firstByte - lengths[i]) / Long.BYTES;
            // A square of a uniform number prefers the front: some pages are hot and are taken back from limbo.
            double place = random.nextDouble();
            offsets[i] = firstByte + ((long) (place * place * words)) * Long.BYTES;
            file.ensureResident(epoch, offsets[i], lengths[i]);
            PatternFile.check(file.memory(), offsets[i], lengths[i]);
        }
        if (random.nextInt(8) == 0) {
            Thread.yield();
        }
        for (int i = 0; i < rangeCount; i++) {
            PatternFile.check(file.memory(), offsets[i], lengths[i]);
        }
    }

    @Test
    void samePage_missedByManyAtOnce_isReadOnceAndAllSeeIt() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch mayRead = new CountDownLatch(1);
        FaultyFileSystem fileSystem = new FaultyFileSystem();
        Path file = directory.resolve("data");
        PagedFileGeometry geometry = PatternFile.write(fileSystem, file, PAGE, 16);
        try (PageCache cache = PageCache.open(fileSystem, PageCacheOptions.of(MemoryBudget.ofBytes(1 << 20)));
                PagedFile pagedFile = cache.open(file, geometry);
                ExecutorService executor = Executors.newFixedThreadPool(READERS)) {
            fileSystem.beforeRead(() -> {
                entered.countDown();
                awaitUnchecked(mayRead);
            });
            AtomicInteger done = new AtomicInteger();
            List<Future<?>> results = new ArrayList<>();
            for (int i = 0; i < READERS; i++) {
                results.add(executor.submit(() -> {
                    try (ReadEpoch epoch = cache.register()) {
                        epoch.enter();
                        pagedFile.ensureResident(epoch, 4 * PAGE, PAGE);
                        PatternFile.check(pagedFile.memory(), 4 * PAGE, PAGE);
                        done.incrementAndGet();
                    }
                }));
            }
            awaitUnchecked(entered);
            assertThat(done).hasValue(0);
            mayRead.countDown();
            for (Future<?> result : results) {
                result.get();
            }
            assertThat(cache.counters().misses()).isEqualTo(1);
        }
    }

    @Test
    void differentPages_areReadInParallel() throws Exception {
        CountDownLatch bothEntered = new CountDownLatch(2);
        FaultyFileSystem fileSystem = new FaultyFileSystem();
        Path file = directory.resolve("data");
        PagedFileGeometry geometry = PatternFile.write(fileSystem, file, PAGE, 16);
        try (PageCache cache = PageCache.open(fileSystem, PageCacheOptions.of(MemoryBudget.ofBytes(1 << 20)));
                PagedFile pagedFile = cache.open(file, geometry);
                ExecutorService executor = Executors.newFixedThreadPool(2)) {
            fileSystem.beforeRead(() -> {
                bothEntered.countDown();
                awaitUnchecked(bothEntered);
            });
            List<Future<?>> results = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                long offset = (4L + i) * PAGE;
                results.add(executor.submit(() -> {
                    try (ReadEpoch epoch = cache.register()) {
                        epoch.enter();
                        pagedFile.ensureResident(epoch, offset, PAGE);
                        PatternFile.check(pagedFile.memory(), offset, PAGE);
                    }
                }));
            }
            for (Future<?> result : results) {
                result.get();
            }
        }
    }

    @Test
    void interruptedReader_fileChannel_readsOnAndKeepsItsInterrupt() throws Exception {
        Path file = directory.resolve("data");
        PagedFileGeometry geometry = PatternFile.write(local, file, PAGE, 16);
        PageCacheOptions options = PageCacheOptions.of(MemoryBudget.ofBytes(1 << 20), FileChannelEngine.NAME);
        try (PageCache cache = PageCache.open(local, options);
                PagedFile pagedFile = cache.open(file, geometry);
                ReadEpoch epoch = cache.register()) {
            epoch.enter();
            Thread.currentThread().interrupt();
            pagedFile.ensureResident(epoch, 4 * PAGE, PAGE);
            assertThat(Thread.interrupted()).isTrue();
            pagedFile.ensureResident(epoch, 6 * PAGE, PAGE);
            PatternFile.check(pagedFile.memory(), 4 * PAGE, PAGE);
            PatternFile.check(pagedFile.memory(), 6 * PAGE, PAGE);
        }
    }

    @Test
    void closeOfFile_besideReaders_endsThemWithErrorsOnly() throws Exception {
        Path file = directory.resolve("data");
        PagedFileGeometry geometry = PatternFile.write(local, file, PAGE, 300);
        try (ExecutorService executor = Executors.newFixedThreadPool(3)) {
            for (int round = 0; round < 20; round++) {
                PageCache cache = PageCache.open(local, PageCacheOptions.of(MemoryBudget.ofBytes(64 * PAGE)));
                PagedFile pagedFile = cache.open(file, geometry);
                CountDownLatch started = new CountDownLatch(3);
                List<Future<?>> results = new ArrayList<>();
                for (int i = 0; i < 3; i++) {
                    Random random = new Random(round * 3L + i);
                    results.add(executor.submit(() -> {
                        started.countDown();
                        try {
                            readRandomly(cache, List.of(pagedFile), random);
                        } catch (ThetisException | IllegalStateException _) {
                            // What a reader of a closed file has to expect.
                            return;
                        }
                    }));
                }
                awaitUnchecked(started);
                cache.close();
                for (Future<?> result : results) {
                    result.get();
                }
                assertThat(cache.counters().residentBytes()).isZero();
            }
        }
    }

    private static void awaitUnchecked(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
