package org.thetisdb.engine.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.thetisdb.engine.testing.ExpressionHarness.ROWS;
import static org.thetisdb.engine.testing.ExpressionHarness.call;
import static org.thetisdb.engine.testing.ExpressionHarness.column;
import static org.thetisdb.engine.testing.ExpressionHarness.values;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.engine.block.NumberFunction;
import org.thetisdb.engine.block.NumberFunctions;
import org.thetisdb.engine.block.RoundingBlocks;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * Goal: functions of numbers give over typed columns what they give for boxed values, errors and nulls too. Method: all
 * that {@link NumberFunctions} has, over random columns with extremes in them, once as they are and once boxed.
 */
final class NumberEvaluatorTest {
    private static final long SEED = Long.getLong("thetis.seed", new Random().nextLong());

    private static final long[] LONGS = {0, 1, -1, Long.MAX_VALUE, Long.MIN_VALUE, 1L << 53, 400, 401};
    private static final double[] DOUBLES = {
        0.0,
        -0.0,
        Double.NaN,
        Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY,
        0x1p63,
        -0x1p63,
        0x1.fffffffffffffp62,
        Double.MIN_VALUE,
        Double.MAX_VALUE,
        2.5,
        -2.5,
        1.005
    };

    private final Random random = new Random(SEED);

    private Object number(VectorKind kind, boolean extremes) {
        if (kind == VectorKind.INTEGER) {
            boolean isExtreme = extremes && random.nextInt(40) == 0;
            return isExtreme ? LONGS[random.nextInt(LONGS.length)] : (Object) (long) (random.nextInt(20) - 3);
        }
        if (extremes && random.nextInt(20) == 0) {
            return DOUBLES[random.nextInt(DOUBLES.length)];
        }
        return random.nextInt(3) == 0
                ? random.nextInt(20_000) / 1_000.0
                : (random.nextDouble() - 0.5) * Math.pow(10, random.nextInt(12) - 3);
    }

    private Vector numbers(VectorKind kind, boolean extremes) {
        Vector typed = new Vector();
        typed.reset(kind, ROWS);
        boolean nulls = random.nextBoolean();
        for (int row = 0; row < ROWS; row++) {
            // What is under a null is anything.
            typed.setValue(row, number(kind, true));
            if (nulls && random.nextInt(4) == 0) {
                typed.setNull(row);
            } else {
                typed.setValue(row, number(kind, extremes));
            }
        }
        return typed;
    }

    private static Vector boxed(Vector typed) {
        Vector objects = new Vector();
        objects.reset(VectorKind.OBJECT, typed.count());
        for (int row = 0; row < typed.count(); row++) {
            objects.setValue(row, typed.valueAt(row));
        }
        return objects;
    }

    private static Expression expression(String name, int operandCount) {
        if (name.equals("-")) {
            return new Expression.Negate(column(0));
        }
        return operandCount == 1 ? call(name, column(0)) : call(name, column(0), column(1));
    }

    private static List<Object> outcome(Expression expression, Vector... columns) {
        try {
            return new ArrayList<>(Arrays.asList(values(expression, ROWS, columns)));
        } catch (ThetisException error) {
            return List.of(error.code(), error.getMessage());
        }
    }

    private static List<VectorKind> kinds() {
        return List.of(VectorKind.INTEGER, VectorKind.FLOAT);
    }

    @Test
    void everyFunction_ofRandomColumns_isAsWithBoxes() {
        TreeSet<String> names = new TreeSet<>();
        NumberFunctions.all().forEach(each -> names.add(each.name()));
        assertThat(names).contains("-", "abs", "sqrt", "round", "pow", "tointeger");
        for (String name : names) {
            for (int round = 0; round < 12; round++) {
                for (VectorKind first : kinds()) {
                    Vector left = numbers(first, round % 3 == 0);
                    if (NumberFunctions.has(name, 1)) {
                        compare(name, left);
                    }
                    for (VectorKind second : kinds()) {
                        if (NumberFunctions.has(name, 2)) {
                            compare(name, left, numbers(second, round % 3 == 0));
                        }
                    }
                }
            }
        }
    }

    private void compare(String name, Vector... typed) {
        Expression expression = expression(name, typed.length);
        Vector[] boxed = Arrays.stream(typed).map(NumberEvaluatorTest::boxed).toArray(Vector[]::new);
        assertThat(outcome(expression, typed))
                .as(
                        "seed=%d %s %s",
                        SEED, name, List.of(typed).stream().map(Vector::kind).toList())
                .isEqualTo(outcome(expression, boxed));
    }

    /** The result is of its kind, and no box was made for it. */
    @Test
    void functions_haveBlocksForTheirKinds() {
        assertThat(NumberFunctions.of("abs", List.of(VectorKind.INTEGER)).map(NumberFunction::kind))
                .contains(VectorKind.INTEGER);
        assertThat(NumberFunctions.of("sqrt", List.of(VectorKind.INTEGER)).map(NumberFunction::kind))
                .contains(VectorKind.FLOAT);
        assertThat(NumberFunctions.of("round", List.of(VectorKind.INTEGER, VectorKind.INTEGER)))
                .isPresent();
        assertThat(NumberFunctions.of("round", List.of(VectorKind.FLOAT, VectorKind.FLOAT)))
                .isEmpty();
        assertThat(NumberFunctions.of("abs", List.of(VectorKind.STRING))).isEmpty();
    }

    @Test
    void round_toDigits_isThatOfTheDecimal() {
        for (int turn = 0; turn < 200_000; turn++) {
            double value = (Double) number(VectorKind.FLOAT, true);
            double tie = random.nextInt(2_000_001) / 1_000.0 - 1_000;
            for (double each : new double[] {value, tie, Math.nextUp(tie), Math.nextDown(tie)}) {
                int precision = 1 + random.nextInt(14);
                if (Double.isFinite(each)) {
                    double expected = BigDecimal.valueOf(each)
                            .setScale(precision, RoundingMode.HALF_UP)
                            .doubleValue();
                    assertThat(RoundingBlocks.round(each, precision))
                            .as("seed=%d round(%s, %d)", SEED, each, precision)
                            .isEqualTo(expected);
                }
            }
        }
    }

    @Test
    void size_ofStrings_countsCharacters() {
        Vector strings = new Vector();
        strings.reset(VectorKind.NULL, ROWS);
        for (int row = 0; row < ROWS; row++) {
            strings.setValue(row, random.nextInt(4) == 0 ? null : "aß€\uD83D\uDE00".repeat(random.nextInt(4)) + "x");
        }
        for (String name : List.of("size", "char_length")) {
            assertThat(outcome(call(name, column(0)), strings))
                    .as("seed=%d %s", SEED, name)
                    .isEqualTo(outcome(call(name, column(0)), boxed(strings)));
        }
    }
}
