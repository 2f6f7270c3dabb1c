package org.thetisdb.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.thetisdb.io.address.AddressRange;
import org.thetisdb.io.memory.MemoryBudget;
import org.thetisdb.io.system.NativeCalls;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

class PageCacheTest {
    private static final int PAGE = 4096;
    private static final Path PAGEMAP = Path.of("/proc/self/pagemap");
    private static final int FIRST_BYTE = PatternFile.SELF_CHECKED_PAGES * PAGE;

    @TempDir
    private Path directory;

    private final FileSystem local = new LocalFileSystem();

    private PageCache cache(FileSystem fileSystem, long budgetBytes) {
        return PageCache.open(fileSystem, PageCacheOptions.of(MemoryBudget.ofBytes(budgetBytes)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"pread", "io_uring", "direct", "mapped", "filechannel"})
    void randomReads_budgetFarBelowFile_seeEveryWordAndKeepTheBudget(String engine) {
        Engines.named(engine);
        Path file = directory.resolve("data");
        PagedFileGeometry geometry = PatternFile.write(local, file, PAGE, 4096);
        long budgetBytes = 1 << 20;
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        try (PageCache cache = PageCache.open(local, PageCacheOptions.of(MemoryBudget.ofBytes(budgetBytes), engine));
                PagedFile pagedFile = cache.open(file, geometry);
                ReadEpoch epoch = cache.register()) {
            epoch.enter();
            for (int i = 0; i < 20_000; i++) {
                long bytes = Long.BYTES * (1L + random.nextInt(2 * PAGE / Long.BYTES));
                long words = (geometry.dataBytes() - FIRST_BYTE - bytes) / Long.BYTES;
                long offset = FIRST_BYTE + random.nextLong(words) * Long.BYTES;
                pagedFile.ensureResident(epoch, offset, bytes);
                assertThat(pagedFile.memory().get(ValueLayout.JAVA_LONG, offset))
                        .as("seed=%d", seed)
                        .isEqualTo(PatternFile.wordAt(offset));
                PatternFile.check(pagedFile.memory(), offset + bytes - Long.BYTES, Long.BYTES);
                epoch.refresh();
            }
            epoch.exit();
            PageCacheCounters counters = cache.counters();
            assertThat(counters.residentBytes()).isLessThanOrEqualTo(budgetBytes);
            assertThat(counters.residentBytesMax()).isLessThanOrEqualTo(budgetBytes + (64 << 10));
            assertThat(counters.evictions()).isGreaterThan(10_000);
            assertThat(counters.hits() + counters.misses()).isEqualTo(epoch.pageHits() + epoch.pageMisses());
            assertThat(counters.bytesRead()).isEqualTo(counters.misses() * PAGE).isEqualTo(epoch.bytesRead());
        }
    }

    @Test
    void eviction_scanOfLargeFile_givesMemoryBack() throws IOException {
        Assumptions.assumeTrue(Files.isReadable(PAGEMAP), "needs /proc/self/pagemap to see resident memory");
        Path file = directory.resolve("data");
        int pageCount = 12_288;
        PagedFileGeometry geometry = PatternFile.write(local, file, PageCache.PAGE_BYTES, pageCount);
        try (PageCache cache = cache(local, 8 << 20);
                PagedFile pagedFile = cache.open(file, geometry);
                ReadEpoch epoch = cache.register()) {
            List<Long> residentBytes = new ArrayList<>();
            for (int round = 0; round < 3; round++) {
                epoch.enter();
                for (long offset = 2L * PageCache.PAGE_BYTES; offset < geometry.dataBytes(); offset += 128 << 10) {
                    long bytes = Math.min(128 << 10, geometry.dataBytes() - offset);
                    pagedFile.ensureResident(epoch, offset, bytes);
                    PatternFile.check(pagedFile.memory(), offset, bytes);
                    epoch.refresh();
                }
                epoch.exit();
                residentBytes.add(residentBytesOfRange(pagedFile));
            }
            assertThat(residentBytes).allSatisfy(bytes -> assertThat(bytes).isBetween(1L << 20, 9L << 20));
            assertThat(cache.counters().evictions()).isGreaterThan(2L * pageCount);
        }
    }

    /** What the kernel says is resident of the range; a neighbour's mapping may be one with its own. */
    private static long residentBytesOfRange(PagedFile pagedFile) throws IOException {
        MemorySegment range = pagedFile.memory();
        long pageBytes = ((NativeCalls.Found) NativeCalls.find()).calls().systemPageBytes();
        byte[] entries = new byte[Math.toIntExact(range.byteSize() / pageBytes) * Long.BYTES];
        try (RandomAccessFile pagemap = new RandomAccessFile(PAGEMAP.toFile(), "r")) {
            pagemap.seek(range.address() / pageBytes * Long.BYTES);
            pagemap.readFully(entries);
        }
        long bytes = 0;
        LongBuffer pages =
                ByteBuffer.wrap(entries).order(ByteOrder.nativeOrder()).asLongBuffer();
        while (pages.hasRemaining()) {
            // Bit 63: the page is present.
            bytes += pages.get() < 0 ? pageBytes : 0;
        }
        return bytes;
    }

    @Test
    void epoch_notRefreshed_keepsItsPagesAndOverrunsTheBudget_refreshedKeepsTheBudget() {
        Path file = directory.resolve("data");
        PagedFileGeometry geometry = PatternFile.write(local, file, PAGE, 1024);
        long budgetBytes = 64 * PAGE;
        try (PageCache cache = cache(local, budgetBytes);
                PagedFile pagedFile = cache.open(file, geometry);
                ReadEpoch holder = cache.register();
                ReadEpoch reader = cache.register()) {
            holder.enter();
            pagedFile.ensureResident(holder, FIRST_BYTE, 16 * PAGE);
            reader.enter();
            for (long offset = FIRST_BYTE; offset < geometry.dataBytes(); offset += PAGE) {
                pagedFile.ensureResident(reader, offset, PAGE);
                reader.refresh();
            }
            PatternFile.check(pagedFile.memory(), FIRST_BYTE, 16 * PAGE);
            assertThat(cache.counters().evictions()).isZero();
            assertThat(cache.counters().residentBytes()).isGreaterThan(budgetBytes);
            holder.exit();
            assertThat(cache.counters().residentBytes()).isLessThanOrEqualTo(budgetBytes);
            reader.exit();
        }
    }

    @Test
    void pendingPage_touchedAgain_isTakenBack() {
        Path file = directory.resolve("data");
        PagedFileGeometry geometry = PatternFile.write(local, file, PAGE, 256);
        try (PageCache cache = cache(local, 16 * PAGE);
                PagedFile pagedFile = cache.open(file, geometry);
                ReadEpoch epoch = cache.register()) {
            epoch.enter();
            pagedFile.ensureResident(epoch, 2 * PAGE, 40 * PAGE);
            pagedFile.ensureResident(epoch, 100 * PAGE, 40 * PAGE);
            long pending = countStates(pagedFile, PageStates.PENDING);
            assertThat(pending).isPositive();
            pagedFile.ensureResident(epoch, 2 * PAGE, 20 * PAGE);
            assertThat(countStates(pagedFile, PageStates.RESCUED)).isPositive();
            PatternFile.check(pagedFile.memory(), 2 * PAGE, 20 * PAGE);
            epoch.exit();
            assertThat(countStates(pagedFile, PageStates.RESCUED)).isZero();
            assertThat(countStates(pagedFile, PageStates.PENDING)).isZero();
        }
    }

    private static long countStates(PagedFile file, byte state) {
        long count = 0;
        for (int page = 0; page < file.states().pageCount(); page++) {
            count += file.states().get(page) == state ? 1 : 0;
        }
        return count;
    }

    @Test
    void missingRange_neighboursAreReadByOneCall() {
        FaultyFileSystem fileSystem = new FaultyFileSystem();
        Path file = directory.resolve("data");
        PagedFileGeometry geometry = PatternFile.write(fileSystem, file, PAGE, 512);
        try (PageCache cache = cache(fileSystem, 16 << 20);
                PagedFile pagedFile = cache.open(file, geometry);
                ReadEpoch epoch = cache.register()) {
            epoch.enter();
            pagedFile.ensureResident(epoch, FIRST_BYTE, PAGE);
            long before = fileSystem.readCalls();
            pagedFile.ensureResident(epoch, FIRST_BYTE, 1 << 20);
            assertThat(fileSystem.readCalls() - before).isEqualTo(1);
            assertThat(epoch.pageMisses()).isEqualTo(256);
            assertThat(epoch.pageHits()).isEqualTo(1);
            pagedFile.ensureResident(epoch, FIRST_BYTE, 1 << 20);
            assertThat(epoch.pageHits()).isEqualTo(257);
            PatternFile.check(pagedFile.memory(), FIRST_BYTE, 1 << 20);
        }
    }

    @Test
    void shortReads_areCompleted() {
        FaultyFileSystem fileSystem = new FaultyFileSystem().readingAtMost(777);
        Path file = directory.resolve("data");
        PagedFileGeometry geometry = PatternFile.write(fileSystem, file, PAGE, 64);
        try (PageCache cache = cache(fileSystem, 1 << 20);
                PagedFile pagedFile = cache.open(file, geometry);
                ReadEpoch epoch = cache.register()) {
            epoch.enter();
            pagedFile.ensureResident(epoch, 0, geometry.dataBytes());
            PatternFile.check(pagedFile.memory(), FIRST_BYTE, geometry.dataBytes() - FIRST_BYTE);
        }
    }

    @Test
    void failedRead_isReported_andTheNextTrySucceeds() {
        FaultyFileSystem fileSystem = new FaultyFileSystem().failingAt(5 * PAGE);
        Path file = directory.resolve("data");
        PagedFileGeometry geometry = PatternFile.write(fileSystem, file, PAGE, 64);
        try (PageCache cache = cache(fileSystem, 1 << 20);
                PagedFile pagedFile = cache.open(file, geometry);
                ReadEpoch epoch = cache.register()) {
            epoch.enter();
            assertThatThrownBy(() -> pagedFile.ensureResident(epoch, 4 * PAGE, 4 * PAGE))
                    .isInstanceOfSatisfying(
                            ThetisException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.IO_FAILED));
            assertThat(cache.counters().residentBytes()).isZero();
            fileSystem.failingAt(-1);
            pagedFile.ensureResident(epoch, 4 * PAGE, 4 * PAGE);
            PatternFile.check(pagedFile.memory(), 4 * PAGE, 4 * PAGE);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"pread", "io_uring", "direct", "mapped", "filechannel"})
    void flippedBit_namesFileOffsetExpectedAndFound_otherPagesStayReadable(String engine) throws IOException {
        Engines.named(engine);
        Path file = directory.resolve("data");
        PagedFileGeometry geometry = PatternFile.write(local, file, PAGE, 64);
        flipBit(file, 10 * PAGE + 123);
        try (PageCache cache = PageCache.open(local, PageCacheOptions.of(MemoryBudget.ofBytes(1 << 20), engine));
                PagedFile pagedFile = cache.open(file, geometry);
                ReadEpoch epoch = cache.register()) {
            epoch.enter();
            assertThatThrownBy(() -> pagedFile.ensureResident(epoch, 10 * PAGE, 8))
                    .isInstanceOfSatisfying(
                            ThetisException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CHECKSUM_MISMATCH))
                    .hasMessageContainingAll(file.toString(), "offset=40960", "expected=0x", "found=0x");
            pagedFile.ensureResident(epoch, 11 * PAGE, PAGE);
            PatternFile.check(pagedFile.memory(), 11 * PAGE, PAGE);
            List<ThetisException> damage = new ArrayList<>();
            assertThat(pagedFile.verifyChecksums(damage::add)).isEqualTo(61);
            assertThat(damage).singleElement().satisfies(e -> assertThat(e).hasMessageContaining("offset=40960"));
        }
    }

    @Test
    void flippedBit_inTheChecksumTable_isToldFromADamagedPage() throws IOException {
        Path file = directory.resolve("data");
        PagedFileGeometry geometry = PatternFile.write(local, file, PAGE, 64);
        flipBit(file, geometry.checksumTableOffset() + 40);
        try (PageCache cache = cache(local, 1 << 20);
                PagedFile pagedFile = cache.open(file, geometry);
                ReadEpoch epoch = cache.register()) {
            epoch.enter();
            assertThatThrownBy(() -> pagedFile.ensureResident(epoch, 10 * PAGE, 8))
                    .hasMessageContainingAll("checksum page 0", "offset=" + geometry.checksumTableOffset());
            pagedFile.ensureResident(epoch, 0, 2 * PAGE);
        }
    }

    private static void flipBit(Path file, long offset) throws IOException {
        try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw")) {
            access.seek(offset);
            int value = access.read();
            access.seek(offset);
            access.write(value ^ 0x10);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"pread", "io_uring", "direct", "mapped", "filechannel"})
    void truncatedFile_isFoundWhenOpened_andWhenItHappensLater(String engine) throws IOException {
        Engines.named(engine);
        Path file = directory.resolve("data");
        PagedFileGeometry geometry = PatternFile.write(local, file, PAGE, 64);
        PageCacheOptions options = PageCacheOptions.of(MemoryBudget.ofBytes(1 << 20), engine);
        try (PageCache cache = PageCache.open(local, options);
                PagedFile pagedFile = cache.open(file, geometry);
                ReadEpoch epoch = cache.register()) {
            epoch.enter();
            pagedFile.ensureResident(epoch, 0, PAGE);
            try (WritableFile writable = local.openForWrite(file)) {
                writable.truncate(20 * PAGE + 100);
            }
            assertThatThrownBy(() -> pagedFile.ensureResident(epoch, 19 * PAGE, 3 * PAGE))
                    .hasMessageContainingAll("ends too early", file.toString(), "foundBytes=" + (20 * PAGE + 100));
            assertThatThrownBy(() -> cache.open(file, geometry))
                    .isInstanceOfSatisfying(
                            ThetisException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.FILE_TRUNCATED));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"pread", "io_uring", "direct", "mapped", "filechannel"})
    void missingFile_isItsOwnError(String engine) {
        Engines.named(engine);
        PageCacheOptions options = PageCacheOptions.of(MemoryBudget.ofBytes(1 << 20), engine);
        try (PageCache cache = PageCache.open(local, options)) {
            assertThatThrownBy(() -> cache.open(directory.resolve("none"), new PagedFileGeometry(PAGE, 1, 0, PAGE, 0)))
                    .isInstanceOfSatisfying(
                            ThetisException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.FILE_MISSING));
        }
    }

    @Test
    void rangeOutsideOfFile_isAnErrorNotACrash() {
        Path file = directory.resolve("data");
        PagedFileGeometry geometry = PatternFile.write(local, file, PAGE, 8);
        try (PageCache cache = cache(local, 1 << 20);
                PagedFile pagedFile = cache.open(file, geometry);
                ReadEpoch epoch = cache.register()) {
            epoch.enter();
            long end = geometry.dataBytes();
            pagedFile.ensureResident(epoch, end, 0);
            pagedFile.ensureResident(epoch, end - 1, 1);
            long[][] ranges = {{end, 1}, {-1, 1}, {0, -1}, {0, end + 1}, {Long.MAX_VALUE, 1}, {1L << 60, 8}};
            for (long[] range : ranges) {
                assertThatThrownBy(() -> pagedFile.ensureResident(epoch, range[0], range[1]))
                        .isInstanceOfSatisfying(
                                ThetisException.class,
                                e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT_STRUCTURE));
            }
        }
    }

    @Test
    void epoch_usedWrongly_isRefused() {
        Path file = directory.resolve("data");
        PagedFileGeometry geometry = PatternFile.write(local, file, PAGE, 8);
        try (PageCache cache = cache(local, 1 << 20);
                PagedFile pagedFile = cache.open(file, geometry)) {
            ReadEpoch epoch = cache.register();
            assertThatThrownBy(() -> pagedFile.ensureResident(epoch, 0, 8))
                    .hasMessageContaining("outside a read epoch");
            assertThatThrownBy(epoch::refresh).hasMessageContaining("before it was entered");
            epoch.enter();
            assertThatThrownBy(epoch::enter).hasMessageContaining("entered twice");
            epoch.close();
            epoch.close();
            assertThatThrownBy(epoch::enter).hasMessageContaining("closed");
        }
    }

    @Test
    void closedFile_failsForReadersWithoutACrash() {
        Path file = directory.resolve("data");
        PagedFileGeometry geometry = PatternFile.write(local, file, PAGE, 8);
        PageCache cache = cache(local, 1 << 20);
        ReadEpoch epoch = cache.register();
        PagedFile pagedFile = cache.open(file, geometry);
        epoch.enter();
        pagedFile.ensureResident(epoch, 0, geometry.dataBytes());
        pagedFile.close();
        pagedFile.close();
        assertThat(cache.counters().residentBytes()).isZero();
        assertThatThrownBy(() -> pagedFile.ensureResident(epoch, 0, 8))
                .isInstanceOfSatisfying(
                        ThetisException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CLOSED));
        assertThatThrownBy(() -> pagedFile.memory().get(ValueLayout.JAVA_LONG, 0))
                .isInstanceOf(IllegalStateException.class);
        cache.close();
        cache.close();
        assertThatThrownBy(() -> cache.open(file, geometry)).hasMessageContaining("closed");
    }

    @Test
    void fallbackMemory_readsEverything_evictsNothing_andSaysSo() {
        Path file = directory.resolve("data");
        PagedFileGeometry geometry = PatternFile.write(local, file, PAGE, 256);
        AddressRange.Source none = new AddressRange.Source(new NativeCalls.NotFound("needs Linux, found Plan 9"));
        try (PageCache cache = PageCache.open(local, PageCacheOptions.of(MemoryBudget.ofBytes(64 << 10)), none);
                PagedFile pagedFile = cache.open(file, geometry);
                ReadEpoch epoch = cache.register()) {
            epoch.enter();
            pagedFile.ensureResident(epoch, 0, geometry.dataBytes());
            PatternFile.check(pagedFile.memory(), FIRST_BYTE, geometry.dataBytes() - FIRST_BYTE);
            assertThat(cache.counters().evictions()).isZero();
            assertThat(cache.describe().memory()).contains("no eviction", "Plan 9");
        }
    }

    @Test
    void describe_namesEngineAndReasons() {
        MemoryBudget budget = MemoryBudget.ofBytes(1 << 20);
        try (PageCache cache = PageCache.open(new FaultyFileSystem(), PageCacheOptions.of(budget))) {
            assertThat(cache.describe().lines())
                    .anySatisfy(line -> assertThat(line).contains("I/O engine: faulty"))
                    .anySatisfy(line -> assertThat(line).contains("ring: not on this planet"));
        }
        assertThatThrownBy(() -> PageCache.open(new FaultyFileSystem(), PageCacheOptions.of(budget, "ring")))
                .isInstanceOfSatisfying(
                        ThetisException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.USAGE))
                .hasMessageContainingAll("engine=ring", "not on this planet", "filechannel");
    }

    @Test
    void emptyFile_opensAndCloses() {
        Path file = directory.resolve("data");
        PagedFileGeometry geometry;
        try (PagedFileWriter writer = PagedFileWriter.create(local, file, PAGE, 0, 0)) {
            geometry = writer.finish();
        }
        assertThat(geometry.dataPageCount()).isZero();
        try (PageCache cache = cache(local, 1 << 20);
                PagedFile pagedFile = cache.open(file, geometry);
                ReadEpoch epoch = cache.register()) {
            epoch.enter();
            pagedFile.ensureResident(epoch, 0, 0);
            assertThat(pagedFile.memory().byteSize()).isZero();
        }
    }
}
