package org.thetisdb.engine.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.thetisdb.cypher.bound.Expression.Comparison;
import org.thetisdb.cypher.bound.Step.AggregateFunction;
import org.thetisdb.value.vector.Dictionary;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** Goal: a row is added at the place of its keys, if it has passed; a key without a place makes the batch doubtful. */
final class GroupCodeTest {
    private static final int ROWS = 500;
    private static final long LEAST = 18;
    private static final int VALUES = 5;
    private static final int WORDS = 3;

    private final Scalar.Leaf number = new Scalar.Leaf(0, VectorKind.INTEGER, true, false);
    private final Scalar.Leaf word = new Scalar.Leaf(1, VectorKind.STRING, true, false);
    private final Scalar.Leaf amount = new Scalar.Leaf(2, VectorKind.INTEGER, true, false);
    private final Scalar.Leaf limit = new Scalar.Leaf(3, VectorKind.INTEGER, false, true);
    private final Scalar isMore = new Scalar.Comparison(Comparison.Operator.GREATER, amount, limit);

    private LoopShape shape(List<List<Scalar>> filters) {
        return new LoopShape(
                List.of(number, word, amount, limit),
                filters,
                List.of(),
                List.of(number, word),
                List.of(
                        new LoopShape.Total(AggregateFunction.COUNT_ROWS, Optional.empty()),
                        new LoopShape.Total(AggregateFunction.COUNT, Optional.of(amount)),
                        new LoopShape.Total(AggregateFunction.SUM, Optional.of(amount)),
                        new LoopShape.Total(AggregateFunction.MIN, Optional.of(amount)),
                        new LoopShape.Total(AggregateFunction.MAX, Optional.of(amount))));
    }

    private static Vector numbers(int factor, int modulus, long from, int nullEach) {
        Vector made = new Vector();
        made.reset(VectorKind.INTEGER, ROWS);
        for (int row = 0; row < ROWS; row++) {
            made.longs()[row] = from + (long) row * factor % modulus;
            if (row % nullEach == 1) {
                made.longs()[row] = Long.MIN_VALUE;
                made.setNull(row);
            }
        }
        return made;
    }

    private static Vector words() {
        Vector strings = new Vector();
        strings.reset(VectorKind.STRING, WORDS);
        for (int word = 0; word < WORDS; word++) {
            strings.setValue(word, "word " + word);
        }
        Vector made = new Vector();
        made.reset(VectorKind.STRING, ROWS);
        made.code(new Dictionary(strings, strings));
        for (int row = 0; row < ROWS; row++) {
            made.codes()[row] = row * 7 % 11 % WORDS;
            if (row % 9 == 2) {
                made.setNull(row);
            }
        }
        return made;
    }

    private static Vector one(long value) {
        Vector made = new Vector();
        made.reset(VectorKind.INTEGER, 1);
        made.longs()[0] = value;
        return made;
    }

    private static LoopArguments arguments(LoopShape shape, List<Vector> leaves, int values) {
        LoopArguments arguments = new LoopArguments(shape);
        for (int leaf = 0; leaf < leaves.size(); leaf++) {
            arguments.setLeaf(leaf, leaves.get(leaf));
        }
        System.arraycopy(new long[] {LEAST, values, values + 1, 0, WORDS, WORDS + 1}, 0, arguments.keyNumbers, 0, 6);
        int places = (values + 1) * (WORDS + 1);
        for (int array = 0; array < arguments.groupTotals.length; array++) {
            arguments.groupTotals[array] = new long[places];
        }
        Arrays.fill(arguments.groupTotals[LoopArguments.groupValues(3)], Long.MAX_VALUE);
        Arrays.fill(arguments.groupTotals[LoopArguments.groupValues(4)], Long.MIN_VALUE);
        return arguments;
    }

    private static long run(LoopShape shape, LoopArguments arguments, int weightMax) throws Exception {
        return LoopDefiner.load(LoopCode.bytes(shape, weightMax)).run(arguments, ROWS);
    }

    @Test
    void rows_areAddedAtThePlaceOfTheirKeys() throws Exception {
        List<Vector> leaves = List.of(numbers(3, VALUES, LEAST, 8), words(), numbers(11, 90, -40, 7), one(-12));
        for (List<List<Scalar>> filters : List.of(List.<List<Scalar>>of(), List.of(List.of(isMore)))) {
            LoopShape shape = shape(filters);
            LoopArguments expected = expected(shape, leaves, !filters.isEmpty());
            for (int weightMax : new int[] {LoopParts.WEIGHT_MAX, 20}) {
                LoopArguments made = arguments(shape, leaves, VALUES);
                assertThat(run(shape, made, weightMax)).isZero();
                for (int array = 0; array < made.groupTotals.length; array++) {
                    assertThat(made.groupTotals[array]).as("array %d", array).isEqualTo(expected.groupTotals[array]);
                }
            }
        }
    }

    /** Row by row; of the totals of count(*) and of what is only counted there are no arrays of their own. */
    private static LoopArguments expected(LoopShape shape, List<Vector> leaves, boolean isFiltered) {
        LoopArguments into = arguments(shape, leaves, VALUES);
        Vector numbers = leaves.get(0);
        Vector words = leaves.get(1);
        Vector amounts = leaves.get(2);
        for (int row = 0; row < ROWS; row++) {
            long amount = amounts.longs()[row];
            if (isFiltered && (amounts.isNull(row) || amount <= -12)) {
                continue;
            }
            int first = numbers.isNull(row) ? VALUES : (int) (numbers.longs()[row] - LEAST);
            int second = words.isNull(row) ? WORDS : words.codes()[row];
            int place = first * (WORDS + 1) + second;
            into.groupTotals[LoopArguments.GROUP_ROWS][place]++;
            if (!amounts.isNull(row)) {
                for (int total = 1; total < 5; total++) {
                    into.groupTotals[LoopArguments.groupCounts(total)][place]++;
                }
                into.groupTotals[LoopArguments.groupValues(2)][place] += amount;
                long[] least = into.groupTotals[LoopArguments.groupValues(3)];
                long[] greatest = into.groupTotals[LoopArguments.groupValues(4)];
                least[place] = Math.min(least[place], amount);
                greatest[place] = Math.max(greatest[place], amount);
            }
        }
        return into;
    }

    @Test
    void keyThatIsOutside_isDoubtful_ifItsRowHasPassed() throws Exception {
        Vector keys = numbers(3, VALUES, LEAST, 8);
        Vector amounts = numbers(11, 90, -40, 7);
        for (long outside : new long[] {LEAST - 1, LEAST + VALUES, Long.MAX_VALUE, Long.MIN_VALUE}) {
            keys.longs()[0] = outside;
            List<Vector> leaves = List.of(keys, words(), amounts, one(-12));
            assertThat(run(shape(List.of()), arguments(shape(List.of()), leaves, VALUES), LoopParts.WEIGHT_MAX))
                    .isNotZero();
            LoopShape filtered = shape(List.of(List.of(isMore)));
            amounts.longs()[0] = -13;
            assertThat(run(filtered, arguments(filtered, leaves, VALUES), LoopParts.WEIGHT_MAX))
                    .as("a row that a filter drops, key=%d", outside)
                    .isZero();
            amounts.longs()[0] = 13;
            assertThat(run(filtered, arguments(filtered, leaves, VALUES), LoopParts.WEIGHT_MAX))
                    .isNotZero();
        }
    }

    /** Shapes that differ in keys, or in their order, have other code. */
    @Test
    void keys_areOfTheKeyOfTheCode() {
        List<Scalar.Leaf> leaves = List.of(number, word, amount, limit);
        List<LoopShape.Total> totals = List.of(new LoopShape.Total(AggregateFunction.COUNT_ROWS, Optional.empty()));
        assertThat(List.of(
                        new LoopShape(leaves, List.of(), List.of(), List.of(), totals).key(),
                        new LoopShape(leaves, List.of(), List.of(), List.of(number), totals).key(),
                        new LoopShape(leaves, List.of(), List.of(), List.of(word), totals).key(),
                        new LoopShape(leaves, List.of(), List.of(), List.of(number, word), totals).key(),
                        new LoopShape(leaves, List.of(), List.of(), List.of(word, number), totals).key(),
                        new LoopShape(leaves, List.of(), List.of(number), List.of(), totals).key()))
                .doesNotHaveDuplicates();
    }
}
