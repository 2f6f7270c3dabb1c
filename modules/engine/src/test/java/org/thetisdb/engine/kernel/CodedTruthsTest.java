package org.thetisdb.engine.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.thetisdb.cypher.bound.Expression.Comparison;
import org.thetisdb.cypher.bound.Expression.StringTest;
import org.thetisdb.engine.evaluation.EvaluationContext;
import org.thetisdb.engine.evaluation.Evaluator;
import org.thetisdb.engine.evaluation.Rows;
import org.thetisdb.engine.testing.ExpressionHarness;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** Conditions on coded strings are true for the rows for which they are on plain ones. */
class CodedTruthsTest {
    private static final String[] WORDS = {"Eng", "Sales", "", "Mkt", "Äö", "Eng", "Engineering", "S", "ales"};

    /** Gives a vector, for all rows or as a constant. */
    private record Given(Vector vector, boolean isConstant) implements Evaluator {
        @Override
        public Vector evaluate(EvaluationContext context, Rows rows) {
            return vector;
        }

        @Override
        public Vector constant(EvaluationContext context) {
            return vector;
        }
    }

    private static Vector plain(Vector source) {
        Vector copy = new Vector();
        copy.append(source, source.count());
        return copy;
    }

    private static Vector coded(Random random, int rowCount) {
        Vector column = new Vector();
        column.reset(VectorKind.STRING, rowCount);
        column.code(ExpressionHarness.dictionary(WORDS));
        int nullDivisor = random.nextInt(1, 6);
        for (int row = 0; row < rowCount; row++) {
            column.codes()[row] = random.nextInt(WORDS.length);
            if (nullDivisor < 3 && random.nextInt(10) < nullDivisor) {
                column.setNull(row);
            }
        }
        return column;
    }

    private static void assertAgree(String description, Evaluator coded, Evaluator plain, int rowCount) {
        EvaluationContext context = ExpressionHarness.context(Map.of());
        Rows rows = ExpressionHarness.rows(rowCount);
        for (int again = 0; again < 2; again++) {
            Vector found = coded.evaluate(context, rows);
            Vector expected = plain.evaluate(context, rows);
            assertThat(IntStream.range(0, rowCount).mapToObj(found::valueAt).toList())
                    .as(description)
                    .isEqualTo(IntStream.range(0, rowCount)
                            .mapToObj(expected::valueAt)
                            .toList());
        }
    }

    @Test
    void conditions_onCodes_areThoseOnStrings() {
        for (long seed = 1; seed <= 300; seed++) {
            Random random = new Random(seed);
            int rowCount = random.nextInt(1, 200);
            Vector column = coded(random, rowCount);
            Given text = new Given(column, false);
            Given same = new Given(plain(column), false);
            Object[] constants = {WORDS[random.nextInt(WORDS.length)], "zz", null, 5L};
            Vector constant = ExpressionHarness.vector(constants[random.nextInt(constants.length)]);
            Given given = new Given(constant, true);
            String description = "seed=" + seed + ", constant=" + constant.valueAt(0);
            for (Comparison.Operator operator : Comparison.Operator.values()) {
                assertAgree(
                        description + ", operator=" + operator,
                        new ComparisonEvaluator(operator, text, given),
                        new ComparisonEvaluator(operator, same, given),
                        rowCount);
                assertAgree(
                        description + ", flipped operator=" + operator,
                        new ComparisonEvaluator(operator, given, text),
                        new ComparisonEvaluator(operator, given, same),
                        rowCount);
            }
            for (StringTest.Operator operator : StringTest.Operator.values()) {
                assertAgree(
                        description + ", operator=" + operator,
                        new StringTestEvaluator(operator, text, given),
                        new StringTestEvaluator(operator, same, given),
                        rowCount);
                assertAgree(
                        description + ", of each row, operator=" + operator,
                        new StringTestEvaluator(operator, text, same),
                        new StringTestEvaluator(operator, same, same),
                        rowCount);
            }
            List<List<Object>> lists =
                    List.of(List.of("Eng", 1L, ""), Arrays.asList("Mkt", null), List.of(), List.of("none"));
            for (List<Object> list : lists) {
                Given elements = new Given(ExpressionHarness.vector((Object) list), true);
                assertAgree(
                        description + ", list=" + list,
                        new InEvaluator(text, elements),
                        new InEvaluator(same, elements),
                        rowCount);
            }
        }
    }
}
