package org.thetisdb.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.io.address.AddressRange;
import org.thetisdb.io.memory.MemoryBudget;
import org.thetisdb.io.system.FaultyFunctions;
import org.thetisdb.io.system.HugePages;
import org.thetisdb.io.system.NativeCalls;
import org.thetisdb.io.system.ProcessMaps;

/** A file's memory in huge pages: what is read stays what was written, and the budget is kept. */
class HugeRegionsTest {
    private static final int PAGE = 16 << 10;
    private static final long REGION = HugePages.BYTES;
    private static final int REGION_COUNT = 6;
    private static final long FIRST_BYTE = (long) PatternFile.SELF_CHECKED_PAGES * PAGE;
    private static final int READERS = 3;
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @TempDir
    private Path directory;

    private final FileSystem local = new LocalFileSystem();
    private PagedFileGeometry geometry;

    @BeforeEach
    void write() {
        geometry = PatternFile.write(local, directory.resolve("data"), PAGE, (int) (REGION_COUNT * REGION / PAGE));
        PatternFile.write(local, directory.resolve("other"), PAGE, (int) (REGION_COUNT * REGION / PAGE));
    }

    private static void assumeHugePages() {
        new HugePages(new FaultyFunctions().calls())
                .refusal()
                .ifPresent(reason -> Assumptions.abort("no huge pages: " + reason));
    }

    private static PageCacheOptions budget(long bytes) {
        return PageCacheOptions.of(MemoryBudget.ofBytes(bytes));
    }

    private static void read(PagedFile file, ReadEpoch epoch, long from, long bytes) {
        for (long offset = from; offset < from + bytes; offset += PAGE) {
            epoch.enter();
            file.ensureResident(epoch, offset, PAGE);
            PatternFile.check(file.memory(), offset, PAGE);
            epoch.exit();
        }
    }

    private void readAll(PagedFile file, ReadEpoch epoch) {
        read(file, epoch, FIRST_BYTE, geometry.dataBytes() - FIRST_BYTE);
    }

    private static void awaitHuge(PageCache cache, long bytes) throws InterruptedException {
        Instant end = Instant.now().plus(PATIENCE);
        while (cache.counters().hugeBytes() < bytes && Instant.now().isBefore(end)) {
            Thread.sleep(5);
        }
        assertThat(cache.counters().hugeBytes()).isEqualTo(bytes);
    }

    @Test
    void whatIsInMemoryAsAWhole_becomesHuge_untilItIsToLeave() throws InterruptedException {
        assumeHugePages();
        try (PageCache cache = PageCache.open(local, budget(2 * REGION_COUNT * REGION));
                PagedFile file = cache.open(directory.resolve("data"), geometry);
                PagedFile other = cache.open(directory.resolve("other"), geometry);
                ReadEpoch epoch = cache.register()) {
            readAll(file, epoch);
            // The file's first pages are read by who opens it, so its first region never is in memory as a whole.
            awaitHuge(cache, (REGION_COUNT - 1) * REGION);
            readAll(file, epoch);
            assertThat(cache.counters().residentBytes()).isEqualTo(geometry.dataBytes() - FIRST_BYTE);
            cache.evictor().allow(2 * REGION);
            read(other, epoch, FIRST_BYTE, REGION);
            assertThat(cache.counters().hugeBytes()).isLessThan((REGION_COUNT - 1) * REGION);
            readAll(file, epoch);
            assertThat(cache.counters().residentBytes()).isLessThanOrEqualTo(2 * REGION * REGION_COUNT);
        }
    }

    /** The kernel is at a page now and then, by itself. */
    @Test
    void whatTheKernelDoesNotMakeAtFirst_becomesHugeLater() throws InterruptedException {
        assumeHugePages();
        // The first of them is not heard when the range is to be kept small, which nobody has to do here.
        FaultyFunctions functions = new FaultyFunctions().interrupting("madvise", 2 * REGION_COUNT);
        AddressRange.Source source = new AddressRange.Source(new NativeCalls.Found(functions.calls()));
        try (PageCache cache = PageCache.open(local, budget(2 * REGION_COUNT * REGION), source);
                PagedFile file = cache.open(directory.resolve("data"), geometry);
                ReadEpoch epoch = cache.register()) {
            readAll(file, epoch);
            awaitHuge(cache, (REGION_COUNT - 1) * REGION);
        }
    }

    /** Readers check each word while regions are made huge, split and given back under them. */
    @Test
    void readersBesideRegionsThatComeAndGo_seeTheFile() throws Exception {
        assumeHugePages();
        AtomicBoolean done = new AtomicBoolean();
        try (PageCache cache = PageCache.open(local, budget(2 * REGION_COUNT * REGION));
                PagedFile file = cache.open(directory.resolve("data"), geometry);
                ExecutorService readers = Executors.newFixedThreadPool(READERS)) {
            List<Future<?>> reading = new ArrayList<>();
            for (int reader = 0; reader < READERS; reader++) {
                Random random = new Random(reader);
                reading.add(readers.submit(() -> readAtRandom(file, cache, random, done)));
            }
            try {
                for (int time = 0; time < 8; time++) {
                    cache.evictor().allow(2 * REGION_COUNT * REGION);
                    awaitHuge(cache, (REGION_COUNT - 1) * REGION);
                    cache.evictor().allow(2 * REGION);
                    Thread.sleep(10);
                }
            } finally {
                done.set(true);
            }
            for (Future<?> each : reading) {
                each.get();
            }
        }
    }

    private void readAtRandom(PagedFile file, PageCache cache, Random random, AtomicBoolean done) {
        try (ReadEpoch epoch = cache.register()) {
            int pageCount = (int) geometry.dataPageCount();
            while (!done.get()) {
                int page = random.nextInt(PatternFile.SELF_CHECKED_PAGES, pageCount);
                read(file, epoch, (long) page * PAGE, PAGE);
            }
        }
    }

    /** Else a system that makes pages huge by itself would back 2 MiB for each page that is read. */
    @Test
    void memoryOfAFile_isNotMadeHugeByTheSystem() throws IOException {
        assumeHugePages();
        try (PageCache cache = PageCache.open(local, budget(REGION));
                PagedFile file = cache.open(directory.resolve("data"), geometry)) {
            assertThat(ProcessMaps.fact("VmFlags", file.memory()).split(" ")).contains("nh");
        }
    }

    @Test
    void whatHasNoRoom_staysSmall() throws InterruptedException {
        assumeHugePages();
        try (PageCache cache = PageCache.open(local, budget(2 * REGION));
                PagedFile file = cache.open(directory.resolve("data"), geometry);
                ReadEpoch epoch = cache.register()) {
            for (int time = 0; time < 3; time++) {
                readAll(file, epoch);
                Thread.sleep(400);
                assertThat(cache.counters().hugeBytes()).isZero();
            }
        }
    }

    /** A huge page is touched in addresses of its own before it is needed, and there may be none. */
    @Test
    void whatHasNoAddressesForAHugePage_staysSmall() throws InterruptedException {
        FaultyFunctions functions = new FaultyFunctions().failing("mmap", FaultyFunctions.ENOMEM, 1);
        readSmall(functions, _ -> {});
    }

    @Test
    void whatCannotBeMadeHuge_isReadAsEver() throws InterruptedException {
        FaultyFunctions functions = new FaultyFunctions().failing("madvise", FaultyFunctions.EINVAL);
        readSmall(functions, cache -> assertThat(cache.describe().memory()).contains("no huge pages"));
    }

    /** Reads all of a file twice, with time enough in between to make huge pages of it. */
    private void readSmall(FaultyFunctions functions, Consumer<PageCache> check) throws InterruptedException {
        AddressRange.Source source = new AddressRange.Source(new NativeCalls.Found(functions.calls()));
        try (PageCache cache = PageCache.open(local, budget(2 * REGION_COUNT * REGION), source);
                PagedFile file = cache.open(directory.resolve("data"), geometry);
                ReadEpoch epoch = cache.register()) {
            readAll(file, epoch);
            Thread.sleep(500);
            readAll(file, epoch);
            assertThat(cache.counters().hugeBytes()).isZero();
            check.accept(cache);
        }
        assertThat(functions.mappings()).isZero();
    }
}
