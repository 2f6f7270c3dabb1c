package org.thetisdb.storage.delta;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.thetisdb.io.memory.MemoryAccount;
import org.thetisdb.io.memory.MemoryBudget;
import org.thetisdb.io.memory.MemoryGovernor;
import org.thetisdb.io.memory.MemoryUse;
import org.thetisdb.storage.arena.RecordArena;
import org.thetisdb.storage.index.IndexKey;

final class KeyFilterTest {
    private final MemoryAccount changes =
            MemoryGovernor.of(MemoryBudget.ofBytes(1L << 30)).account(MemoryUse.CHANGES);

    private final RecordArena arena = new RecordArena(changes);

    @AfterEach
    void close() {
        arena.closing().run();
    }

    private static long hash(long value) {
        return IndexKey.of(value).orElseThrow().hash64();
    }

    @Test
    void mayHave_ofWhatWasAdded_isAlwaysTrue() {
        KeyFilter filter = new KeyFilter(arena);
        for (long value = 0; value < 20_000; value++) {
            filter.add(hash(value));
            assertThat(filter.mayHave(hash(value))).isTrue();
        }
        assertThat(LongStream.range(0, 20_000).allMatch(value -> filter.mayHave(hash(value))))
                .isTrue();
    }

    @Test
    void mayHave_ofWhatWasNot_isRarelyTrue() {
        KeyFilter filter = new KeyFilter(arena);
        assertThat(filter.mayHave(hash(1))).isFalse();
        LongStream.range(0, 20_000).forEach(value -> filter.add(hash(value)));
        long mistaken = LongStream.range(1_000_000, 1_020_000)
                .filter(value -> filter.mayHave(hash(value)))
                .count();
        assertThat(mistaken).isLessThan(800);
    }

    /** It stops growing then, and is less often right about what was not added, but never wrong about what was. */
    @Test
    void mayHave_ofMoreThanItGrowsFor_isStillTrue() {
        KeyFilter filter = new KeyFilter(arena);
        long count = 1_300_000;
        LongStream.range(0, count).forEach(value -> filter.add(hash(value)));
        assertThat(LongStream.range(0, count).allMatch(value -> filter.mayHave(hash(value))))
                .isTrue();
        // A million hashes of 8 bytes, 2 MiB of words and those from before, and nothing for what came later.
        assertThat(arena.usedBytes()).isBetween(10L << 20, 11L << 20);
        assertThat(changes.usedBytes())
                .as("all of it is charged, none is on the heap")
                .isGreaterThan(10 << 20);
        assertThat(arena.heldBytes()).isEqualTo(changes.usedBytes());
        long mistaken = LongStream.range(10_000_000, 10_020_000)
                .filter(value -> filter.mayHave(hash(value)))
                .count();
        assertThat(mistaken).isLessThan(2_000);
    }
}
