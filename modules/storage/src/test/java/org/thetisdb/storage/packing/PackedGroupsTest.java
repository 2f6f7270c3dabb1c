package org.thetisdb.storage.packing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Goal: totals by group are those of the values. Method: random groups, values and choices; a chunk of the largest. */
final class PackedGroupsTest {
    private static final int ROWS_MAX = 2_300;
    private static final int CHUNK_ROWS = 1 << 15;
    private static final long SEED = Long.getLong("thetis.seed", System.nanoTime());

    private final RandomGenerator random = new SplittableRandom(SEED);

    @Test
    void totals_anyWidthsAndChoice_areThoseOfTheValues() {
        for (int groupBits = 0; groupBits <= PackedGroups.BITS_MAX; groupBits++) {
            for (int bits = groupBits % 3; bits <= PackedSums.BITS_MAX; bits += 3) {
                int count = 1 + random.nextInt(ROWS_MAX);
                int[] groups = PackedArrays.values(random, count, groupBits);
                int[] values = PackedArrays.values(random, count, bits);
                long[] chosen = random.nextInt(4) == 0 ? null : PackedArrays.some(random, count);
                assertTotals(groups, groupBits, values, bits, chosen);
            }
        }
    }

    @Test
    void totals_ofAChunkOfTheLargest_haveRoom() {
        int[] values = new int[CHUNK_ROWS];
        Arrays.fill(values, Integer.MAX_VALUE);
        assertTotals(new int[CHUNK_ROWS], 0, values, PackedSums.BITS_MAX, null);
    }

    private void assertTotals(int[] groups, int groupBits, int[] values, int bits, long @Nullable [] chosen) {
        int groupCount = 1 << groupBits;
        LongSummaryStatistics[] expected =
                Stream.generate(LongSummaryStatistics::new).limit(groupCount).toArray(LongSummaryStatistics[]::new);
        for (int row = 0; row < groups.length; row++) {
            if (chosen == null || PackedArrays.isSet(chosen, row)) {
                expected[groups[row]].accept(values[row]);
            }
        }
        PackedCodes packedGroups = PackedArrays.packed(random, groups, groupBits);
        PackedCodes packedValues = PackedArrays.packed(random, values, bits);
        long[] added = new long[groupCount];
        Arrays.fill(added, -1);
        PackedGroups.add(packedGroups, packedValues, groups.length, chosen, added);
        int[] least = new int[groupCount];
        int[] greatest = new int[groupCount];
        PackedGroups.bounds(packedGroups, packedValues, groups.length, chosen, least, greatest);
        List<String> found = new ArrayList<>();
        List<String> wanted = new ArrayList<>();
        for (int group = 0; group < groupCount; group++) {
            LongSummaryStatistics of = expected[group];
            if (of.getCount() > 0 || added[group] != 0) {
                wanted.add(of.getCount() + " " + of.getSum() + " " + of.getMin() + " " + of.getMax());
                found.add(PackedGroups.count(added[group]) + " " + PackedGroups.sum(added[group]) + " " + least[group]
                        + " " + greatest[group]);
            }
        }
        assertThat(found)
                .as("-Dthetis.seed=%d: %d bits of groups, %d of values", SEED, groupBits, bits)
                .isEqualTo(wanted);
    }
}
