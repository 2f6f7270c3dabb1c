package org.thetisdb.storage.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.io.LocalFileSystem;
import org.thetisdb.io.PageCache;
import org.thetisdb.io.PageCacheOptions;
import org.thetisdb.io.PagedFile;
import org.thetisdb.io.PagedFileGeometry;
import org.thetisdb.io.PagedFileWriter;
import org.thetisdb.io.memory.MemoryBudget;
import org.thetisdb.storage.file.Foresight;
import org.thetisdb.storage.file.StoreMemory;

/** A file of pages that each begin with the number of another page: a list that is followed by reading. */
class ForesightTest {
    private static final int PAGE = 4096;
    private static final int PAGE_COUNT = 512;
    private static final int STEP = 37;

    @TempDir
    private Path directory;

    private PageCache cache;
    private PagedFile file;
    private ReaderMemories memories;
    private StoreMemory memory;

    @BeforeEach
    void write() {
        Path path = directory.resolve("data");
        PagedFileGeometry geometry;
        try (PagedFileWriter writer = PagedFileWriter.create(new LocalFileSystem(), path, PAGE, 1, 7)) {
            MemorySegment page = MemorySegment.ofArray(new byte[PAGE]);
            while (writer.position() < (long) PAGE_COUNT * PAGE) {
                long number = writer.position() / PAGE;
                page.set(ValueLayout.JAVA_LONG_UNALIGNED, 0, next(number));
                writer.append(page, PAGE);
            }
            geometry = writer.finish();
        }
        cache = PageCache.open(new LocalFileSystem(), PageCacheOptions.of(MemoryBudget.ofBytes(16 << 20)));
        file = cache.open(path, geometry);
        memories = new ReaderMemories(_ -> file, cache.register());
        memory = memories.of(0);
    }

    @AfterEach
    void close() {
        memories.close();
        cache.close();
    }

    private static long next(long page) {
        return 1 + (page + STEP) % (PAGE_COUNT - 1);
    }

    private long read(long page) {
        memory.ensure(page * PAGE, Long.BYTES);
        return memory.memory().get(ValueLayout.JAVA_LONG, page * PAGE);
    }

    /** Follows some chains for two steps each, and counts how often the foresight is asked. */
    private final class Chains implements Foresight {
        private final List<Long> starts = new ArrayList<>(List.of(3L, 60L, 200L, 201L, 310L, 400L, 477L));
        private int askedCount;

        @Override
        public void tell(Wants wants) {
            askedCount++;
            for (long start : starts) {
                if (wants.isOpen()) {
                    tell(start);
                }
            }
        }

        private void tell(long start) {
            try {
                read(read(start));
            } catch (Missing _) {
                // Its page is noted.
            }
        }
    }

    @Test
    void missingPage_withForesight_asksOnceForEachStepOfAllChains() {
        Chains chains = new Chains();
        assertThat(memories.foresee(chains)).isSameAs(Foresight.NONE);
        for (long start : chains.starts) {
            assertThat(read(read(start))).isEqualTo(next(next(start)));
        }
        assertThat(memories.foresee(Foresight.NONE)).isSameAs(chains);
        assertThat(chains.askedCount).isEqualTo(2);
        assertThat(cache.counters().misses()).isEqualTo(2L * chains.starts.size());
    }

    @Test
    void residentPages_withForesight_neverAsk() {
        Chains chains = new Chains();
        chains.starts.forEach(this::read);
        memories.foresee(chains);
        chains.starts.forEach(this::read);
        assertThat(chains.askedCount).isZero();
    }

    @Test
    void foresightThatFails_failsTheRead_andTheNextReadIsItsOwn() {
        memories.foresee(_ -> {
            throw new IllegalStateException("of the foresight");
        });
        assertThatThrownBy(() -> read(5)).isInstanceOf(IllegalStateException.class);
        memories.foresee(Foresight.NONE);
        assertThat(read(5)).isEqualTo(next(5));
        assertThat(cache.counters().misses()).isEqualTo(1);
    }

    @Test
    void foresightThatWantsAll_isToldWhenToStop() {
        int[] told = {0};
        memories.foresee(wants -> {
            for (long page = 1; page < PAGE_COUNT && wants.isOpen(); page++) {
                try {
                    read(page);
                } catch (Foresight.Missing _) {
                    told[0]++;
                }
            }
        });
        read(7);
        assertThat(told[0]).isBetween(16, 256);
        assertThat(cache.counters().misses()).isBetween(16L, 256L);
    }

    @Test
    void piecesOnAPageThatIsNoted_arePassedOver_moreAndMore() {
        int[] told = {0};
        memories.foresee(wants -> {
            for (long piece = 0; piece < 1000 && wants.isOpen(); piece += wants.step()) {
                try {
                    told[0]++;
                    read(9);
                } catch (Foresight.Missing _) {
                    // As for all pieces.
                }
            }
        });
        read(9);
        assertThat(told[0]).isBetween(2, 30);
        assertThat(cache.counters().misses()).isEqualTo(1);
    }

    @Test
    void foresightThatFindsNothing_isWantedLess_untilItDoes() {
        read(8);
        int[] told = {0};
        Foresight nothing = wants -> {
            while (wants.isOpen()) {
                told[0]++;
                read(8);
            }
        };
        memories.foresee(nothing);
        read(10);
        int first = told[0];
        for (long page = 11; page < 30; page++) {
            told[0] = 0;
            read(page);
        }
        int last = told[0];
        assertThat(last).isBetween(1, first / 8);
        memories.foresee(new Chains());
        read(60);
        memories.foresee(nothing);
        told[0] = 0;
        read(40);
        assertThat(told[0]).isBetween(last + 1, first);
    }
}
