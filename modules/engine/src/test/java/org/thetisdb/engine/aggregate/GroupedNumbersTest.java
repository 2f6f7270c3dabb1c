package org.thetisdb.engine.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.cypher.bound.Step.AggregateFunction;
import org.thetisdb.engine.semantics.ValueSemantics;
import org.thetisdb.engine.testing.ExpressionHarness;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** Loops over columns of numbers, by few, by many and by one group, beside plain arithmetic on single values. */
class GroupedNumbersTest {
    private static final List<VectorKind> KINDS = List.of(
            VectorKind.INTEGER,
            VectorKind.FLOAT,
            VectorKind.BOOLEAN,
            VectorKind.DATE,
            VectorKind.LOCAL_DATETIME,
            VectorKind.ZONED_DATETIME,
            VectorKind.STRING);

    private static final double[] FLOATS = {0.0, -0.0, 1.5, -3e300, 3e300, 1e-300, Double.NaN, Double.POSITIVE_INFINITY
    };

    /** Rows of groups, in batches. */
    private record Batch(int[] groups, Vector column, long @Nullable [] times) {
        int count() {
            return groups.length;
        }
    }

    private static Object value(Random random, VectorKind kind, boolean isLarge) {
        LocalDateTime local =
                LocalDateTime.of(2020, 1, 1 + random.nextInt(9), random.nextInt(3), 0, 0, random.nextInt(2));
        return switch (kind) {
            case INTEGER -> isLarge ? random.nextLong() >> 1 : random.nextInt(2000) - 1000;
            case FLOAT -> isLarge ? FLOATS[random.nextInt(FLOATS.length)] : random.nextGaussian() * 1000;
            case BOOLEAN -> random.nextBoolean();
            case DATE -> LocalDate.ofEpochDay(random.nextInt(3000) - 1000);
            case LOCAL_DATETIME -> local;
            case ZONED_DATETIME -> local.atZone(ZoneOffset.ofHours(random.nextInt(3)));
            default -> "s" + random.nextInt(50);
        };
    }

    private static Batch batch(Random random, VectorKind kind, int groupCount, boolean hasTimes) {
        int count = 1 + random.nextInt(1024);
        boolean isLarge = random.nextInt(4) == 0;
        boolean hasNulls = random.nextBoolean();
        boolean isOne = random.nextInt(3) == 0;
        int one = random.nextInt(groupCount);
        int[] groups = new int[count];
        long[] times = new long[count];
        Vector column = new Vector();
        column.reset(VectorKind.NULL, count);
        for (int row = 0; row < count; row++) {
            groups[row] = isOne ? one : random.nextInt(groupCount);
            times[row] = random.nextInt(4);
            column.setValue(row, hasNulls && random.nextInt(5) == 0 ? null : value(random, kind, isLarge));
        }
        return new Batch(groups, column, hasTimes ? times : null);
    }

    private static AggregateAccumulator accumulator(AggregateFunction function, int groupCount) {
        AggregateAccumulator accumulator = Aggregates.accumulator(
                new Step.Aggregation(ExpressionHarness.variable(0), function, false, List.<Expression>of()),
                () -> ExpressionHarness.context(Map.of()).run());
        accumulator.reserve(groupCount);
        return accumulator;
    }

    private static void add(AggregateAccumulator accumulator, Batch batch) {
        Vector[] arguments = {batch.column()};
        boolean isOne = Arrays.stream(batch.groups()).distinct().count() == 1;
        if (isOne) {
            accumulator.addToOne(batch.groups(), arguments, batch.times(), batch.count());
        } else {
            accumulator.add(batch.groups(), arguments, batch.times(), batch.count());
        }
    }

    private static List<@Nullable Object> results(AggregateAccumulator accumulator, int groupCount) {
        Vector into = new Vector();
        accumulator.result(0, groupCount, into);
        List<@Nullable Object> results = new ArrayList<>();
        for (int group = 0; group < groupCount; group++) {
            results.add(into.valueAt(group));
        }
        return results;
    }

    @Test
    void countAndExtremes_ofRandomColumns_areThoseOfTheValues() {
        for (int seed = 1; seed <= 400; seed++) {
            Random random = new Random(seed);
            VectorKind kind = KINDS.get(random.nextInt(KINDS.size()));
            int groupCount = new int[] {1, 2, 7, 64, 65, 400}[random.nextInt(6)];
            boolean hasTimes = random.nextInt(4) == 0;
            AggregateAccumulator counts = accumulator(AggregateFunction.COUNT, groupCount);
            AggregateAccumulator least = accumulator(AggregateFunction.MIN, groupCount);
            AggregateAccumulator greatest = accumulator(AggregateFunction.MAX, groupCount);
            long[] expectedCounts = new long[groupCount];
            Object[] expectedLeast = new Object[groupCount];
            Object[] expectedGreatest = new Object[groupCount];
            for (int each = 0; each < 5; each++) {
                Batch batch = batch(random, kind, groupCount, hasTimes);
                for (AggregateAccumulator accumulator : List.of(counts, least, greatest)) {
                    add(accumulator, batch);
                }
                for (int row = 0; row < batch.count(); row++) {
                    Object value = batch.column().valueAt(row);
                    if (value == null) {
                        continue;
                    }
                    int group = batch.groups()[row];
                    expectedCounts[group] += batch.times() == null ? 1 : batch.times()[row];
                    expectedLeast[group] = better(value, expectedLeast[group], -1);
                    expectedGreatest[group] = better(value, expectedGreatest[group], 1);
                }
            }
            String what = "seed=" + seed + " kind=" + kind + " groups=" + groupCount;
            for (int group = 0; group < groupCount; group++) {
                assertThat(results(counts, groupCount).get(group)).as(what).isEqualTo(expectedCounts[group]);
                assertThat(results(least, groupCount).get(group)).as(what).isEqualTo(expectedLeast[group]);
                assertThat(results(greatest, groupCount).get(group)).as(what).isEqualTo(expectedGreatest[group]);
            }
        }
    }

    private static Object better(Object value, @Nullable Object former, int wanted) {
        return former == null || Integer.signum(ValueSemantics.order(value, former)) == wanted ? value : former;
    }

    @Test
    void sumsOfIntegers_areThoseOfTheValues() {
        for (int seed = 1; seed <= 400; seed++) {
            Random random = new Random(seed);
            int groupCount = new int[] {1, 3, 64, 65, 300}[random.nextInt(5)];
            boolean hasTimes = random.nextInt(4) == 0;
            AggregateAccumulator sums = accumulator(AggregateFunction.SUM, groupCount);
            BigInteger[] expected = new BigInteger[groupCount];
            Arrays.fill(expected, BigInteger.ZERO);
            for (int each = 0; each < 6; each++) {
                Batch batch = batch(random, VectorKind.INTEGER, groupCount, hasTimes);
                add(sums, batch);
                for (int row = 0; row < batch.count(); row++) {
                    if (batch.column().valueAt(row) instanceof Long value) {
                        long times = batch.times() == null ? 1 : batch.times()[row];
                        int group = batch.groups()[row];
                        expected[group] =
                                expected[group].add(BigInteger.valueOf(value).multiply(BigInteger.valueOf(times)));
                    }
                }
            }
            boolean areLongs = Arrays.stream(expected).allMatch(sum -> sum.bitLength() < Long.SIZE);
            if (areLongs) {
                assertThat(results(sums, groupCount))
                        .as("seed=%d", seed)
                        .isEqualTo(Arrays.stream(expected)
                                .map(sum -> (Object) sum.longValueExact())
                                .toList());
            }
        }
    }

    /** In the order of rows, every rounding is the same. */
    @Test
    void sumsOfFloats_areThoseOfOneValueAfterAnother() {
        for (int seed = 1; seed <= 200; seed++) {
            Random random = new Random(seed);
            int groupCount = new int[] {1, 3, 64, 300}[random.nextInt(4)];
            for (AggregateFunction function : List.of(AggregateFunction.SUM, AggregateFunction.AVG)) {
                AggregateAccumulator sums = accumulator(function, groupCount);
                AggregateAccumulator expected = accumulator(function, groupCount);
                for (int each = 0; each < 4; each++) {
                    Batch batch = batch(random, VectorKind.FLOAT, groupCount, false);
                    add(sums, batch);
                    for (int row = 0; row < batch.count(); row++) {
                        expected.add(
                                new int[] {batch.groups()[row]},
                                new Vector[] {
                                    ExpressionHarness.vector(batch.column().valueAt(row))
                                },
                                new long[] {1},
                                1);
                    }
                }
                assertThat(results(sums, groupCount))
                        .as("seed=%d %s", seed, function)
                        .isEqualTo(results(expected, groupCount));
            }
        }
    }
}
