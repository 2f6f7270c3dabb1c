package org.thetisdb.engine.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.thetisdb.engine.evaluation.ConstantEvaluator;
import org.thetisdb.engine.evaluation.EvaluationContext;
import org.thetisdb.engine.evaluation.Evaluator;
import org.thetisdb.engine.evaluation.Rows;
import org.thetisdb.engine.testing.ExpressionHarness;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** The first value that is not null, batch after batch: of codes, of other kinds, and of nothing but nulls. */
class CoalesceEvaluatorTest {
    private static final String[][] WORDS = {{"Eng", "Sales", "", "Mkt"}, {"none", "Äö", "Eng"}, {"y"}};

    /** A column whose values a test sets. */
    private static final class Column implements Evaluator {
        private Vector vector = new Vector();

        @Override
        public Vector evaluate(EvaluationContext context, Rows rows) {
            return vector;
        }
    }

    /** A column from which chosen rows are asked for. */
    private record Slot(int slot) implements Evaluator {
        @Override
        public Vector evaluate(EvaluationContext context, Rows rows) {
            return rows.column(slot);
        }
    }

    private static Vector random(Random random, int count) {
        Vector column = new Vector();
        int nulls = random.nextInt(4);
        switch (random.nextInt(4)) {
            case 0 -> {
                column.reset(VectorKind.STRING, count);
                String[] words = WORDS[random.nextInt(WORDS.length)];
                column.code(ExpressionHarness.dictionary(words));
                for (int row = 0; row < count; row++) {
                    column.codes()[row] = random.nextInt(words.length);
                }
            }
            case 1 -> column.reset(VectorKind.NULL, count);
            case 2 ->
                column = ExpressionHarness.vector(IntStream.range(0, count)
                        .mapToObj(row -> "text " + row % 7)
                        .toArray());
            default ->
                column = ExpressionHarness.vector(IntStream.range(0, count)
                        .mapToObj(row -> (Object) (long) row)
                        .toArray());
        }
        for (int row = 0; row < count && column.kind() != VectorKind.NULL; row++) {
            if (nulls == 3 || random.nextInt(3) < nulls) {
                column.setNull(row);
            }
        }
        return column;
    }

    private static List<@Nullable Object> values(Vector vector, int count) {
        List<@Nullable Object> values = new ArrayList<>();
        for (int row = 0; row < count; row++) {
            values.add(vector.valueAt(row));
        }
        return values;
    }

    @Test
    void aConstant_standsWhereAColumnIsNull() {
        for (Object constant : new Object[] {"none", "Eng", "", 7L}) {
            Column column = new Column();
            Column other = new Column();
            other.vector = ExpressionHarness.vector(constant);
            CoalesceEvaluator evaluator = new CoalesceEvaluator(new Evaluator[] {column, new ConstantEvaluator(other)});
            EvaluationContext context = ExpressionHarness.context(Map.of());
            for (long seed = 1; seed <= 200; seed++) {
                Random random = new Random(seed);
                int count = random.nextInt(1, 60);
                column.vector = random(random, count);
                if (random.nextInt(20) == 0) {
                    context = ExpressionHarness.context(Map.of());
                }
                List<@Nullable Object> expected = values(column.vector, count);
                expected.replaceAll(value -> value == null ? constant : value);
                Vector found = evaluator.evaluate(context, ExpressionHarness.rows(count));
                assertThat(values(found, count)).as("seed=%d", seed).isEqualTo(expected);
            }
        }
    }

    @Test
    void codes_stayCodes() {
        Column column = new Column();
        Column text = new Column();
        text.vector = ExpressionHarness.vector("none");
        CoalesceEvaluator evaluator = new CoalesceEvaluator(new Evaluator[] {column, new ConstantEvaluator(text)});
        EvaluationContext context = ExpressionHarness.context(Map.of());
        column.vector.reset(VectorKind.STRING, 3);
        column.vector.code(ExpressionHarness.dictionary("a", "b"));
        column.vector.codes()[1] = 1;
        column.vector.setNull(2);
        Vector found = evaluator.evaluate(context, ExpressionHarness.rows(3));
        assertThat(found.isCoded()).isTrue();
        assertThat(values(found, 3)).isEqualTo(List.of("a", "b", "none"));
        Object dictionary = found.dictionary();
        column.vector = new Vector();
        column.vector.reset(VectorKind.NULL, 2);
        found = evaluator.evaluate(context, ExpressionHarness.rows(2));
        assertThat(values(found, 2)).isEqualTo(List.of("none", "none"));
        assertThat(found.dictionary()).as("nulls alone need no other strings").isSameAs(dictionary);
    }

    @Test
    void severalColumns_areAskedForRowsThatAreLeft() {
        Evaluator[] arguments = {new Slot(0), new Slot(1), new Slot(2)};
        CoalesceEvaluator evaluator = new CoalesceEvaluator(arguments);
        for (long seed = 1; seed <= 300; seed++) {
            Random random = new Random(seed);
            int count = random.nextInt(1, 60);
            Vector[] columns = {random(random, count), random(random, count), random(random, count)};
            List<@Nullable Object> expected = new ArrayList<>();
            for (int row = 0; row < count; row++) {
                Object value = null;
                for (Vector column : columns) {
                    value = value == null ? column.valueAt(row) : value;
                }
                expected.add(value);
            }
            Vector found =
                    evaluator.evaluate(ExpressionHarness.context(Map.of()), ExpressionHarness.rows(count, columns));
            assertThat(values(found, count)).as("seed=%d", seed).isEqualTo(expected);
        }
    }
}
