package org.thetisdb.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.io.memory.MemoryBudget;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

class PagedFileWriterTest {
    private static final int PAGE = 4096;
    private static final long SEED = 11;

    @TempDir
    private Path directory;

    private final FileSystem local = new LocalFileSystem();

    private record Extent(long offset, byte[] bytes) {}

    @Test
    void append_byManyThreads_everyExtentIsAlignedWholeAndReadBack() throws Exception {
        long seed = new Random().nextLong();
        Path file = directory.resolve("data");
        List<Extent> extents = new ArrayList<>();
        PagedFileGeometry geometry;
        byte[] superblock = {1, 2, 3};
        try (PagedFileWriter writer = PagedFileWriter.create(local, file, PAGE, 2, SEED);
                ExecutorService executor = Executors.newFixedThreadPool(4)) {
            List<Callable<List<Extent>>> producers = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                Random random = new Random(seed + i);
                producers.add(() -> appendRandomly(writer, random));
            }
            for (Future<List<Extent>> result : executor.invokeAll(producers)) {
                extents.addAll(result.get());
            }
            geometry = writer.finish();
            writer.patch(1, MemorySegment.ofArray(superblock));
            assertThatThrownBy(() -> writer.append(new byte[1], 1)).hasMessageContaining("finished");
        }
        assertThat(local.sizeBytes(file)).isEqualTo(geometry.endOffset());
        try (PageCache cache = PageCache.open(local, PageCacheOptions.of(MemoryBudget.ofBytes(1 << 20)));
                PagedFile pagedFile = cache.open(file, geometry);
                ReadEpoch epoch = cache.register()) {
            for (Extent extent : extents) {
                epoch.enter();
                pagedFile.ensureResident(epoch, extent.offset, extent.bytes.length);
                MemorySegment found = pagedFile.memory().asSlice(extent.offset, extent.bytes.length);
                assertThat(found.mismatch(MemorySegment.ofArray(extent.bytes)))
                        .as("seed=%d", seed)
                        .isEqualTo(-1);
                epoch.exit();
            }
            epoch.enter();
            pagedFile.ensureResident(epoch, 0, 2 * PAGE);
            assertThat(pagedFile.memory().get(ValueLayout.JAVA_BYTE, PAGE + 2)).isEqualTo((byte) 3);
            assertThat(pagedFile.verifyChecksums(e -> {
                        throw e;
                    }))
                    .isEqualTo(geometry.dataPageCount() - 2);
        }
    }

    private static List<Extent> appendRandomly(PagedFileWriter writer, Random random) {
        List<Extent> extents = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            byte[] bytes = new byte[1 + random.nextInt(random.nextInt(20) == 0 ? 5 << 20 : 3 * PAGE)];
            random.nextBytes(bytes);
            int alignment = 1 << random.nextInt(13);
            long offset = i % 2 == 0 ? writer.append(bytes, alignment) : appendNative(writer, bytes, alignment);
            assertThat(offset % alignment).isZero();
            if (i % 4 == 0 || bytes.length < 64) {
                extents.add(new Extent(offset, bytes));
            }
        }
        return extents;
    }

    private static long appendNative(PagedFileWriter writer, byte[] bytes, int alignment) {
        try (Arena arena = Arena.ofConfined()) {
            return writer.append(arena.allocateFrom(ValueLayout.JAVA_BYTE, bytes), alignment);
        }
    }

    @Test
    void position_countsSelfCheckedPagesAndPadding() {
        try (PagedFileWriter writer = PagedFileWriter.create(local, directory.resolve("data"), PAGE, 2, SEED)) {
            assertThat(writer.position()).isEqualTo(2 * PAGE);
            assertThat(writer.append(ByteBuffer.wrap(new byte[5]).position(2), 8))
                    .isEqualTo(2 * PAGE);
            assertThat(writer.position()).isEqualTo(2 * PAGE + 3);
            assertThat(writer.align(64)).isEqualTo(2 * PAGE + 64);
            assertThat(writer.finish().dataPageCount()).isEqualTo(3);
        }
    }

    @Test
    void checksumTable_ofSeveralPages_coversTheLastPage() {
        Path file = directory.resolve("data");
        int perTablePage = ChecksumTableLayout.entriesPerPage(PAGE);
        PagedFileGeometry geometry = PatternFile.write(local, file, PAGE, 2 * perTablePage + 1);
        assertThat(geometry.checksumPageCount()).isEqualTo(3);
        assertThat(ChecksumTableLayout.pageCount(PAGE, 2L * perTablePage)).isEqualTo(2);
        try (PageCache cache = PageCache.open(local, PageCacheOptions.of(MemoryBudget.ofBytes(1 << 20)));
                PagedFile pagedFile = cache.open(file, geometry);
                ReadEpoch epoch = cache.register()) {
            epoch.enter();
            long last = geometry.dataBytes() - PAGE;
            pagedFile.ensureResident(epoch, last, PAGE);
            PatternFile.check(pagedFile.memory(), last, PAGE);
        }
    }

    @Test
    void checksumPage_atAnotherPlace_doesNotVerify() {
        MemorySegment page = MemorySegment.ofArray(new byte[PAGE]);
        int[] checksums = new int[2000];
        Arrays.setAll(checksums, i -> i * 31);
        ChecksumTableLayout.write(page, SEED, 1, checksums, checksums.length);
        assertThat(ChecksumTableLayout.ownChecksumOf(page, SEED, 1))
                .isEqualTo(ChecksumTableLayout.storedOwnChecksum(page));
        assertThat(ChecksumTableLayout.ownChecksumOf(page, SEED, 0))
                .isNotEqualTo(ChecksumTableLayout.storedOwnChecksum(page));
        int[] read = ChecksumTableLayout.read(page, 1, checksums.length);
        assertThat(read[2]).isEqualTo((1023 + 2) * 31);
        assertThat(read).as("the last page has no more entries than pages").hasSize(2000 - 1023);
    }

    @Test
    void fullDisk_namesTheFile_andTheWriterStaysFailed() {
        FaultyFileSystem fileSystem = new FaultyFileSystem().fullAfterBytes(5 << 20);
        Path file = directory.resolve("data");
        try (PagedFileWriter writer = PagedFileWriter.create(fileSystem, file, PAGE, 2, SEED)) {
            byte[] extent = new byte[1 << 20];
            assertThatThrownBy(() -> {
                        for (int i = 0; i < 10; i++) {
                            writer.append(extent, 8);
                        }
                    })
                    .isInstanceOfSatisfying(
                            ThetisException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.DISK_FULL))
                    .hasMessageContaining(file.toString());
            assertThatThrownBy(() -> writer.append(extent, 8)).hasMessageContaining("disk is full");
            assertThatThrownBy(writer::finish).hasMessageContaining("disk is full");
        }
    }

    @Test
    void patch_outsideOfSelfCheckedPages_isRefused() {
        try (PagedFileWriter writer = PagedFileWriter.create(local, directory.resolve("data"), PAGE, 2, SEED)) {
            MemorySegment small = MemorySegment.ofArray(new byte[8]);
            MemorySegment large = MemorySegment.ofArray(new byte[PAGE + 1]);
            assertThatThrownBy(() -> writer.patch(2, small)).isInstanceOf(ThetisException.class);
            assertThatThrownBy(() -> writer.patch(0, large)).isInstanceOf(ThetisException.class);
        }
    }

    private PagedFileGeometry writePages(Path file, long seed) {
        try (PagedFileWriter writer = PagedFileWriter.create(local, file, PAGE, 0, seed)) {
            for (byte page = 0; page < 4; page++) {
                byte[] bytes = new byte[PAGE];
                Arrays.fill(bytes, page);
                writer.append(bytes, 1);
            }
            return writer.finish();
        }
    }

    /** How many of the pages have a checksum that holds where they are. */
    private long verifiedPages(Path file, PagedFileGeometry geometry) {
        List<ThetisException> damage = new ArrayList<>();
        try (PageCache cache = PageCache.open(local, PageCacheOptions.of(MemoryBudget.ofBytes(1 << 20)));
                PagedFile pagedFile = cache.open(file, geometry)) {
            long verified = pagedFile.verifyChecksums(damage::add);
            assertThat(damage).allSatisfy(each -> {
                assertThat(each.code()).isEqualTo(ErrorCode.CHECKSUM_MISMATCH);
                assertThat(each.getMessage()).contains("file=" + file, "offset=");
            });
            return verified;
        }
    }

    @Test
    void checksum_ofAPageInAnotherPlaceOrOfAnotherFile_doesNotHold() throws Exception {
        Path file = directory.resolve("data");
        Path other = directory.resolve("other");
        PagedFileGeometry geometry = writePages(file, SEED);
        writePages(other, SEED + 1);
        byte[] whole = Files.readAllBytes(file);
        byte[] foreign = Files.readAllBytes(other);
        assertThat(verifiedPages(file, geometry)).isEqualTo(4);

        byte[] moved = whole.clone();
        System.arraycopy(whole, PAGE, moved, 2 * PAGE, PAGE);
        Files.write(file, moved);
        assertThat(verifiedPages(file, geometry)).isEqualTo(3);

        byte[] mixed = whole.clone();
        System.arraycopy(foreign, 4 * PAGE, mixed, 4 * PAGE, PAGE);
        Files.write(file, mixed);
        assertThat(verifiedPages(file, geometry)).isZero();

        // The same bytes as a whole, under the name of the other: only the seed differs.
        Files.write(file, foreign);
        assertThat(verifiedPages(file, geometry)).isZero();
    }
}
