package org.thetisdb.storage.packing;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Goal: totals are what a loop over the values finds. Method: random values and choices, and extremes. */
class PackedSumsTest {
    private static final int COUNT_MAX = 1030;
    private static final int CHUNK = 32_768;

    private final long seed = Long.getLong("thetis.seed", System.nanoTime());
    private final Random random = new Random(seed);

    @Test
    void totals_anyWidthPlaceAndChoice_areThoseOfALoop() {
        try (Arena arena = Arena.ofConfined()) {
            for (int bits = 1; bits <= PackedSums.BITS_MAX; bits++) {
                for (int time = 0; time < 60; time++) {
                    int first = random.nextInt(70);
                    int count = 1 + random.nextInt(time % 3 == 0 ? 70 : COUNT_MAX);
                    long least = time % 4 == 0 ? random.nextLong(1L << bits) : 0;
                    long[] values =
                            random.longs(first + count, least, 1L << bits).toArray();
                    assertTotals(packed(arena, values, bits), values, first, count, bits);
                }
            }
        }
    }

    @Test
    void sumsOfWholeChunksOfTheLargestValues_loseNothing() {
        try (Arena arena = Arena.ofConfined()) {
            for (int bits = 1; bits <= PackedSums.BITS_MAX; bits++) {
                long[] values = new long[CHUNK];
                Arrays.fill(values, (1L << bits) - 1);
                assertTotals(packed(arena, values, bits), values, 0, CHUNK, bits);
            }
        }
    }

    private static MemorySegment packed(Arena arena, long[] values, int bits) {
        MemorySegment memory =
                arena.allocate(PackedValues.bytes(values.length, bits) + PackedValues.PADDING_BYTES, Long.BYTES);
        PackedValues.pack(memory, 0, 0, values.length, bits, 0, values, 0);
        return memory;
    }

    private void assertTotals(MemorySegment memory, long[] values, int first, int count, int bits) {
        long[] words = new long[PackedValues.words(count, bits)];
        int bit = PackedValues.copy(memory, 0, first, count, bits, words);
        assertTotals(words, bit, values, first, count, bits, null);
        long[] chosen = new long[PackedTests.bitWords(count)];
        int share = 1 + random.nextInt(64);
        for (int index = 0; index < count; index++) {
            chosen[index >>> 6] |= random.nextInt(64) < share ? 1L << index : 0;
        }
        chosen[0] |= 1;
        assertTotals(words, bit, values, first, count, bits, chosen);
    }

    private void assertTotals(
            long[] words, int bit, long[] values, int first, int count, int bits, long @Nullable [] chosen) {
        long[] meant = IntStream.range(0, count)
                .filter(index -> chosen == null || (chosen[index >>> 6] >>> index & 1) == 1)
                .mapToLong(index -> values[first + index])
                .toArray();
        long bounds = PackedSums.bounds(words, bit, count, bits, chosen);
        assertThat(new long[] {
                    PackedSums.chosenCount(chosen, count),
                    PackedSums.sum(words, bit, count, bits, chosen),
                    PackedSums.least(bounds),
                    PackedSums.greatest(bounds)
                })
                .as("seed=%d, bits=%d, first=%d, count=%d, isChosen=%s", seed, bits, first, count, chosen != null)
                .containsExactly(
                        meant.length,
                        Arrays.stream(meant).sum(),
                        Arrays.stream(meant).min().orElseThrow(),
                        Arrays.stream(meant).max().orElseThrow());
    }
}
