package org.thetisdb.engine.hash;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PairTableTest {
    private static List<Long> values(PairTable table, long pair) {
        List<Long> values = new ArrayList<>();
        for (int place = table.find(pair); place != PairTable.NONE; place = table.after(place, pair)) {
            values.add(table.value(place));
        }
        return values;
    }

    @Test
    void find_pairsWithSeveralValues_givesAllAsAMapDoes() {
        for (long seed = 1; seed <= 60; seed++) {
            Random random = new Random(seed);
            int entriesMax = random.nextInt(1, 5_000);
            int bound = random.nextBoolean() ? Integer.MAX_VALUE : random.nextInt(1, 200);
            PairTable table = new PairTable(entriesMax, true);
            Map<Long, List<Long>> expected = new HashMap<>();
            while (!table.isFull()) {
                long pair = PairTable.pair(random.nextInt(bound), random.nextInt(bound));
                long value = random.nextLong();
                table.add(pair, value);
                expected.computeIfAbsent(pair, key -> new ArrayList<>()).add(value);
            }
            expected.forEach((pair, values) ->
                    assertThat(values(table, pair)).as("pair=%d", pair).containsExactlyInAnyOrderElementsOf(values));
            long[] wanted = random.longs(1_000, 0, 1L << 62).toArray();
            int[] rows = new int[wanted.length];
            int candidates = table.candidates(wanted, wanted.length, rows);
            int next = 0;
            for (int row = 0; row < wanted.length; row++) {
                boolean isCandidate = next < candidates && rows[next] == row;
                next += isCandidate ? 1 : 0;
                assertThat(isCandidate || !expected.containsKey(wanted[row]))
                        .as("seed=%d, row=%d", seed, row)
                        .isTrue();
                assertThat(values(table, wanted[row])).isEqualTo(expected.getOrDefault(wanted[row], List.of()));
            }
        }
    }

    @Test
    void fits_numbersOfThirtyOneBits_only() {
        assertThat(PairTable.fits(0)).isTrue();
        assertThat(PairTable.fits(Integer.MAX_VALUE)).isTrue();
        assertThat(PairTable.fits(1L << 31)).isFalse();
        assertThat(PairTable.fits(-1)).isFalse();
    }

    @Test
    void bytes_withoutValues_areHalf() {
        assertThat(PairTable.bytes(1_000, true)).isEqualTo(2 * PairTable.bytes(1_000, false));
        assertThat(PairTable.bytes(1_000, false)).isBetween(16_000L, 32_768L);
    }
}
