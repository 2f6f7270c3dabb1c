package org.thetisdb.engine.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.thetisdb.cypher.bound.Expression.Arithmetic;
import org.thetisdb.cypher.bound.Expression.Comparison;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.engine.block.FunctionBlock;
import org.thetisdb.engine.block.NumberFunction;
import org.thetisdb.engine.block.NumberFunctions;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * Goal: a loop computes what its shape says, for all operators, kinds and nulls, and no two that differ have one key.
 * Method: all pairs of values at the edges of their ranges, compared with the same in plain Java.
 */
final class LoopCodeTest {
    private static final long[] LONGS = {0, 1, -1, 7, Long.MAX_VALUE, Long.MIN_VALUE};
    private static final double[] DOUBLES = {0, -0.0, 1.5, -3, Double.NaN, Double.POSITIVE_INFINITY};

    private static Scalar.Leaf leaf(int index, VectorKind kind, boolean isNullable) {
        return new Scalar.Leaf(index, kind, isNullable, false);
    }

    /** All pairs of values; every seventh row is null where that may be. */
    private static List<Vector> pairs(VectorKind kind, boolean isNullable) {
        Vector left = new Vector();
        Vector right = new Vector();
        int length = kind == VectorKind.FLOAT ? DOUBLES.length : LONGS.length;
        left.reset(kind, length * length);
        right.reset(kind, length * length);
        for (int row = 0; row < length * length; row++) {
            if (kind == VectorKind.FLOAT) {
                left.doubles()[row] = DOUBLES[row / length];
                right.doubles()[row] = DOUBLES[row % length];
            } else {
                left.longs()[row] = LONGS[row / length];
                right.longs()[row] = LONGS[row % length];
            }
            if (isNullable && row % 7 == 3) {
                left.setNull(row);
            }
        }
        return List.of(left, right);
    }

    private static LoopShape column(Scalar scalar, List<Scalar.Leaf> leaves) {
        return new LoopShape(leaves, List.of(), List.of(scalar), List.of());
    }

    /** The column that a loop makes, in one part and in as many as there can be; empty if the batch is doubtful. */
    private static Optional<Vector> run(LoopShape shape, List<Vector> leaves) {
        Optional<Vector> made = run(shape, leaves, LoopParts.WEIGHT_MAX);
        if (shape.blockCount() < 40) {
            Optional<Vector> inParts = run(shape, leaves, 20);
            assertThat(inParts.isPresent()).isEqualTo(made.isPresent());
            made.ifPresent(vector -> {
                assertThat(inParts.get().nulls()).startsWith(Arrays.copyOf(vector.nulls(), vector.count()));
                assertThat(inParts.get().longs()).startsWith(Arrays.copyOf(vector.longs(), vector.longs().length));
                assertThat(inParts.get().doubles())
                        .startsWith(Arrays.copyOf(vector.doubles(), vector.doubles().length));
            });
        }
        return made;
    }

    private static FusedLoop loop(LoopShape shape, int weightMax) {
        try {
            return LoopDefiner.load(LoopCode.bytes(shape, weightMax));
        } catch (ReflectiveOperationException failure) {
            throw new LinkageError(failure.getMessage(), failure);
        }
    }

    private static Optional<Vector> run(LoopShape shape, List<Vector> leaves, int weightMax) {
        FusedLoop loop = loop(shape, weightMax);
        LoopArguments arguments = new LoopArguments(shape);
        for (int index = 0; index < leaves.size(); index++) {
            arguments.setLeaf(index, leaves.get(index));
        }
        int count = leaves.getFirst().count();
        Vector into = new Vector();
        into.reset(shape.columns().getFirst().kind(), count);
        arguments.setColumn(0, into);
        arguments.reserve(count);
        return loop.run(arguments, count) == 0 ? Optional.of(into) : Optional.empty();
    }

    @Test
    void comparisons_ofAllKinds_areThoseOfJava() {
        for (VectorKind kind : List.of(VectorKind.INTEGER, VectorKind.FLOAT, VectorKind.DATE)) {
            for (Comparison.Operator operator : Comparison.Operator.values()) {
                for (boolean isNullable : new boolean[] {false, true}) {
                    Scalar.Leaf left = leaf(0, kind, isNullable);
                    Scalar.Leaf right = leaf(1, kind, false);
                    List<Vector> pairs = pairs(kind, isNullable);
                    Vector made = run(column(new Scalar.Comparison(operator, left, right), List.of(left, right)), pairs)
                            .orElseThrow();
                    for (int row = 0; row < made.count(); row++) {
                        if (pairs.getFirst().isNull(row)) {
                            assertThat(made.nulls()[row]).isTrue();
                        } else {
                            long expected = holds(operator, kind, pairs, row) ? 1 : 0;
                            assertThat(made.longs()[row])
                                    .as("%s %s %d", kind, operator, row)
                                    .isEqualTo(expected);
                            assertThat(made.nulls()[row]).isFalse();
                        }
                    }
                }
            }
        }
    }

    private static boolean holds(Comparison.Operator operator, VectorKind kind, List<Vector> pairs, int row) {
        if (kind == VectorKind.FLOAT) {
            double left = pairs.get(0).doubles()[row];
            double right = pairs.get(1).doubles()[row];
            return switch (operator) {
                case EQUAL -> left == right;
                case NOT_EQUAL -> left != right;
                case LESS -> left < right;
                case LESS_OR_EQUAL -> left <= right;
                case GREATER -> left > right;
                case GREATER_OR_EQUAL -> left >= right;
            };
        }
        int compared = Long.compare(pairs.get(0).longs()[row], pairs.get(1).longs()[row]);
        return switch (operator) {
            case EQUAL -> compared == 0;
            case NOT_EQUAL -> compared != 0;
            case LESS -> compared < 0;
            case LESS_OR_EQUAL -> compared <= 0;
            case GREATER -> compared > 0;
            case GREATER_OR_EQUAL -> compared >= 0;
        };
    }

    /** Each row by itself, because one that leaves the range makes a batch doubtful. */
    @Test
    void arithmeticOfIntegers_isThatOfJava_orDoubtful() {
        Scalar.Leaf left = leaf(0, VectorKind.INTEGER, false);
        Scalar.Leaf right = leaf(1, VectorKind.INTEGER, false);
        for (Arithmetic.Operator operator : Arithmetic.Operator.values()) {
            if (operator == Arithmetic.Operator.POWER) {
                continue;
            }
            LoopShape shape = column(new Scalar.Arithmetic(operator, left, right), List.of(left, right));
            for (long x : LONGS) {
                for (long y : LONGS) {
                    Optional<Long> made = run(shape, List.of(one(x), one(y))).map(each -> each.longs()[0]);
                    assertThat(made).as("%d %s %d", x, operator, y).isEqualTo(exact(operator, x, y));
                }
            }
        }
    }

    private static Vector one(long value) {
        Vector vector = new Vector();
        vector.reset(VectorKind.INTEGER, 1);
        vector.longs()[0] = value;
        return vector;
    }

    private static Optional<Long> exact(Arithmetic.Operator operator, long x, long y) {
        try {
            return Optional.of(
                    switch (operator) {
                        case ADD -> Math.addExact(x, y);
                        case SUBTRACT -> Math.subtractExact(x, y);
                        case MULTIPLY -> Math.multiplyExact(x, y);
                        case DIVIDE -> Math.divideExact(x, y);
                        case MODULO -> x % y;
                        case POWER -> throw new IllegalStateException("no loop raises to a power");
                    });
        } catch (ArithmeticException none) {
            return Optional.empty();
        }
    }

    @Test
    void logic_ofThreeValues_isKleenes() {
        Vector left = new Vector();
        Vector right = new Vector();
        left.reset(VectorKind.BOOLEAN, 9);
        right.reset(VectorKind.BOOLEAN, 9);
        for (int row = 0; row < 9; row++) {
            set(left, row, row / 3);
            set(right, row, row % 3);
        }
        Scalar.Leaf a = leaf(0, VectorKind.BOOLEAN, true);
        Scalar.Leaf b = leaf(1, VectorKind.BOOLEAN, true);
        List<Scalar> both = List.of(a, b);
        assertThat(truths(new Scalar.Logic(true, both), left, right)).containsExactly(0, 0, 0, 0, 1, 2, 0, 2, 2);
        assertThat(truths(new Scalar.Logic(false, both), left, right)).containsExactly(0, 1, 2, 1, 1, 1, 2, 1, 2);
        assertThat(truths(new Scalar.Difference(a, b), left, right)).containsExactly(0, 1, 2, 1, 0, 2, 2, 2, 2);
        assertThat(truths(new Scalar.Inversion(a), left, right)).containsExactly(1, 1, 1, 0, 0, 0, 2, 2, 2);
        assertThat(truths(new Scalar.NullTest(b, true), left, right)).containsExactly(0, 0, 1, 0, 0, 1, 0, 0, 1);
        Scalar.Choice choice =
                new Scalar.Choice(List.of(new Scalar.Branch(a, b)), Optional.of(new Scalar.Inversion(b)));
        assertThat(truths(choice, left, right)).containsExactly(1, 0, 2, 0, 1, 2, 1, 0, 2);
    }

    private static void set(Vector truths, int row, int truth) {
        truths.longs()[row] = truth;
        if (truth == 2) {
            truths.setNull(row);
        }
    }

    /** 0, 1, or 2 for null. */
    private static List<Integer> truths(Scalar truth, Vector left, Vector right) {
        List<Scalar.Leaf> leaves = List.of(leaf(0, VectorKind.BOOLEAN, true), leaf(1, VectorKind.BOOLEAN, true));
        Vector made = run(column(truth, leaves), List.of(left, right)).orElseThrow();
        List<Integer> all = new ArrayList<>();
        for (int row = 0; row < made.count(); row++) {
            all.add(made.nulls()[row] ? 2 : (int) made.longs()[row]);
        }
        return all;
    }

    @Test
    void instants_ofTheSameSecond_areDoubtful() {
        Scalar.Leaf left = leaf(0, VectorKind.LOCAL_DATETIME, false);
        Scalar.Leaf right = new Scalar.Leaf(1, VectorKind.LOCAL_DATETIME, false, true);
        LoopShape shape = column(new Scalar.Comparison(Comparison.Operator.LESS, left, right), List.of(left, right));
        Vector seconds = new Vector();
        seconds.reset(VectorKind.LOCAL_DATETIME, 2);
        seconds.longs()[0] = 5;
        seconds.longs()[1] = 9;
        Vector constant = new Vector();
        constant.reset(VectorKind.LOCAL_DATETIME, 1);
        constant.longs()[0] = 7;
        assertThat(run(shape, List.of(seconds, constant)).orElseThrow().longs()).startsWith(1, 0);
        constant.longs()[0] = 9;
        assertThat(run(shape, List.of(seconds, constant))).isEmpty();
    }

    @Test
    void functions_areTheirBlocks_andDoubtfulWhereTheseAre() {
        for (NumberFunction function : NumberFunctions.all()) {
            List<VectorKind> kinds = function.block().operands();
            List<Scalar.Leaf> leaves = new ArrayList<>();
            List<Vector> columns = new ArrayList<>();
            Object[] arrays = new Object[kinds.size()];
            for (int index = 0; index < kinds.size(); index++) {
                leaves.add(leaf(index, kinds.get(index), index == 0));
                columns.add(pairs(kinds.get(index), index == 0).get(index));
                arrays[index] = kinds.get(index) == VectorKind.FLOAT
                        ? columns.get(index).doubles()
                        : columns.get(index).longs();
            }
            int count = columns.getFirst().count();
            boolean isDoubtful =
                    function.doubt().isPresent() && isDoubtful(function.doubt().get(), arrays, columns);
            Optional<Vector> made =
                    run(column(new Scalar.Function(function, List.<Scalar>copyOf(leaves)), leaves), columns);
            assertThat(made.isEmpty()).as(function.name()).isEqualTo(isDoubtful);
            Vector expected = new Vector();
            expected.reset(function.kind(), count);
            function.block()
                    .columns()
                    .run(arrays, function.kind() == VectorKind.FLOAT ? expected.doubles() : expected.longs(), count);
            for (int row = 0; made.isPresent() && row < count; row++) {
                boolean isNull = columns.getFirst().isNull(row);
                assertThat(made.get().nulls()[row]).isEqualTo(isNull);
                assertThat(isNull ? expected.valueAt(row) : made.get().valueAt(row))
                        .as(function.name())
                        .isEqualTo(expected.valueAt(row));
            }
        }
    }

    private static boolean isDoubtful(FunctionBlock doubt, Object[] operands, List<Vector> columns) {
        int count = columns.getFirst().count();
        long[] doubts = new long[count];
        doubt.columns().run(operands, doubts, count);
        for (int row = 0; row < count; row++) {
            if (doubts[row] != 0 && !columns.getFirst().isNull(row)) {
                return true;
            }
        }
        return false;
    }

    /** A division by zero that a CASE guards is none. */
    @Test
    void guardedDivision_isNotDoubtful() {
        Scalar.Leaf x = leaf(0, VectorKind.INTEGER, false);
        Scalar.Leaf zero = new Scalar.Leaf(1, VectorKind.INTEGER, false, true);
        Scalar division = new Scalar.Arithmetic(Arithmetic.Operator.DIVIDE, x, x);
        Scalar isOther = new Scalar.Comparison(Comparison.Operator.NOT_EQUAL, x, zero);
        Scalar guarded = new Scalar.Choice(List.of(new Scalar.Branch(isOther, division)), Optional.of(zero));
        Vector values = pairs(VectorKind.INTEGER, false).getFirst();
        assertThat(run(column(division, List.of(x)), List.of(values))).isEmpty();
        assertThat(run(column(guarded, List.of(x, zero)), List.of(values, one(0))))
                .isPresent();
    }

    @Test
    void totals_areOfTheRowsThatPass() {
        Scalar.Leaf x = leaf(0, VectorKind.INTEGER, true);
        Scalar.Leaf limit = new Scalar.Leaf(1, VectorKind.INTEGER, false, true);
        Scalar isMore = new Scalar.Comparison(Comparison.Operator.GREATER, x, limit);
        List<LoopShape.Total> totals = new ArrayList<>();
        totals.add(new LoopShape.Total(Step.AggregateFunction.COUNT_ROWS, Optional.empty()));
        for (Step.AggregateFunction function :
                List.of(Step.AggregateFunction.SUM, Step.AggregateFunction.MIN, Step.AggregateFunction.MAX)) {
            totals.add(new LoopShape.Total(function, Optional.of(x)));
        }
        LoopShape shape = new LoopShape(List.of(x, limit), List.of(List.of(isMore)), List.of(), totals);
        LoopArguments arguments = new LoopArguments(shape);
        Vector values = new Vector();
        values.reset(VectorKind.INTEGER, 5);
        System.arraycopy(new long[] {5, -2, 9, 30, 4}, 0, values.longs(), 0, 5);
        values.setNull(3);
        arguments.setLeaf(0, values);
        arguments.setLeaf(1, one(3));
        assertThat(loop(shape, LoopParts.WEIGHT_MAX).run(arguments, 5)).isZero();
        assertThat(arguments.passedCounts).containsExactly(3);
        assertThat(arguments.totals).containsExactly(3, 0, 0, 3, 18, 13, 3, 4, 0, 3, 9, 0);
    }

    /** Operators, kinds and nullability are all of the key, values are not. */
    @Test
    void shapes_thatDiffer_areDifferentKeys() {
        Set<LoopShape> keys = new HashSet<>();
        int made = 0;
        for (VectorKind kind : List.of(VectorKind.INTEGER, VectorKind.FLOAT)) {
            for (int nullable = 0; nullable < 4; nullable++) {
                Scalar.Leaf left = leaf(0, kind, (nullable & 1) > 0);
                Scalar.Leaf right = leaf(1, kind, (nullable & 2) > 0);
                for (Comparison.Operator operator : Comparison.Operator.values()) {
                    keys.add(column(new Scalar.Comparison(operator, left, right), List.of(left, right)));
                    made++;
                }
                for (Arithmetic.Operator operator : Arithmetic.Operator.values()) {
                    keys.add(column(new Scalar.Arithmetic(operator, left, right), List.of(left, right)));
                    made++;
                }
            }
        }
        for (NumberFunction function : NumberFunctions.all()) {
            List<Scalar.Leaf> leaves = new ArrayList<>();
            for (VectorKind kind : function.block().operands()) {
                leaves.add(leaf(leaves.size(), kind, false));
            }
            keys.add(column(new Scalar.Function(function, List.<Scalar>copyOf(leaves)), leaves));
            made++;
        }
        assertThat(keys).hasSize(made);
        Scalar.Leaf x = leaf(0, VectorKind.INTEGER, false);
        assertThat(column(x, List.of(x))).isEqualTo(column(leaf(0, VectorKind.INTEGER, false), List.of(x)));
    }

    /** A thousand conditions are several methods, and true where all are. */
    @Test
    void loop_thatIsLongerThanAMethod_isSeveral() {
        for (int conditionCount : new int[] {1, 10, 100, 300, 1_000}) {
            Scalar.Leaf x = leaf(0, VectorKind.INTEGER, true);
            List<Scalar.Leaf> leaves = new ArrayList<>(List.of(x));
            List<Scalar> conditions = new ArrayList<>();
            Vector values = pairs(VectorKind.INTEGER, true).getFirst();
            List<Vector> vectors = new ArrayList<>(List.of(values));
            for (int index = 1; index <= conditionCount; index++) {
                Scalar.Leaf limit = new Scalar.Leaf(index, VectorKind.INTEGER, false, true);
                leaves.add(limit);
                vectors.add(one(-index));
                conditions.add(new Scalar.Comparison(Comparison.Operator.GREATER, x, limit));
            }
            Vector made = run(column(new Scalar.Logic(true, conditions), leaves), vectors)
                    .orElseThrow();
            for (int row = 0; row < made.count(); row++) {
                boolean isFalse = !values.isNull(row) && values.longs()[row] <= -1;
                assertThat(made.nulls()[row]).isEqualTo(values.isNull(row));
                assertThat(made.longs()[row] == 1).isEqualTo(!isFalse && !values.isNull(row));
            }
        }
    }

    /** Each branch adds to what an early one has computed, so parts of the loop have much to leave to each other. */
    @Test
    void longCase_ofIntegersAndFloats_isThatOfJava() {
        for (VectorKind kind : List.of(VectorKind.INTEGER, VectorKind.FLOAT)) {
            List<Scalar.Leaf> leaves = new ArrayList<>();
            leaves.add(leaf(0, VectorKind.INTEGER, false));
            leaves.add(leaf(1, kind, true));
            Vector x = new Vector();
            x.reset(VectorKind.INTEGER, 500);
            Vector y = new Vector();
            y.reset(kind, 500);
            for (int row = 0; row < 500; row++) {
                x.longs()[row] = row;
                put(y, row, 3L * row);
                if (row % 11 == 0) {
                    y.setNull(row);
                }
            }
            List<Vector> vectors = new ArrayList<>(List.of(x, y));
            List<Scalar.Branch> branches = new ArrayList<>();
            Scalar sum = leaves.get(1);
            for (int branch = 0; branch < 400; branch++) {
                Scalar.Leaf key = new Scalar.Leaf(leaves.size(), VectorKind.INTEGER, false, true);
                Scalar.Leaf added = new Scalar.Leaf(leaves.size() + 1, kind, false, true);
                leaves.addAll(List.of(key, added));
                Vector one = new Vector();
                one.reset(kind, 1);
                put(one, 0, branch);
                vectors.addAll(List.of(one(branch), one));
                if (branch % 10 == 0) {
                    sum = new Scalar.Arithmetic(Arithmetic.Operator.ADD, sum, added);
                }
                Scalar isKey = new Scalar.Comparison(Comparison.Operator.EQUAL, leaves.getFirst(), key);
                branches.add(new Scalar.Branch(isKey, sum));
            }
            Vector made = run(column(new Scalar.Choice(branches, Optional.empty()), leaves), vectors)
                    .orElseThrow();
            for (int row = 0; row < 500; row++) {
                assertThat(made.nulls()[row]).as("%s %d", kind, row).isEqualTo(row >= 400 || row % 11 == 0);
                if (!made.nulls()[row]) {
                    long tens = row / 10;
                    long expected = 3L * row + 10 * tens * (tens + 1) / 2;
                    double found = kind == VectorKind.FLOAT ? made.doubles()[row] : (double) made.longs()[row];
                    assertThat(found).as("%s %d", kind, row).isEqualTo((double) expected);
                }
            }
        }
    }

    private static void put(Vector vector, int row, long number) {
        if (vector.kind() == VectorKind.FLOAT) {
            vector.doubles()[row] = number;
        } else {
            vector.longs()[row] = number;
        }
    }

    /** What occurs twice in what occurs twice, and so on, would be a tree without an end. */
    @Test
    void scalars_thatAreShared_areOneStep() {
        Scalar.Leaf x = leaf(0, VectorKind.INTEGER, true);
        Scalar sum = x;
        for (int doubled = 0; doubled < 60; doubled++) {
            sum = new Scalar.Arithmetic(Arithmetic.Operator.ADD, sum, sum);
        }
        LoopShape shape = column(sum, List.of(x));
        assertThat(shape.blockCount()).isEqualTo(61);
        assertThat(run(shape, List.of(one(3))).map(each -> each.longs()[0])).contains(3L << 60);
        assertThat(run(shape, List.of(one(9)))).isEmpty();
    }

    @Test
    void loop_thatIsAbsurd_isRefused() {
        Scalar.Leaf x = leaf(0, VectorKind.INTEGER, false);
        List<Scalar.Leaf> leaves = new ArrayList<>(List.of(x));
        List<Scalar> conditions = new ArrayList<>();
        for (int index = 1; index <= 30_000; index++) {
            Scalar.Leaf limit = new Scalar.Leaf(index, VectorKind.INTEGER, false, true);
            leaves.add(limit);
            conditions.add(new Scalar.Comparison(Comparison.Operator.GREATER, x, limit));
        }
        LoopShape shape = column(new Scalar.Logic(true, conditions), leaves);
        assertThatThrownBy(() -> LoopCode.bytes(shape))
                .isInstanceOf(LoopTooLongException.class)
                .hasMessageContaining("stepCount=");
    }
}
