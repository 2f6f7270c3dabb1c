package org.thetisdb.storage.packing;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Goal: pairs, their counts and order are what a loop over the values finds. Method: random values and choices. */
class PackedPairsTest {
    private static final int ROWS_MAX = 2_300;

    private final long seed = Long.getLong("thetis.seed", System.nanoTime());
    private final Random random = new Random(seed);

    @Test
    void pairs_anyWidthsPlacesAndChoice_areThoseOfALoop() {
        try (Arena arena = Arena.ofConfined()) {
            for (int bits = 0; bits <= PackedPairs.BITS_MAX; bits++) {
                for (int otherBits = 0; bits + otherBits <= PackedPairs.BITS_MAX; otherBits++) {
                    int count = 1 + random.nextInt(ROWS_MAX);
                    int[] values = random.ints(count, 0, 1 << bits).toArray();
                    int[] others = random.ints(count, 0, 1 << otherBits).toArray();
                    PackedCodes first = packed(arena, values, bits);
                    PackedCodes second = packed(arena, others, otherBits);
                    long[] chosen = new long[PackedTests.bitWords(count)];
                    int share = random.nextInt(65);
                    for (int index = 0; index < count; index++) {
                        chosen[index >>> 6] |= random.nextInt(64) < share ? 1L << index : 0;
                    }
                    assertPairs(first, values, second, others, null);
                    assertPairs(first, values, second, others, chosen);
                }
            }
        }
    }

    private PackedCodes packed(Arena arena, int[] values, int bits) {
        if (bits == 0) {
            return new PackedCodes(new long[] {-1, -1}, 0, 0);
        }
        int before = random.nextInt(9);
        long[] all = new long[before + values.length];
        for (int index = 0; index < values.length; index++) {
            all[before + index] = values[index];
        }
        MemorySegment memory =
                arena.allocate(PackedValues.bytes(all.length, bits) + PackedValues.PADDING_BYTES, Long.BYTES);
        PackedValues.pack(memory, 0, 0, all.length, bits, 0, all, 0);
        long[] words = new long[PackedValues.words(values.length, bits)];
        return new PackedCodes(words, PackedValues.copy(memory, 0, before, values.length, bits, words), bits);
    }

    private void assertPairs(
            PackedCodes first, int[] values, PackedCodes second, int[] others, long @Nullable [] chosen) {
        Map<List<Integer>, Long> expected = new LinkedHashMap<>();
        for (int index = 0; index < values.length; index++) {
            if (chosen == null || (chosen[index >>> 6] >>> index & 1) == 1) {
                expected.merge(List.of(values[index], others[index]), 1L, Long::sum);
            }
        }
        int pairs = 1 << first.bits() + second.bits();
        int[] counts = new int[pairs];
        PackedPairs.count(first, second, values.length, chosen, counts);
        int[][] found = new int[2][pairs];
        long[] countsOfFound = new long[pairs];
        int foundCount = PackedPairs.order(first, second, chosen, counts, found, countsOfFound);
        List<Map.Entry<List<Integer>, Long>> entries = new ArrayList<>();
        for (int index = 0; index < foundCount; index++) {
            entries.add(Map.entry(List.of(found[0][index], found[1][index]), countsOfFound[index]));
        }
        assertThat(entries)
                .as("seed=%d, bits=%d, others=%d", seed, first.bits(), second.bits())
                .isEqualTo(new ArrayList<>(expected.entrySet()));
        assertThat(counts).as("for the next time").containsOnly(0);
    }
}
