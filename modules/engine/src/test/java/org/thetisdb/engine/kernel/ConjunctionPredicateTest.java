package org.thetisdb.engine.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.thetisdb.engine.evaluation.EvaluationContext;
import org.thetisdb.engine.evaluation.Evaluator;
import org.thetisdb.engine.evaluation.Rows;
import org.thetisdb.engine.kernel.ConjunctionPredicate.Conjunct;
import org.thetisdb.engine.testing.ExpressionHarness;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** Conjuncts over all rows or over those that are left: the same rows pass. */
class ConjunctionPredicateTest {
    private static final int ROWS = 1000;

    /** Columns 0 and 1: random numbers below 100, some of them null. */
    private static final class RandomRows implements Rows {
        private final Vector[] columns = {new Vector(), new Vector()};

        RandomRows(Random random) {
            for (Vector column : columns) {
                column.reset(VectorKind.INTEGER, ROWS);
                for (int row = 0; row < ROWS; row++) {
                    column.longs()[row] = random.nextInt(100);
                    if (random.nextInt(50) == 0) {
                        column.setNull(row);
                    }
                }
            }
        }

        @Override
        public int count() {
            return ROWS;
        }

        @Override
        public Vector column(int slot) {
            return columns[slot];
        }
    }

    /** Counts for how many rows it is asked. */
    private static final class Below implements Evaluator {
        private final int slot;
        private final long limit;
        private final Vector result = new Vector();
        private long asked;

        Below(int slot, long limit) {
            this.slot = slot;
            this.limit = limit;
        }

        @Override
        public Vector evaluate(EvaluationContext context, Rows rows) {
            Vector column = rows.column(slot);
            int count = rows.count();
            asked += count;
            result.reset(VectorKind.BOOLEAN, count);
            for (int row = 0; row < count; row++) {
                if (column.isNull(row)) {
                    result.setNull(row);
                } else {
                    result.longs()[row] = column.longs()[row] < limit ? 1 : 0;
                }
            }
            return result;
        }
    }

    private static List<Integer> selected(ConjunctionPredicate predicate, Rows rows) {
        int[] selection = new int[ROWS];
        int count = predicate.select(ExpressionHarness.context(Map.of()), rows, selection);
        List<Integer> selected = new ArrayList<>();
        for (int index = 0; index < count; index++) {
            selected.add(selection[index]);
        }
        return selected;
    }

    private static List<Integer> expected(Rows rows, long firstLimit, long secondLimit) {
        List<Integer> expected = new ArrayList<>();
        for (int row = 0; row < ROWS; row++) {
            Vector first = rows.column(0);
            Vector second = rows.column(1);
            if (!first.isNull(row)
                    && !second.isNull(row)
                    && first.longs()[row] < firstLimit
                    && second.longs()[row] < secondLimit) {
                expected.add(row);
            }
        }
        return expected;
    }

    @Test
    void select_anyShares_leavesTheRowsOfBoth() {
        Random random = new Random(1);
        for (int limit : List.of(0, 5, 40, 80, 99, 100)) {
            for (boolean cannotFail : List.of(true, false)) {
                ConjunctionPredicate predicate = new ConjunctionPredicate(List.of(
                        new Conjunct(new Below(0, limit), cannotFail, cannotFail, cannotFail),
                        new Conjunct(new Below(1, 60), cannotFail, cannotFail, cannotFail)));
                for (int batch = 0; batch < 200; batch++) {
                    Rows rows = new RandomRows(random);
                    assertThat(selected(predicate, rows))
                            .as("limit=%d, batch=%d", limit, batch)
                            .isEqualTo(expected(rows, limit, 60));
                }
            }
        }
    }

    @Test
    void select_conjunctThatMayFail_isNotAskedForRowsThatAreDropped() {
        Random random = new Random(2);
        Below second = new Below(1, 60);
        ConjunctionPredicate predicate = new ConjunctionPredicate(List.of(
                new Conjunct(new Below(0, 80), false, false, false), new Conjunct(second, false, false, false)));
        long left = 0;
        for (int batch = 0; batch < 200; batch++) {
            Rows rows = new RandomRows(random);
            selected(predicate, rows);
            left += firstBelow(rows, 80).size();
        }
        assertThat(second.asked).isEqualTo(left);
    }

    @Test
    void select_conjunctThatIsPassable_isOvertakenByWhatDropsMore() {
        Random random = new Random(4);
        Below dear = new Below(0, 90);
        Evaluator slow = (context, rows) -> {
            long end = System.nanoTime() + 1_000L * rows.count();
            while (System.nanoTime() < end) {
                Thread.onSpinWait();
            }
            return dear.evaluate(context, rows);
        };
        for (boolean isPassable : List.of(true, false)) {
            dear.asked = 0;
            ConjunctionPredicate predicate = new ConjunctionPredicate(List.of(
                    new Conjunct(slow, false, isPassable, false), new Conjunct(new Below(1, 10), true, true, true)));
            for (int batch = 0; batch < 100; batch++) {
                Rows rows = new RandomRows(random);
                assertThat(selected(predicate, rows)).isEqualTo(expected(rows, 90, 10));
            }
            if (isPassable) {
                assertThat(dear.asked).isBetween(8L * ROWS, 30L * ROWS);
            } else {
                assertThat(dear.asked).isEqualTo(100L * ROWS);
            }
        }
    }

    /** What is no BOOLEAN is an error where it is asked for, however the rows were evaluated. */
    @Test
    void select_noBoolean_failsOnlyForRowsThatAreLeft() {
        Random random = new Random(3);
        Evaluator numberWhereDropped = new Evaluator() {
            private final Vector result = new Vector();

            @Override
            public Vector evaluate(EvaluationContext context, Rows rows) {
                Vector column = rows.column(0);
                result.reset(VectorKind.NULL, rows.count());
                for (int row = 0; row < rows.count(); row++) {
                    boolean isLeft = !column.isNull(row) && column.longs()[row] < 80;
                    result.setValue(row, isLeft ? (Object) true : (Object) 1L);
                }
                return result;
            }
        };
        ConjunctionPredicate guarded = new ConjunctionPredicate(List.of(
                new Conjunct(new Below(0, 80), true, true, true),
                new Conjunct(numberWhereDropped, false, false, true)));
        for (int batch = 0; batch < 200; batch++) {
            Rows rows = new RandomRows(random);
            assertThat(selected(guarded, rows)).isEqualTo(firstBelow(rows, 80));
        }
        ConjunctionPredicate unguarded = new ConjunctionPredicate(List.of(
                new Conjunct(new Below(0, 90), true, true, true),
                new Conjunct(numberWhereDropped, false, false, true)));
        assertThatThrownBy(() -> selected(unguarded, new RandomRows(random))).hasMessageContaining("BOOLEAN");
    }

    private static List<Integer> firstBelow(Rows rows, long limit) {
        List<Integer> below = new ArrayList<>();
        for (int row = 0; row < ROWS; row++) {
            if (!rows.column(0).isNull(row) && rows.column(0).longs()[row] < limit) {
                below.add(row);
            }
        }
        return below;
    }
}
