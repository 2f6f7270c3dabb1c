package org.thetisdb.engine.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.thetisdb.engine.testing.ExpressionHarness.ROWS;
import static org.thetisdb.engine.testing.ExpressionHarness.arithmetic;
import static org.thetisdb.engine.testing.ExpressionHarness.call;
import static org.thetisdb.engine.testing.ExpressionHarness.column;
import static org.thetisdb.engine.testing.ExpressionHarness.compare;
import static org.thetisdb.engine.testing.ExpressionHarness.compiler;
import static org.thetisdb.engine.testing.ExpressionHarness.context;
import static org.thetisdb.engine.testing.ExpressionHarness.literal;
import static org.thetisdb.engine.testing.ExpressionHarness.map;
import static org.thetisdb.engine.testing.ExpressionHarness.node;
import static org.thetisdb.engine.testing.ExpressionHarness.rows;
import static org.thetisdb.engine.testing.ExpressionHarness.value;
import static org.thetisdb.engine.testing.ExpressionHarness.values;
import static org.thetisdb.engine.testing.ExpressionHarness.variable;
import static org.thetisdb.engine.testing.ExpressionHarness.vector;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Expression.Arithmetic;
import org.thetisdb.cypher.bound.Expression.Comparison;
import org.thetisdb.cypher.bound.LabelExpression;
import org.thetisdb.engine.evaluation.Evaluator;
import org.thetisdb.engine.evaluation.Predicate;
import org.thetisdb.engine.semantics.NodeList;
import org.thetisdb.engine.semantics.ValueSemantics;
import org.thetisdb.engine.temporal.Components;
import org.thetisdb.engine.testing.ExpressionHarness;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.NodeReference;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

class EvaluatorTest {
    private static final int KINDS = 9;

    private static Object random(Random random, int kind) {
        return switch (kind) {
            case 0 -> (long) random.nextInt(5) - 2;
            case 1 -> random.nextInt(8) == 0 ? Double.NaN : (random.nextInt(9) - 4) / 2.0;
            case 2 -> "abc".substring(random.nextInt(3)).repeat(random.nextInt(3));
            case 3 -> random.nextBoolean();
            case 4 -> LocalDate.ofEpochDay(random.nextInt(4));
            case 5 -> LocalDateTime.ofEpochSecond(random.nextInt(2), random.nextInt(2), ZoneOffset.UTC);
            case 6 ->
                ZonedDateTime.ofInstant(
                        java.time.Instant.ofEpochSecond(random.nextInt(2)), ZoneOffset.ofHours(random.nextInt(2)));
            case 7 -> new NodeReference(random.nextInt(3));
            default -> List.of((long) random.nextInt(2));
        };
    }

    private static Vector column(Random random, int kind, boolean nulls, boolean boxed) {
        Vector vector = new Vector();
        vector.reset(boxed ? VectorKind.OBJECT : VectorKind.NULL, ROWS);
        for (int row = 0; row < ROWS; row++) {
            vector.setValue(row, nulls && random.nextInt(4) == 0 ? null : random(random, kind));
        }
        return vector;
    }

    private static Object expected(Comparison.Operator operator, Object a, Object b) {
        if (operator == Comparison.Operator.EQUAL || operator == Comparison.Operator.NOT_EQUAL) {
            int equal = ValueSemantics.equal(a, b);
            return equal == ValueSemantics.UNKNOWN ? null : equal == 1 == (operator == Comparison.Operator.EQUAL);
        }
        int truth = ComparisonEvaluator.truth(operator, ValueSemantics.compare(a, b));
        return truth == ValueSemantics.UNKNOWN ? null : truth == 1;
    }

    @Test
    void comparison_ofRandomColumns_agreesWithBoxedValues() {
        long seed = 11;
        Random random = new Random(seed);
        for (Comparison.Operator operator : Comparison.Operator.values()) {
            for (int left = 0; left < KINDS; left++) {
                for (int right = 0; right < KINDS; right++) {
                    Vector a = column(random, left, random.nextBoolean(), random.nextInt(4) == 0);
                    Vector b = column(random, right, random.nextBoolean(), random.nextInt(4) == 0);
                    Object constant = random(random, right);
                    Object[] columns = values(
                            compare(operator, ExpressionHarness.column(0), ExpressionHarness.column(1)), ROWS, a, b);
                    Object[] constants = values(compare(operator, ExpressionHarness.column(0), constant), ROWS, a);
                    Object[] mirrored = values(compare(operator, constant, ExpressionHarness.column(0)), ROWS, a);
                    for (int row = 0; row < ROWS; row++) {
                        String what = "seed=" + seed + " " + a.valueAt(row) + " " + operator + " " + b.valueAt(row)
                                + " or " + constant;
                        assertThat(columns[row]).as(what).isEqualTo(expected(operator, a.valueAt(row), b.valueAt(row)));
                        assertThat(constants[row]).as(what).isEqualTo(expected(operator, a.valueAt(row), constant));
                        assertThat(mirrored[row]).as(what).isEqualTo(expected(operator, constant, a.valueAt(row)));
                    }
                }
            }
        }
    }

    @Test
    void arithmetic_ofRandomColumns_agreesWithBoxedValues() {
        long seed = 12;
        Random random = new Random(seed);
        for (Arithmetic.Operator operator : Arithmetic.Operator.values()) {
            for (int kinds = 0; kinds < 4; kinds++) {
                Vector a = column(random, kinds & 1, true, false);
                Vector b = column(random, kinds >> 1, true, false);
                for (int row = 0; row < ROWS; row++) {
                    if (b.kind() == VectorKind.INTEGER && !b.isNull(row) && b.longs()[row] == 0) {
                        b.longs()[row] = 7;
                    }
                }
                Object[] found = values(
                        arithmetic(operator, ExpressionHarness.column(0), ExpressionHarness.column(1)), ROWS, a, b);
                Object[] constant = values(arithmetic(operator, ExpressionHarness.column(0), 3L), ROWS, a);
                for (int row = 0; row < ROWS; row++) {
                    assertThat(found[row])
                            .as("seed=%d", seed)
                            .isEqualTo(
                                    ArithmeticRules.apply(context(Map.of()), operator, a.valueAt(row), b.valueAt(row)));
                    assertThat(constant[row])
                            .isEqualTo(ArithmeticRules.apply(context(Map.of()), operator, a.valueAt(row), 3L));
                }
            }
        }
    }

    @Test
    void arithmetic_thatCannotBeDone_tellsWhy() {
        assertCode(ErrorCode.NUMBER_OUT_OF_RANGE, arithmetic(Arithmetic.Operator.ADD, Long.MAX_VALUE, 1L));
        assertCode(ErrorCode.NUMBER_OUT_OF_RANGE, arithmetic(Arithmetic.Operator.MULTIPLY, Long.MAX_VALUE, 2L));
        assertCode(ErrorCode.DIVISION_BY_ZERO, arithmetic(Arithmetic.Operator.DIVIDE, 1L, 0L));
        assertCode(ErrorCode.TYPE_MISMATCH, arithmetic(Arithmetic.Operator.SUBTRACT, "a", 0L));
        assertThat(value(arithmetic(Arithmetic.Operator.DIVIDE, 1L, 0.0))).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(value(arithmetic(Arithmetic.Operator.ADD, List.of(1L), 2L))).isEqualTo(List.of(1L, 2L));
        assertThat(value(arithmetic(Arithmetic.Operator.ADD, "a", 2L))).isEqualTo("a2");
    }

    private static void assertCode(ErrorCode code, Expression expression) {
        assertThatThrownBy(() -> value(expression))
                .isInstanceOfSatisfying(
                        ThetisException.class, error -> assertThat(error.code()).isEqualTo(code));
    }

    @Test
    void logic_ofAllCombinations_isThreeValued() {
        Boolean[] truths = {true, false, null};
        for (Boolean a : truths) {
            for (Boolean b : truths) {
                Vector x = vector(a);
                Vector y = vector(b);
                List<Expression> operands = List.of(ExpressionHarness.column(0), ExpressionHarness.column(1));
                Object and = Boolean.FALSE.equals(a) || Boolean.FALSE.equals(b)
                        ? Boolean.FALSE
                        : a == null || b == null ? null : Boolean.TRUE;
                Object or = Boolean.TRUE.equals(a) || Boolean.TRUE.equals(b)
                        ? Boolean.TRUE
                        : a == null || b == null ? null : Boolean.FALSE;
                Object xor = a == null || b == null ? null : a ^ b;
                assertThat(values(new Expression.And(operands), 1, x, y)[0]).isEqualTo(and);
                assertThat(values(new Expression.Or(operands), 1, x, y)[0]).isEqualTo(or);
                assertThat(values(new Expression.Xor(operands.get(0), operands.get(1)), 1, x, y)[0])
                        .isEqualTo(xor);
                assertThat(values(new Expression.Not(operands.get(0)), 1, x)[0]).isEqualTo(a == null ? null : !a);
            }
        }
    }

    @Test
    void and_withGuardInFront_neverEvaluatesTheRest() {
        Expression division = compare(
                Comparison.Operator.GREATER,
                arithmetic(Arithmetic.Operator.DIVIDE, 10L, ExpressionHarness.column(0)),
                2L);
        Expression guard = compare(Comparison.Operator.NOT_EQUAL, ExpressionHarness.column(0), 0L);
        Vector numbers = vector(0L, 1L, 5L, 2L);
        assertThat(values(new Expression.And(List.of(guard, division)), 4, numbers))
                .containsExactly(false, true, false, true);
        int[] selection = new int[4];
        Predicate predicate = compiler().predicate(List.of(guard, division));
        for (int round = 0; round < 40; round++) {
            assertThat(predicate.select(context(Map.of()), rows(4, numbers), selection))
                    .isEqualTo(2);
            assertThat(selection).startsWith(1, 3);
        }
        Expression choice = new Expression.Case(
                Optional.empty(),
                List.of(new Expression.When(
                        guard, arithmetic(Arithmetic.Operator.DIVIDE, 10L, ExpressionHarness.column(0)))),
                Optional.of(literal("none")));
        assertThat(values(choice, 4, numbers)).containsExactly("none", 10L, 2L, 5L);
    }

    @Test
    void caseWithOperand_takesTheFirstEqualBranch() {
        Expression choice = new Expression.Case(
                Optional.of(ExpressionHarness.column(0)),
                List.of(
                        new Expression.When(literal(1L), literal("one")),
                        new Expression.When(literal(null), literal("never")),
                        new Expression.When(ExpressionHarness.column(1), literal("same"))),
                Optional.empty());
        assertThat(values(choice, 4, vector(1.0, null, 3L, 4L), vector(1L, null, 3L, 5L)))
                .containsExactly("one", null, "same", null);
        assertThat(values(
                        call("coalesce", ExpressionHarness.column(0), ExpressionHarness.column(1), 9L),
                        3,
                        vector(1L, null, null),
                        vector(4L, 5L, null)))
                .containsExactly(1L, 5L, 9L);
    }

    @Test
    void in_ofAnyList_keepsNullSemantics() {
        assertThat(value(new Expression.In(literal(null), literal(List.of())))).isEqualTo(false);
        assertThat(value(new Expression.In(literal(null), literal(List.of(1L)))))
                .isNull();
        assertThat(value(new Expression.In(literal(1L), literal(null)))).isNull();
        List<Object> longList = Arrays.asList(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, null);
        Vector probes = vector(1L, 9L, null, 8.0, "a");
        assertThat(values(new Expression.In(ExpressionHarness.column(0), literal(longList)), 5, probes))
                .containsExactly(true, null, null, true, null);
        assertThat(values(new Expression.In(ExpressionHarness.column(0), literal(longList.subList(0, 8))), 5, probes))
                .containsExactly(true, false, null, true, false);
        Object[] letters = {"a", "b", "c", "d", "e", "f", "g", "h"};
        for (int size : new int[] {1, 2, 8}) {
            Object[] found = values(
                    new Expression.In(
                            ExpressionHarness.column(0), literal(Arrays.asList(Arrays.copyOf(letters, size)))),
                    3,
                    vector("b", "x", null));
            assertThat(found).containsExactly(size > 1, false, null);
        }
        Object[] reals = {1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, Double.NaN};
        assertThat(values(
                        new Expression.In(ExpressionHarness.column(0), literal(List.of(reals))),
                        3,
                        vector(2.0, Double.NaN, 2.5)))
                .containsExactly(true, false, false);
        NodeList nodes = new NodeList(new long[] {0, 5, 7});
        Vector lists = vector(nodes, nodes, nodes);
        Vector found = vector(new NodeReference(0), new NodeReference(6), null);
        assertThat(values(new Expression.In(ExpressionHarness.column(0), ExpressionHarness.column(1)), 3, found, lists))
                .containsExactly(true, false, null);
        assertThat(values(
                        new Expression.In(ExpressionHarness.column(0), ExpressionHarness.column(1)),
                        3,
                        vector(1L, 2L, 3L),
                        vector(List.of(1L), List.of(), Arrays.asList((Object) null))))
                .containsExactly(true, false, null);
    }

    @Test
    void property_ofNodesMapsAndMixtures_isRead() {
        Vector nodes = vector(new NodeReference(4), new NodeReference(5), null);
        Expression name = new Expression.Property(ExpressionHarness.column(0), "name");
        assertThat(values(name, 3, nodes)).containsExactly("n4", null, null);
        assertThat(values(new Expression.Property(ExpressionHarness.column(0), "unknown"), 3, nodes))
                .containsOnlyNulls();
        Vector mixed = vector(new NodeReference(4), map("name", 7L), null);
        assertThat(values(name, 3, mixed)).containsExactly("n4", 7L, null);
        assertCode(ErrorCode.TYPE_MISMATCH, new Expression.Property(literal(1L), "name"));
    }

    @Test
    void hasLabels_ofNodes_followsTheLabelSet() {
        LabelExpression both = new LabelExpression.And(
                List.of(new LabelExpression.Name("A"), new LabelExpression.Not(new LabelExpression.Name("C"))));
        Vector nodes = vector(new NodeReference(node(0, 3)), new NodeReference(node(1, 3)));
        assertThat(values(new Expression.HasLabels(ExpressionHarness.column(0), both), 2, nodes))
                .containsExactly(true, false);
        Vector some = vector(null, new NodeReference(node(1, 3)));
        assertThat(values(
                        new Expression.HasLabels(ExpressionHarness.column(0), new LabelExpression.Wildcard()), 2, some))
                .containsExactly(null, true);
    }

    @Test
    void stringTests_onBytesAndConstants_agreeWithStrings() {
        Vector texts = vector("grün ist die Farbe", "", null, "rot");
        for (Object part : new Object[] {"", "grün", "Farbe", "ist", "o"}) {
            for (Expression.StringTest.Operator operator : Expression.StringTest.Operator.values()) {
                Object[] found = values(
                        new Expression.StringTest(operator, ExpressionHarness.column(0), literal(part)), 4, texts);
                for (int row = 0; row < 4; row++) {
                    String text = (String) texts.valueAt(row);
                    assertThat(found[row]).isEqualTo(text == null ? null : test(operator, text, (String) part));
                }
            }
        }
        assertThat(value(new Expression.StringTest(Expression.StringTest.Operator.CONTAINS, literal(1L), literal("1"))))
                .isNull();
    }

    private static boolean test(Expression.StringTest.Operator operator, String text, String part) {
        return switch (operator) {
            case STARTS_WITH -> text.startsWith(part);
            case ENDS_WITH -> text.endsWith(part);
            case CONTAINS -> text.contains(part);
            case MATCHES -> text.matches(part);
        };
    }

    @Test
    void components_ofTemporalVectors_agreeWithTheCalendar() {
        Random random = new Random(3);
        Vector dates = new Vector();
        Vector instants = new Vector();
        dates.reset(VectorKind.DATE, ROWS);
        instants.reset(VectorKind.ZONED_DATETIME, ROWS);
        ZoneId[] zones = {ZoneOffset.UTC, ZoneOffset.ofHours(-5)};
        for (int row = 0; row < ROWS; row++) {
            dates.setValue(row, LocalDate.ofEpochDay(random.nextInt(2_000_000) - 1_000_000));
            instants.setValue(
                    row,
                    java.time.Instant.ofEpochSecond(random.nextLong(1L << 40) - (1L << 39))
                            .atZone(zones[row % 2]));
        }
        for (String key :
                new String[] {"year", "month", "day", "hour", "minute", "second", "epochSeconds", "epochMillis"}) {
            Object[] ofInstants = values(new Expression.Property(ExpressionHarness.column(0), key), ROWS, instants);
            Object[] ofDates = values(new Expression.Property(ExpressionHarness.column(0), key), ROWS, dates);
            for (int row = 0; row < ROWS; row++) {
                assertThat(ofInstants[row]).as(key).isEqualTo(Components.of(instants.valueAt(row), key));
                assertThat(ofDates[row]).as(key).isEqualTo(Components.of(dates.valueAt(row), key));
            }
        }
        Object[] days = values(call("date", ExpressionHarness.column(0)), ROWS, instants);
        for (int row = 0; row < ROWS; row++) {
            assertThat(days[row]).isEqualTo(((ZonedDateTime) instants.valueAt(row)).toLocalDate());
        }
        for (String length : new String[] {"P100DT-5H", "P1M", "PT0.5S"}) {
            Object duration = ExpressionHarness.f("duration", length);
            for (Arithmetic.Operator operator : List.of(Arithmetic.Operator.ADD, Arithmetic.Operator.SUBTRACT)) {
                Object[] sums = values(arithmetic(operator, ExpressionHarness.column(0), duration), ROWS, instants);
                for (int row = 0; row < ROWS; row++) {
                    assertThat(sums[row])
                            .as(length)
                            .isEqualTo(ArithmeticRules.apply(
                                    context(Map.of()), operator, instants.valueAt(row), duration));
                }
            }
        }
    }

    @Test
    void listExpressions_overPiecesOfALongList_regroup() {
        Expression list = call("range", 1L, ExpressionHarness.column(0));
        Expression even = compare(
                Comparison.Operator.EQUAL, arithmetic(Arithmetic.Operator.MODULO, ExpressionHarness.column(9), 2L), 0L);
        Expression added =
                arithmetic(Arithmetic.Operator.ADD, ExpressionHarness.column(9), ExpressionHarness.column(0));
        Vector sizes = vector(5000L, 0L, 3L, null);
        Object[] lists = values(
                new Expression.ListComprehension(variable(9), list, Optional.of(even), Optional.of(added)), 4, sizes);
        List<?> longest = (List<?>) lists[0];
        assertThat(longest).hasSize(2500);
        assertThat(longest.getFirst()).isEqualTo(5002L);
        assertThat(longest.getLast()).isEqualTo(10000L);
        assertThat(lists[1]).isEqualTo(List.of());
        assertThat(lists[2]).isEqualTo(List.of(5L));
        assertThat(lists[3]).isNull();
        Expression sum = new Expression.Reduce(
                variable(8),
                literal(0L),
                variable(9),
                list,
                arithmetic(Arithmetic.Operator.ADD, ExpressionHarness.column(8), ExpressionHarness.column(9)));
        assertThat(values(sum, 4, sizes)).containsExactly(12_502_500L, 0L, 6L, null);
    }

    @Test
    void quantifiers_withNulls_areThreeValued() {
        Object[][] table = {
            {List.of(), true, false, true, false},
            {List.of(1L), true, true, false, true},
            {List.of(1L, 1L), true, true, false, false},
            {List.of(2L), false, false, true, false},
            {Arrays.asList(1L, null), null, true, false, null},
            {Arrays.asList(2L, null), false, null, null, null},
            {Arrays.asList(1L, 1L, null), null, true, false, false},
        };
        Expression predicate = compare(Comparison.Operator.EQUAL, ExpressionHarness.column(9), 1L);
        for (Object[] row : table) {
            for (Expression.Quantifier.Kind kind : Expression.Quantifier.Kind.values()) {
                assertThat(value(new Expression.Quantifier(kind, variable(9), literal(row[0]), predicate)))
                        .as("%s over %s", kind, row[0])
                        .isEqualTo(row[kind.ordinal() + 1]);
            }
        }
    }

    @Test
    void collections_subscriptsAndSlices_countFromBothEnds() {
        List<Object> list = List.of(1L, 2L, 3L);
        assertThat(value(new Expression.Subscript(literal(list), literal(-1L)))).isEqualTo(3L);
        assertThat(value(new Expression.Subscript(literal(list), literal(3L)))).isNull();
        assertThat(value(new Expression.Subscript(literal(map("a", 1L)), literal("a"))))
                .isEqualTo(1L);
        assertThat(value(new Expression.ListSlice(literal(list), Optional.of(literal(1L)), Optional.empty())))
                .isEqualTo(List.of(2L, 3L));
        assertThat(value(new Expression.ListSlice(literal(list), Optional.empty(), Optional.of(literal(-1L)))))
                .isEqualTo(List.of(1L, 2L));
        assertThat(value(new Expression.ListSlice(literal(list), Optional.of(literal(null)), Optional.empty())))
                .isNull();
        assertThat(value(new Expression.ListOf(List.of(literal(1L), literal(null)))))
                .isEqualTo(Arrays.asList(1L, null));
        Vector nodes = vector(new NodeReference(4), null);
        Expression projection = new Expression.MapProjection(
                ExpressionHarness.column(0), true, List.of(new Expression.Entry("x", literal(1L))));
        assertThat(values(projection, 2, nodes)).containsExactly(map("number", 4L, "name", "n4", "x", 1L), null);
    }

    @Test
    void parameter_ofTwoRuns_isReadAnew() {
        Evaluator evaluator = compiler().compile(arithmetic(Arithmetic.Operator.ADD, Expression.Parameter.of("p"), 1L));
        assertThat(evaluator.isConstant()).isTrue();
        assertThat(evaluator.evaluate(context(Map.of("p", 1L)), rows(3)).valueAt(2))
                .isEqualTo(2L);
        assertThat(evaluator.evaluate(context(Map.of("p", 1.5)), rows(2)).valueAt(1))
                .isEqualTo(2.5);
    }
}
