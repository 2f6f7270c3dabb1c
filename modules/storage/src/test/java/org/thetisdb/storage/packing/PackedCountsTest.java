package org.thetisdb.storage.packing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Goal: counts and their order are what a loop over the values finds. Method: random values and choices. */
class PackedCountsTest {
    private final long seed = Long.getLong("thetis.seed", System.nanoTime());
    private final Random random = new Random(seed);

    @Test
    void counts_anyWidthPlaceAndChoice_areThoseOfALoop() {
        for (int bits = 0; bits <= PackedCounts.BITS_MAX; bits++) {
            for (int time = 0; time < 60; time++) {
                int count = 1 + random.nextInt(time % 3 == 0 ? 70 : 1030);
                int bound = time % 4 == 0 ? 1 + random.nextInt(1 << bits) : 1 << bits;
                int[] values = random.ints(count, 0, bound).toArray();
                PackedCodes codes = PackedArrays.packed(random, values, bits);
                assertCounts(codes, values, null);
                assertCounts(codes, values, PackedArrays.some(random, count));
            }
        }
    }

    private void assertCounts(PackedCodes codes, int[] values, long @Nullable [] chosen) {
        Map<Integer, Long> expected = new LinkedHashMap<>();
        for (int index = 0; index < values.length; index++) {
            if (chosen == null || PackedArrays.isSet(chosen, index)) {
                expected.merge(values[index], 1L, Long::sum);
            }
        }
        int[] counts = new int[1 << codes.bits()];
        PackedCounts.count(codes, values.length, chosen, counts);
        int[] found = new int[counts.length];
        long[] countsOfFound = new long[counts.length];
        int foundCount = PackedCounts.order(codes, chosen, counts, found, countsOfFound);
        List<Map.Entry<Integer, Long>> entries = new ArrayList<>();
        for (int index = 0; index < foundCount; index++) {
            entries.add(Map.entry(found[index], countsOfFound[index]));
        }
        assertThat(entries)
                .as("seed=%d, bits=%d, count=%d, isChosen=%s", seed, codes.bits(), values.length, chosen != null)
                .isEqualTo(new ArrayList<>(expected.entrySet()));
    }
}
