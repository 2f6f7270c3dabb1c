package org.thetisdb.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.io.memory.MemoryBudget;

/** What a scan has read behind leaves first, and what others read stays. */
class PassedPagesTest {
    private static final int PAGE = 4096;
    private static final int PAGE_COUNT = 4096;
    private static final int BATCH_PAGES = 16;
    private static final long BATCH_BYTES = (long) BATCH_PAGES * PAGE;
    private static final int HOT_PAGES = 64;
    private static final long FIRST_BYTE = (long) PatternFile.SELF_CHECKED_PAGES * PAGE;
    private static final long SCAN_FROM = FIRST_BYTE + 2L * HOT_PAGES * PAGE;
    private static final long BUDGET_BYTES = 1 << 20;

    @TempDir
    private Path directory;

    private final FileSystem local = new LocalFileSystem();
    private PagedFileGeometry geometry;

    @BeforeEach
    void write() {
        geometry = PatternFile.write(local, directory.resolve("data"), PAGE, PAGE_COUNT);
    }

    /** How many of some pages, read before a scan of a file 16 times as large as the budget, are missing after it. */
    private long hotMissesAfterScan(boolean isPassing) {
        PageCacheOptions options = PageCacheOptions.of(MemoryBudget.ofBytes(BUDGET_BYTES));
        try (PageCache cache = PageCache.open(local, options);
                PagedFile file = cache.open(directory.resolve("data"), geometry);
                ReadEpoch epoch = cache.register()) {
            readHot(file, epoch);
            Queue<ReadBatch> behind = new ArrayDeque<>();
            PageBatch batch = file.batch();
            for (long offset = SCAN_FROM; offset < geometry.dataBytes(); offset += BATCH_BYTES) {
                long bytes = Math.min(BATCH_BYTES, geometry.dataBytes() - offset);
                batch.want(offset, bytes);
                Optional<ReadBatch> asked = batch.loadBehind();
                asked.ifPresent(behind::add);
                epoch.enter();
                file.ensureResident(epoch, offset, bytes);
                PatternFile.check(file.memory(), offset, bytes);
                epoch.exit();
                if (behind.size() > 1 && isPassing) {
                    file.pass(behind.remove());
                }
            }
            long before = cache.counters().misses();
            readHot(file, epoch);
            assertThat(cache.counters().residentBytesMax()).isLessThanOrEqualTo(BUDGET_BYTES + (256 << 10));
            return cache.counters().misses() - before;
        }
    }

    private static void readHot(PagedFile file, ReadEpoch epoch) {
        epoch.enter();
        // Every second page, so that neighbours are not read together.
        for (int page = 0; page < HOT_PAGES; page++) {
            long offset = FIRST_BYTE + 2L * page * PAGE;
            file.ensureResident(epoch, offset, PAGE);
            PatternFile.check(file.memory(), offset, PAGE);
        }
        epoch.exit();
    }

    @Test
    void pass_scanLargerThanTheBudget_leavesThePagesOfOthers() {
        assertThat(hotMissesAfterScan(false)).isGreaterThan(HOT_PAGES * 3 / 4);
        assertThat(hotMissesAfterScan(true)).isLessThan(HOT_PAGES / 4);
    }

    @Test
    void pass_pageThatSomebodyReferencesAgain_stays() {
        PageCacheOptions options = PageCacheOptions.of(MemoryBudget.ofBytes(BUDGET_BYTES));
        try (PageCache cache = PageCache.open(local, options);
                PagedFile file = cache.open(directory.resolve("data"), geometry);
                ReadEpoch epoch = cache.register()) {
            PageBatch batch = file.batch();
            epoch.enter();
            for (long offset = FIRST_BYTE; offset < FIRST_BYTE + 2 * BATCH_BYTES; offset += BATCH_BYTES) {
                batch.want(offset, BATCH_BYTES);
                ReadBatch asked = batch.loadBehind().orElseThrow();
                file.ensureResident(epoch, offset, BATCH_BYTES);
                file.pass(asked);
            }
            file.ensureResident(epoch, FIRST_BYTE, PAGE);
            epoch.refresh();
            // A little more than there is room for, twice: less than what has been passed.
            long room = BUDGET_BYTES - BUDGET_BYTES / 16 - 3 * BATCH_BYTES / 2;
            file.ensureResident(epoch, SCAN_FROM, room);
            epoch.refresh();
            file.ensureResident(epoch, SCAN_FROM + room, BATCH_BYTES);
            epoch.refresh();
            assertThat(file.isResident(epoch, FIRST_BYTE, PAGE)).isTrue();
            assertThat(file.isResident(epoch, FIRST_BYTE + PAGE, PAGE)).isFalse();
            epoch.exit();
        }
    }

    @Test
    void pass_fileThatIsClosed_isForgotten() {
        PageCacheOptions options = PageCacheOptions.of(MemoryBudget.ofBytes(BUDGET_BYTES));
        try (PageCache cache = PageCache.open(local, options);
                ReadEpoch epoch = cache.register()) {
            try (PagedFile file = cache.open(directory.resolve("data"), geometry)) {
                PageBatch batch = file.batch();
                batch.want(FIRST_BYTE, BATCH_BYTES);
                file.pass(batch.loadBehind().orElseThrow());
            }
            try (PagedFile file = cache.open(directory.resolve("data"), geometry)) {
                epoch.enter();
                for (long offset = SCAN_FROM; offset < SCAN_FROM + 2 * BUDGET_BYTES; offset += PAGE) {
                    file.ensureResident(epoch, offset, PAGE);
                    PatternFile.check(file.memory(), offset, PAGE);
                    epoch.refresh();
                }
                epoch.exit();
            }
        }
    }
}
