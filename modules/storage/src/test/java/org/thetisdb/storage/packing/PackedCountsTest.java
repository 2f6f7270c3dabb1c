package org.thetisdb.storage.packing;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Goal: counts and their order are what a loop over the values finds. Method: random values and choices. */
class PackedCountsTest {
    private final long seed = Long.getLong("thetis.seed", System.nanoTime());
    private final Random random = new Random(seed);

    @Test
    void counts_anyWidthPlaceAndChoice_areThoseOfALoop() {
        try (Arena arena = Arena.ofConfined()) {
            for (int bits = 1; bits <= PackedCounts.BITS_MAX; bits++) {
                for (int time = 0; time < 60; time++) {
                    int first = random.nextInt(70);
                    int count = 1 + random.nextInt(time % 3 == 0 ? 70 : 1030);
                    long bound = time % 4 == 0 ? 1 + random.nextLong(1L << bits) : 1L << bits;
                    long[] values = random.longs(first + count, 0, bound).toArray();
                    assertCounts(arena, values, first, count, bits);
                }
            }
        }
    }

    private void assertCounts(Arena arena, long[] values, int first, int count, int bits) {
        MemorySegment memory =
                arena.allocate(PackedValues.bytes(values.length, bits) + PackedValues.PADDING_BYTES, Long.BYTES);
        PackedValues.pack(memory, 0, 0, values.length, bits, 0, values, 0);
        long[] words = new long[PackedValues.words(count, bits)];
        int bit = PackedValues.copy(memory, 0, first, count, bits, words);
        assertCounts(words, bit, values, first, count, bits, null);
        long[] chosen = new long[PackedTests.bitWords(count)];
        int share = random.nextInt(65);
        for (int index = 0; index < count; index++) {
            chosen[index >>> 6] |= random.nextInt(64) < share ? 1L << index : 0;
        }
        assertCounts(words, bit, values, first, count, bits, chosen);
    }

    private void assertCounts(
            long[] words, int bit, long[] values, int first, int count, int bits, long @Nullable [] chosen) {
        Map<Integer, Long> expected = new LinkedHashMap<>();
        for (int index = 0; index < count; index++) {
            if (chosen == null || (chosen[index >>> 6] >>> index & 1) == 1) {
                expected.merge((int) values[first + index], 1L, Long::sum);
            }
        }
        int[] counts = new int[1 << bits];
        PackedCounts.count(words, bit, count, bits, chosen, counts);
        int[] found = new int[1 << bits];
        long[] countsOfFound = new long[1 << bits];
        int foundCount = PackedCounts.order(words, bit, bits, chosen, counts, found, countsOfFound);
        List<Map.Entry<Integer, Long>> entries = new ArrayList<>();
        for (int index = 0; index < foundCount; index++) {
            entries.add(Map.entry(found[index], countsOfFound[index]));
        }
        assertThat(entries)
                .as("seed=%d, bits=%d, first=%d, count=%d, isChosen=%s", seed, bits, first, count, chosen != null)
                .isEqualTo(new ArrayList<>(expected.entrySet()));
        int end = random.nextInt(count + 1);
        long before = IntStream.range(0, end)
                .filter(index -> chosen == null || (chosen[index >>> 6] >>> index & 1) == 1)
                .mapToLong(index -> values[first + index])
                .distinct()
                .count();
        assertThat(PackedCounts.metBefore(end, words, bit, bits, chosen, found, foundCount))
                .as("seed=%d, bits=%d, end=%d", seed, bits, end)
                .isEqualTo((int) before);
    }
}
