package org.thetisdb.engine.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.thetisdb.engine.testing.ExpressionHarness.f;
import static org.thetisdb.engine.testing.ExpressionHarness.vector;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.cypher.bound.Step.AggregateFunction;
import org.thetisdb.engine.semantics.NodeList;
import org.thetisdb.engine.testing.ExpressionHarness;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.NodeReference;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

class AggregatesTest {
    private static final int BATCH_ROWS = 1024;

    private static AggregateAccumulator accumulator(AggregateFunction function, boolean distinct) {
        return Aggregates.accumulator(
                new Step.Aggregation(ExpressionHarness.variable(0), function, distinct, List.<Expression>of()),
                () -> ExpressionHarness.context(Map.of()).run());
    }

    /** The result over one group, computed at once, in two merged halves and by saved states, which must agree. */
    private static Object result(AggregateFunction function, boolean distinct, Double percentile, Object... values) {
        Object whole = run(function, distinct, percentile, values, values.length, false);
        assertThat(run(function, distinct, percentile, values, values.length / 2, false))
                .isEqualTo(whole);
        assertThat(run(function, distinct, percentile, values, values.length, true))
                .isEqualTo(whole);
        assertThat(run(function, distinct, percentile, values, values.length / 2, true))
                .isEqualTo(whole);
        return whole;
    }

    private static Object run(
            AggregateFunction function,
            boolean distinct,
            Double percentile,
            Object[] values,
            int split,
            boolean toOne) {
        AggregateAccumulator first = fill(function, distinct, percentile, Arrays.copyOf(values, split), toOne);
        AggregateAccumulator second =
                fill(function, distinct, percentile, Arrays.copyOfRange(values, split, values.length), toOne);
        AggregateAccumulator restored = accumulator(function, distinct);
        restored.reserve(2);
        for (AggregateAccumulator half : List.of(first, second)) {
            Vector[] states = half.states(new int[] {0}, 1);
            assertThat(states).hasSize(restored.stateColumnCount());
            restored.addStates(states, new int[] {1}, 1);
        }
        first.merge(second, new int[] {0}, new int[] {0}, 1);
        assertThat(first.bytes()).isPositive();
        Vector into = new Vector();
        restored.result(1, 1, into);
        Object byStates = into.valueAt(0);
        first.result(0, 1, into);
        assertThat(byStates).isEqualTo(into.valueAt(0));
        return byStates;
    }

    private static AggregateAccumulator fill(
            AggregateFunction function, boolean distinct, Double percentile, Object[] values, boolean toOne) {
        AggregateAccumulator accumulator = accumulator(function, distinct);
        accumulator.reserve(1);
        if (values.length > 0) {
            Object[] percentiles = new Object[values.length];
            Arrays.fill(percentiles, percentile);
            Vector[] arguments = percentile == null
                    ? new Vector[] {vector(values)}
                    : new Vector[] {vector(values), vector(percentiles)};
            if (toOne) {
                accumulator.addToOne(new int[values.length], arguments, null, values.length);
            } else {
                accumulator.add(new int[values.length], arguments, null, values.length);
            }
        }
        return accumulator;
    }

    private static Object plain(AggregateFunction function, Object... values) {
        return result(function, false, null, values);
    }

    @Test
    void extremes_ofOneKindOrSeveral_areTheFirstOfTheBest() {
        assertThat(plain(AggregateFunction.MIN, 3L, -2L, 7L, -2L)).isEqualTo(-2L);
        assertThat(plain(AggregateFunction.MAX, Long.MIN_VALUE, null, Long.MAX_VALUE, 7L))
                .isEqualTo(Long.MAX_VALUE);
        assertThat(plain(AggregateFunction.MAX, "b", "ab", null, "c", "ca")).isEqualTo("ca");
        assertThat(plain(AggregateFunction.MIN, 1.5, Double.NaN, -0.5)).isEqualTo(-0.5);
        assertThat(plain(AggregateFunction.MAX, 1.5, Double.NaN, -0.5)).isEqualTo(Double.NaN);
        assertThat(plain(AggregateFunction.MIN, 1L, "a", true, null, 2.5)).isEqualTo("a");
        assertThat(plain(AggregateFunction.MIN, false, true, false)).isEqualTo(false);
    }

    @Test
    void extremes_ofCodedStrings_areThoseOfTheStringsThatOccur() {
        String[] words = {"Mkt", "", "zz", "Eng", "Sales"};
        Vector column = new Vector();
        column.reset(VectorKind.STRING, 6);
        column.code(ExpressionHarness.dictionary(words));
        int[] codes = {0, 4, 3, 1, 3, 0};
        System.arraycopy(codes, 0, column.codes(), 0, codes.length);
        column.setNull(3);
        assertThat(extremeOf(AggregateFunction.MIN, column)).isEqualTo("Eng");
        assertThat(extremeOf(AggregateFunction.MAX, column)).isEqualTo("Sales");
        column.setAllNull();
        assertThat(extremeOf(AggregateFunction.MAX, column)).isNull();
    }

    /** By groups and of an only group, which must agree. */
    private static Object extremeOf(AggregateFunction function, Vector column) {
        AggregateAccumulator extremes = accumulator(function, false);
        extremes.reserve(2);
        extremes.addToOne(new int[column.count()], new Vector[] {column}, null, column.count());
        int[] second = new int[column.count()];
        Arrays.fill(second, 1);
        extremes.add(second, new Vector[] {column}, null, column.count());
        Vector into = new Vector();
        extremes.result(0, 2, into);
        assertThat(into.valueAt(1)).isEqualTo(into.valueAt(0));
        return into.valueAt(0);
    }

    @Test
    void sum_ofIntegersThatNearlyOverflow_isExact() {
        assertThat(plain(AggregateFunction.SUM, 1L << 61, 1L << 61, -(1L << 62), 5L, -7L))
                .isEqualTo(-2L);
        assertThat(plain(AggregateFunction.SUM, Long.MIN_VALUE, 1L, Long.MAX_VALUE))
                .isEqualTo(0L);
        Object[] many = new Object[BATCH_ROWS];
        Arrays.fill(many, (1L << 52) - 1);
        assertThat(plain(AggregateFunction.SUM, many)).isEqualTo(BATCH_ROWS * ((1L << 52) - 1));
        Arrays.fill(many, -(1L << 53));
        assertThat(plain(AggregateFunction.SUM, many)).isEqualTo(Long.MIN_VALUE);
    }

    @Test
    void ofNothing_isTheNeutralValue() {
        assertThat(plain(AggregateFunction.COUNT)).isEqualTo(0L);
        assertThat(plain(AggregateFunction.SUM)).isEqualTo(0L);
        assertThat(plain(AggregateFunction.AVG)).isNull();
        assertThat(plain(AggregateFunction.MIN)).isNull();
        assertThat(plain(AggregateFunction.COLLECT)).isEqualTo(List.of());
        assertThat(plain(AggregateFunction.STDEV)).isNull();
        assertThat(plain(AggregateFunction.SUM, null, null)).isEqualTo(0L);
    }

    @Test
    void sum_ofNumbersAndDurations_promotes() {
        assertThat(plain(AggregateFunction.SUM, 1L, 2L, null)).isEqualTo(3L);
        assertThat(plain(AggregateFunction.SUM, 1L, 2.5)).isEqualTo(3.5);
        assertThat(plain(AggregateFunction.SUM, 1e100, 1.0, -1e100)).isEqualTo(1.0);
        assertThat(plain(AggregateFunction.SUM, Long.MAX_VALUE, 5L, -5L)).isEqualTo(Long.MAX_VALUE);
        assertThat(plain(AggregateFunction.SUM, f("duration", "P1DT1H"), f("duration", "P1M")))
                .isEqualTo(f("duration", "P1M1DT1H"));
        assertThat(plain(AggregateFunction.AVG, 1L, 2L)).isEqualTo(1.5);
        assertThat(plain(AggregateFunction.AVG, Long.MAX_VALUE, Long.MAX_VALUE)).isEqualTo(0x1p63);
        assertThat(plain(AggregateFunction.AVG, f("duration", "P1D"), f("duration", "P2D")))
                .isEqualTo(f("duration", "P1DT12H"));
        assertThatThrownBy(() -> plain(AggregateFunction.SUM, Long.MAX_VALUE, 1L))
                .isInstanceOfSatisfying(
                        ThetisException.class,
                        error -> assertThat(error.code()).isEqualTo(ErrorCode.NUMBER_OUT_OF_RANGE));
        assertThatThrownBy(() -> plain(AggregateFunction.SUM, "a")).isInstanceOf(ThetisException.class);
    }

    @Test
    void extremes_ofMixedTypes_followOrderability() {
        Object[] mixed = {1L, "a", null, List.of(1L, 2L), 0.2, "b"};
        assertThat(plain(AggregateFunction.MAX, mixed)).isEqualTo(1L);
        assertThat(plain(AggregateFunction.MIN, mixed)).isEqualTo(List.of(1L, 2L));
        assertThat(plain(AggregateFunction.MIN, "c", "a", "b")).isEqualTo("a");
        assertThat(plain(AggregateFunction.MAX, 1L, 2L, null)).isEqualTo(2L);
    }

    private static AggregateAccumulator distinctOf(int from, int to, int groupCount) {
        AggregateAccumulator accumulator = accumulator(AggregateFunction.COUNT, true);
        accumulator.reserve(groupCount);
        for (int first = from; first < to; first += BATCH_ROWS) {
            int count = Math.min(BATCH_ROWS, to - first);
            Vector values = new Vector();
            values.reset(VectorKind.INTEGER, count);
            int[] groups = new int[count];
            for (int row = 0; row < count; row++) {
                values.longs()[row] = (long) first + row;
                groups[row] = (first + row) % groupCount;
            }
            long foreseen = accumulator.bytesWith(count);
            accumulator.add(groups, new Vector[] {values}, null, count);
            // The first keys are only known when they are there.
            if (first > from) {
                assertThat(accumulator.bytes()).as("first=%s", first).isLessThanOrEqualTo(foreseen);
            }
        }
        return accumulator;
    }

    private static List<Object> results(AggregateAccumulator accumulator, int groupCount) {
        Vector into = new Vector();
        accumulator.result(0, groupCount, into);
        List<Object> results = new ArrayList<>();
        for (int group = 0; group < groupCount; group++) {
            results.add(into.valueAt(group));
        }
        return results;
    }

    /** All values of one worker beside all of another would be more than either has. */
    @Test
    void distinctValuesOfAnother_areMergedInPieces() {
        AggregateAccumulator one = distinctOf(0, 300_000, 1);
        AggregateAccumulator other = distinctOf(0, 300_000, 1);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        one.merge(other, new int[] {0}, new int[] {0}, 1);
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(1 << 20);
        assertThat(results(one, 1)).containsExactly(300_000L);
    }

    @Test
    void distinctValues_areMergedIntoTheGroupsOfTheirNames() {
        for (int[] some : new int[][] {{2}, {0, 2, 3}, {4, 3, 2, 1, 0}}) {
            AggregateAccumulator one = distinctOf(0, 1_000, 5);
            AggregateAccumulator other = distinctOf(500, 20_000, 5);
            int[] names = Arrays.stream(some).map(group -> 4 - group).toArray();
            one.merge(other, some, names, some.length);
            List<Object> expected = new ArrayList<>();
            for (long group = 0; group < 5; group++) {
                int source = (int) (4 - group);
                boolean isMerged = Arrays.stream(some).anyMatch(each -> each == source);
                // Of the group itself 100 of the former 200 are among those that come.
                long more = source == group ? 3_800 : 3_900;
                expected.add(200 + (isMerged ? more : 0));
            }
            assertThat(results(one, 5)).as(Arrays.toString(some)).isEqualTo(expected);
        }
    }

    @Test
    void distinct_countsEqualValuesOnce() {
        Object[] values = {1L, 1.0, 2L, null, "a", "a", List.of(1L), List.of(1.0), Double.NaN, Double.NaN};
        assertThat(result(AggregateFunction.COUNT, true, null, values)).isEqualTo(5L);
        assertThat(result(AggregateFunction.SUM, true, null, 1L, 1L, 2L)).isEqualTo(3L);
        assertThat(result(AggregateFunction.COLLECT, true, null, "b", "a", "b")).isEqualTo(List.of("b", "a"));
        assertThat(result(AggregateFunction.PERCENTILE_DISC, true, 0.5, 1L, 1L, 1L, 2L, 3L))
                .isEqualTo(2L);
    }

    @Test
    void distinct_ofCodedStrings_countsThoseOfAllBatchesAndGroupsOnce() {
        AggregateAccumulator distinct = accumulator(AggregateFunction.COUNT, true);
        distinct.reserve(2);
        Vector first = coded(new String[] {"a", "b", "c"}, 0, 1, 1, 0);
        Vector second = coded(new String[] {"c", "d", "a"}, 0, 0, 2, 2);
        Vector withNulls = coded(new String[] {"e", "f"}, 0, 1, 1, 1);
        withNulls.setNull(0);
        for (Vector column : List.of(first, first, second, withNulls, second, first)) {
            distinct.addToOne(new int[4], new Vector[] {column}, null, 4);
        }
        distinct.addToOne(new int[] {1, 1, 1, 1}, new Vector[] {first}, null, 4);
        assertThat(results(distinct, 2)).isEqualTo(List.of(4L, 2L));
    }

    private static Vector coded(String[] words, int... codes) {
        Vector column = new Vector();
        column.reset(VectorKind.STRING, codes.length);
        column.code(ExpressionHarness.dictionary(words));
        System.arraycopy(codes, 0, column.codes(), 0, codes.length);
        return column;
    }

    @Test
    void distinct_ofManyValuesInManyGroups_survivesGrowth() {
        AggregateAccumulator accumulator = accumulator(AggregateFunction.COUNT, true);
        int count = 1000;
        List<Object> values = new ArrayList<>();
        int[] groups = new int[count];
        for (int row = 0; row < count; row++) {
            values.add(new NodeReference(row % 300));
            groups[row] = row % 7;
        }
        accumulator.reserve(7);
        accumulator.add(groups, new Vector[] {vector(values.toArray())}, null, count);
        accumulator.add(groups, new Vector[] {vector(values.toArray())}, null, count);
        Vector into = new Vector();
        accumulator.result(0, 7, into);
        long total = 0;
        for (int group = 0; group < 7; group++) {
            total += (long) into.valueAt(group);
        }
        assertThat(total).isEqualTo(1000);
    }

    /** Bits for each pair of group and value while they are not too many, and pairs after that; merged either way. */
    @Test
    void distinct_ofFewAndOfManyValues_countsTheSameByBitsAndByPairs() {
        int groupCount = 20_000;
        for (int seed = 1; seed <= 6; seed++) {
            Random random = new Random(seed);
            List<Set<Long>> model = Stream.generate(HashSet<Long>::new)
                    .limit(groupCount)
                    .map(each -> (Set<Long>) each)
                    .toList();
            int manyValues = 40_000;
            AggregateAccumulator one = someOf(model, random, seed % 2 == 0 ? manyValues : 50);
            AggregateAccumulator other = someOf(model, random, seed % 3 == 0 ? manyValues : 300);
            int[] all = IntStream.range(0, groupCount).toArray();
            AggregateAccumulator restored = accumulator(AggregateFunction.COUNT, true);
            restored.reserve(groupCount);
            one.merge(other, all, all, groupCount);
            restored.addStates(one.states(all, groupCount), all, groupCount);
            List<Object> expected =
                    model.stream().map(each -> (Object) (long) each.size()).toList();
            assertThat(results(one, groupCount)).as("seed=%s, merged", seed).isEqualTo(expected);
            assertThat(results(restored, groupCount))
                    .as("seed=%s, restored", seed)
                    .isEqualTo(expected);
        }
    }

    private static AggregateAccumulator someOf(List<Set<Long>> model, Random random, int valueCount) {
        AggregateAccumulator accumulator = accumulator(AggregateFunction.COUNT, true);
        for (int batch = 0; batch < 60; batch++) {
            Vector values = new Vector();
            values.reset(VectorKind.INTEGER, BATCH_ROWS);
            int[] groups = new int[BATCH_ROWS];
            for (int row = 0; row < BATCH_ROWS; row++) {
                // Groups come bit by bit, as in a table.
                groups[row] = random.nextInt(1 + model.size() * (batch + 1) / 60 - 1);
                values.longs()[row] = random.nextInt(valueCount);
                model.get(groups[row]).add(values.longs()[row]);
            }
            accumulator.reserve(model.size() * (batch + 1) / 60);
            accumulator.add(groups, new Vector[] {values}, null, BATCH_ROWS);
        }
        accumulator.reserve(model.size());
        return accumulator;
    }

    @Test
    void collect_ofNodes_isANodeList() {
        Object list = plain(AggregateFunction.COLLECT, new NodeReference(1), null, new NodeReference(2));
        assertThat(list).isInstanceOf(NodeList.class).isEqualTo(List.of(new NodeReference(1), new NodeReference(2)));
        assertThat(plain(AggregateFunction.COLLECT, new NodeReference(1), "a", new NodeReference(2)))
                .isEqualTo(List.of(new NodeReference(1), "a", new NodeReference(2)));
    }

    @Test
    void percentilesAndDeviations_matchTheirDefinitions() {
        assertThat(result(AggregateFunction.PERCENTILE_CONT, false, 0.4, 10L, 20L, 30L))
                .isEqualTo(18.0);
        assertThat(result(AggregateFunction.PERCENTILE_DISC, false, 0.5, 10.0, 20.0, 30.0))
                .isEqualTo(20.0);
        assertThat(result(AggregateFunction.PERCENTILE_DISC, false, 0.0, 10L, 20L))
                .isEqualTo(10L);
        assertThat(result(AggregateFunction.PERCENTILE_DISC, false, 1.0, 10L, 20L))
                .isEqualTo(20L);
        assertThat((double) plain(AggregateFunction.STDEV, 42L, 81L, 33L, 29L, 10L, 4L))
                .isBetween(27.46, 27.47);
        assertThat(plain(AggregateFunction.STDEVP, 2L, 4L, 4L, 4L, 5L, 5L, 7L, 9L))
                .isEqualTo(2.0);
        assertThatThrownBy(() -> result(AggregateFunction.PERCENTILE_CONT, false, 1.5, 1L))
                .isInstanceOf(ThetisException.class);
    }

    @Test
    void multiplicities_countRowsManyTimes() {
        Vector[] arguments = {vector(2L, 3L)};
        Object[][] expected = {
            {AggregateFunction.COUNT, 5L},
            {AggregateFunction.SUM, 12L},
            {AggregateFunction.AVG, 2.4},
            {AggregateFunction.COLLECT, List.of(2L, 2L, 2L, 3L, 3L)},
            {AggregateFunction.MIN, 2L}
        };
        for (Object[] pair : expected) {
            AggregateAccumulator accumulator = accumulator((AggregateFunction) pair[0], false);
            accumulator.reserve(1);
            accumulator.add(new int[2], arguments, new long[] {3, 2}, 2);
            Vector into = new Vector();
            accumulator.result(0, 1, into);
            assertThat(into.valueAt(0)).isEqualTo(pair[1]);
        }
    }
}
