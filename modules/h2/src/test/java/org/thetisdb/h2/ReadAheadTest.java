package org.thetisdb.h2;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is read before somebody wants it: much for a scan, but never without a bound, and nothing for who jumps. */
class ReadAheadTest {
    private static final int PAGE = 4 << 10;
    private static final int FILE_BYTES = 16 << 20;

    @TempDir
    private Path folder;

    @Test
    void aScan_isBelievedAtItsThirdMiss_andGetsTwiceAsMuchEachTimeUpToABound() {
        ReadAhead ahead = new ReadAhead();
        long offset = 0;
        long[] expected = {0, 0, 64 << 10, 128 << 10, 256 << 10, 512 << 10, 512 << 10, 512 << 10};
        for (long bytes : expected) {
            long found = ahead.next(offset, offset + PAGE);
            assertThat(found).isEqualTo(bytes);
            offset += PAGE + found;
        }
    }

    @Test
    void scansThatGoOnBesideEachOther_areToldApart() {
        ReadAhead ahead = new ReadAhead();
        long[] offsets = {0, 1L << 30, 2L << 30, 3L << 30};
        for (int step = 0; step < 4; step++) {
            for (int scan = 0; scan < offsets.length; scan++) {
                long found = ahead.next(offsets[scan], offsets[scan] + PAGE);
                assertThat(found).isEqualTo(step < 2 ? 0 : 64L << 10 + step - 2);
                offsets[scan] += PAGE + found;
            }
        }
    }

    @Test
    void aScanThatJumps_beginsAgain() {
        ReadAhead ahead = new ReadAhead();
        ahead.next(0, PAGE);
        ahead.next(PAGE, 2 * PAGE);
        assertThat(ahead.next(2 * PAGE, 3 * PAGE)).isPositive();
        assertThat(ahead.next(1L << 40, (1L << 40) + PAGE)).isZero();
    }

    @Test
    void aFile_isReadAheadInAScan_andNotAtRandom() throws IOException {
        try (Pages pages = Pages.register(folder, Pages.AMPLE)) {
            try (FileChannel file = pages.path("file").open("rw")) {
                file.write(ByteBuffer.allocate(FILE_BYTES), 0);
                Random random = new Random(1);
                for (int read = 0; read < 200; read++) {
                    // Far from each other.
                    file.read(ByteBuffer.allocate(100), (long) random.nextInt(FILE_BYTES / (1 << 20)) << 20);
                }
                assertThat(pages.cache().counters().readAhead()).isZero();
                assertThat(pages.cache().counters().misses()).isLessThanOrEqualTo(16);
            }
            try (FileChannel file = pages.path("file").open("r")) {
                for (long offset = 0; offset < FILE_BYTES / 2; offset += PAGE) {
                    file.read(ByteBuffer.allocate(PAGE), offset);
                }
            }
            // More than nine tenths of the half that was scanned, and hardly more than that half.
            assertThat(pages.cache().counters().readAhead() * PAGE)
                    .isBetween(FILE_BYTES / 2L * 9 / 10, FILE_BYTES / 2L + ReadAhead.AHEAD_BYTES_MAX);
        }
    }

    @Test
    void whatIsReadAtRandom_inAFileLargerThanMemory_bringsFewPages() throws IOException {
        try (Pages pages = Pages.register(folder, Pages.TINY);
                FileChannel file = pages.path("file").open("rw")) {
            file.write(ByteBuffer.allocate(FILE_BYTES), 0);
            Random random = new Random(1);
            for (int read = 0; read < 3_200; read++) {
                file.read(ByteBuffer.allocate(100), (long) random.nextInt(FILE_BYTES / PAGE) * PAGE);
            }
            assertThat(pages.cache().counters().misses()).isLessThan(300);
        }
    }
}
