package org.thetisdb.engine.order;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.testing.StageHarness;
import org.thetisdb.engine.testing.TestGraph;

/** Sorting by prefixes gives the order that comparing gives, of equal rows that of their numbers. */
class PrefixOrderTest {
    private static final int ROW_COUNT = 3000;

    private final StageHarness harness = new StageHarness(TestGraph.builder(1).build(), 1024);

    @Test
    void integers_ofFewAndOfAllBits() {
        assertSorted(1, random -> (long) random.nextInt(1000));
        assertSorted(2, random -> random.nextLong() >> random.nextInt(64));
        assertSorted(3, random -> random.nextLong());
        assertSorted(4, random -> 1000L);
        assertSorted(5, random -> random.nextBoolean() ? Long.MIN_VALUE : Long.MAX_VALUE);
        assertSorted(6, random -> Long.MAX_VALUE - random.nextInt(300));
    }

    @Test
    void floats_withInfinitiesZerosAndNaN() {
        double[] special = {0.0, -0.0, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 1e-300, -1e300};
        assertSorted(
                7, random -> random.nextInt(3) == 0 ? special[random.nextInt(special.length)] : random.nextGaussian());
    }

    @Test
    void texts_withCommonBegins() {
        assertSorted(8, random -> "a common begin, then " + random.nextInt(500));
        assertSorted(9, random -> "é".repeat(random.nextInt(6)) + (char) ('a' + random.nextInt(3)));
        assertSorted(10, random -> random.nextBoolean() ? "" : "\u0000".repeat(random.nextInt(10)));
    }

    @Test
    void nulls_comeLast_alsoBesideTheGreatestValue() {
        assertSorted(11, random -> random.nextInt(3) == 0 ? null : Long.MAX_VALUE - random.nextInt(2));
        assertSorted(12, random -> random.nextInt(3) == 0 ? null : "text " + random.nextInt(50));
        assertSorted(13, random -> random.nextInt(3) == 0 ? null : random.nextInt(4) == 0 ? Double.NaN : 1.0);
    }

    @Test
    void severalKinds_andBooleans() {
        assertSorted(14, random -> random.nextBoolean() ? (Object) random.nextLong() : random.nextDouble());
        assertSorted(15, random -> random.nextBoolean());
    }

    @Test
    void datetimes_alsoOfTheSameSecond() {
        assertSorted(
                16,
                random -> LocalDateTime.ofEpochSecond(random.nextInt(300) - 150, random.nextInt(4), ZoneOffset.UTC));
        assertSorted(
                17,
                random -> LocalDateTime.ofEpochSecond(random.nextInt(300) * 900L, random.nextInt(2), ZoneOffset.UTC)
                        .atZone(ZoneId.of(random.nextBoolean() ? "Asia/Tokyo" : "Europe/Berlin")));
        assertSorted(18, random -> random.nextInt(3) == 0 ? null : LocalDateTime.MAX.minusSeconds(random.nextInt(2)));
    }

    @Test
    void anOrderIsUsedAgain_forMoreRowsAndForFewer() {
        SortKeys keys = new SortKeys(new int[] {1, 0}, new boolean[] {true, false});
        PrefixOrder sorting = new PrefixOrder(keys, () -> {});
        Random random = new Random(19);
        for (int count : new int[] {300, ROW_COUNT, 1, 700, 2000}) {
            List<List<Object>> rows = new ArrayList<>();
            for (int row = 0; row < count; row++) {
                rows.add(StageHarness.row((long) random.nextInt(900), (long) random.nextInt(3), "t"));
            }
            Batch batch = harness.batch(rows);
            assertThat(Arrays.copyOf(sorting.sorted(batch), count))
                    .as("rows=%d", count)
                    .isEqualTo(PrefixOrder.sorted(batch, keys, () -> {}));
        }
        sorting.clear();
    }

    private void assertSorted(long seed, Function<Random, Object> keys) {
        Random random = new Random(seed);
        List<List<Object>> rows = new ArrayList<>();
        for (int row = 0; row < ROW_COUNT; row++) {
            rows.add(StageHarness.row(keys.apply(random), (long) random.nextInt(3), "t" + random.nextInt(2)));
        }
        Batch batch = harness.batch(rows);
        for (int[] slots : new int[][] {{0}, {0, 1}, {1, 0}, {2, 1, 0}, {1, 2}}) {
            for (boolean ascending : new boolean[] {true, false}) {
                boolean[] directions = {ascending, !ascending, ascending};
                SortKeys sortKeys = new SortKeys(slots, directions);
                assertThat(PrefixOrder.sorted(batch, sortKeys, () -> {}))
                        .as("seed=%d, keys=%d, ascending=%s", seed, slots.length, ascending)
                        .isEqualTo(IntOrder.sorted(ROW_COUNT, sortKeys.comparison(batch, 0), () -> {}));
            }
        }
    }
}
