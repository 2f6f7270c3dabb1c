package org.thetisdb.engine.kernel;

import org.thetisdb.cypher.bound.Expression.Comparison.Operator;
import org.thetisdb.engine.evaluation.EvaluationContext;
import org.thetisdb.engine.evaluation.Evaluator;
import org.thetisdb.engine.evaluation.Rows;
import org.thetisdb.engine.semantics.ValueSemantics;
import org.thetisdb.engine.semantics.Vectors;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** {@code = <> < <= > >=}. A constant is always on the right, where a comparison of longs becomes a range test. */
public final class ComparisonEvaluator implements Evaluator {
    private final Operator operator;
    private final Evaluator left;
    private final Evaluator right;
    private final Vector result = new Vector();
    private final Vector ofStrings = new Vector();

    public ComparisonEvaluator(Operator operator, Evaluator left, Evaluator right) {
        boolean swap = left.isConstant();
        this.operator = swap ? mirrored(operator) : operator;
        this.left = swap ? right : left;
        this.right = swap ? left : right;
    }

    /** The operator that says the same with both sides exchanged. */
    public static Operator mirrored(Operator operator) {
        return switch (operator) {
            case EQUAL, NOT_EQUAL -> operator;
            case LESS -> Operator.GREATER;
            case LESS_OR_EQUAL -> Operator.GREATER_OR_EQUAL;
            case GREATER -> Operator.LESS;
            case GREATER_OR_EQUAL -> Operator.LESS_OR_EQUAL;
        };
    }

    @Override
    public Vector evaluate(EvaluationContext context, Rows rows) {
        Vector a = left.operand(context, rows);
        Vector b = right.operand(context, rows);
        int count = rows.count();
        if (right.isConstant() && b.kind() == VectorKind.STRING && CodedTruths.isWorthIt(a, count)) {
            Vector strings = a.dictionary().strings();
            compare(operator, strings, false, b, true, strings.count(), ofStrings);
            CodedTruths.lookUp(ofStrings, a, count, result);
        } else {
            compare(operator, a, left.isConstant(), b, right.isConstant(), count, result);
        }
        return result;
    }

    /** The kernels behind the evaluator, also for CASE with an operand. */
    static void compare(
            Operator operator, Vector a, boolean aConstant, Vector b, boolean bConstant, int count, Vector into) {
        into.reset(VectorKind.BOOLEAN, count);
        VectorKind kind = a.kind();
        if (kind == VectorKind.NULL || b.kind() == VectorKind.NULL || bConstant && b.isNull(0)) {
            into.setAllNull();
            return;
        }
        boolean instants = kind == VectorKind.ZONED_DATETIME || kind == VectorKind.LOCAL_DATETIME;
        if (!aConstant && kind == b.kind() && instants) {
            if (bConstant) {
                instantsConstant(operator, a, b, count, into);
            } else {
                instants(operator, a, b, count, into);
            }
            return;
        }
        if (aConstant || kind != b.kind() || !isTyped(kind, operator)) {
            general(operator, a, aConstant, b, bConstant, count, into);
            return;
        }
        switch (kind) {
            case FLOAT -> {
                if (bConstant) {
                    doublesConstant(operator, a.doubles(), b.doubles()[0], count, into.longs());
                } else {
                    doubles(operator, a.doubles(), b.doubles(), count, into.longs());
                }
            }
            case STRING -> strings(operator, a, b, bConstant, count, into.longs());
            default -> {
                if (bConstant) {
                    longsConstant(operator, a.longs(), b.longs()[0], count, into.longs());
                } else {
                    longs(operator, a.longs(), b.longs(), count, into.longs());
                }
            }
        }
        Vectors.mergeNulls(a, false, b, bConstant, into);
    }

    private static boolean isTyped(VectorKind kind, Operator operator) {
        return switch (kind) {
            case INTEGER, FLOAT, STRING, DATE, LOCAL_TIME, BOOLEAN -> true;
            case NODE, RELATIONSHIP -> operator == Operator.EQUAL || operator == Operator.NOT_EQUAL;
            case NULL, TIME, LOCAL_DATETIME, ZONED_DATETIME, OBJECT -> false;
        };
    }

    // -------------------------------------------------------------------------------------------- longs

    private static void longsConstant(Operator operator, long[] values, long constant, int count, long[] into) {
        switch (operator) {
            case EQUAL -> range(values, constant, constant, 1, count, into);
            case NOT_EQUAL -> range(values, constant, constant, 0, count, into);
            case LESS -> range(values, constant, Long.MAX_VALUE, 0, count, into);
            case LESS_OR_EQUAL -> range(values, Long.MIN_VALUE, constant, 1, count, into);
            case GREATER -> range(values, Long.MIN_VALUE, constant, 0, count, into);
            case GREATER_OR_EQUAL -> range(values, constant, Long.MAX_VALUE, 1, count, into);
        }
    }

    /** One comparison for both ends, {@code from} not above {@code to}: of distances from the least of all longs. */
    private static void range(long[] values, long from, long to, long inside, int count, long[] into) {
        long outside = 1 - inside;
        long least = from - Long.MIN_VALUE;
        long greatest = to - least;
        for (int row = 0; row < count; row++) {
            into[row] = values[row] - least <= greatest ? inside : outside;
        }
    }

    private static void longs(Operator operator, long[] a, long[] b, int count, long[] into) {
        switch (operator) {
            case EQUAL -> equalLongs(a, b, 1, count, into);
            case NOT_EQUAL -> equalLongs(a, b, 0, count, into);
            case LESS -> lessLongs(a, b, 1, count, into);
            case LESS_OR_EQUAL -> lessLongs(b, a, 0, count, into);
            case GREATER -> lessLongs(b, a, 1, count, into);
            case GREATER_OR_EQUAL -> lessLongs(a, b, 0, count, into);
        }
    }

    private static void equalLongs(long[] a, long[] b, long yes, int count, long[] into) {
        for (int row = 0; row < count; row++) {
            into[row] = a[row] == b[row] ? yes : 1 - yes;
        }
    }

    private static void lessLongs(long[] a, long[] b, long yes, int count, long[] into) {
        for (int row = 0; row < count; row++) {
            into[row] = a[row] < b[row] ? yes : 1 - yes;
        }
    }

    // ------------------------------------------------------------------------------------------ doubles

    private static void doublesConstant(Operator operator, double[] a, double b, int count, long[] into) {
        switch (operator) {
            case EQUAL, NOT_EQUAL -> {
                long yes = operator == Operator.EQUAL ? 1 : 0;
                for (int row = 0; row < count; row++) {
                    into[row] = a[row] == b ? yes : 1 - yes;
                }
            }
            case LESS -> {
                for (int row = 0; row < count; row++) {
                    into[row] = a[row] < b ? 1 : 0;
                }
            }
            case LESS_OR_EQUAL -> {
                for (int row = 0; row < count; row++) {
                    into[row] = a[row] <= b ? 1 : 0;
                }
            }
            case GREATER -> {
                for (int row = 0; row < count; row++) {
                    into[row] = a[row] > b ? 1 : 0;
                }
            }
            case GREATER_OR_EQUAL -> {
                for (int row = 0; row < count; row++) {
                    into[row] = a[row] >= b ? 1 : 0;
                }
            }
        }
    }

    private static void doubles(Operator operator, double[] a, double[] b, int count, long[] into) {
        switch (operator) {
            case EQUAL, NOT_EQUAL -> {
                long yes = operator == Operator.EQUAL ? 1 : 0;
                for (int row = 0; row < count; row++) {
                    into[row] = a[row] == b[row] ? yes : 1 - yes;
                }
            }
            case LESS -> lessDoubles(a, b, count, into);
            case LESS_OR_EQUAL -> lessOrEqualDoubles(a, b, count, into);
            case GREATER -> lessDoubles(b, a, count, into);
            case GREATER_OR_EQUAL -> lessOrEqualDoubles(b, a, count, into);
        }
    }

    private static void lessDoubles(double[] a, double[] b, int count, long[] into) {
        for (int row = 0; row < count; row++) {
            into[row] = a[row] < b[row] ? 1 : 0;
        }
    }

    private static void lessOrEqualDoubles(double[] a, double[] b, int count, long[] into) {
        for (int row = 0; row < count; row++) {
            into[row] = a[row] <= b[row] ? 1 : 0;
        }
    }

    // ------------------------------------------------------------------------------------------ strings

    private static void strings(Operator operator, Vector a, Vector b, boolean constant, int count, long[] into) {
        boolean equality = operator == Operator.EQUAL || operator == Operator.NOT_EQUAL;
        int[] aLengths = a.lengths();
        int[] bLengths = b.lengths();
        long differ = operator == Operator.NOT_EQUAL ? 1 : 0;
        for (int row = 0; row < count; row++) {
            if (a.isNull(row) || !constant && b.isNull(row)) {
                continue;
            }
            int other = constant ? 0 : row;
            if (equality && aLengths[row] != bLengths[other]) {
                into[row] = differ;
            } else {
                into[row] = truth(operator, Integer.signum(ValueSemantics.compare(a, row, b, other)));
            }
        }
    }

    // ----------------------------------------------------------------------------------------- instants

    /** Seconds decide nearly always; where they are equal, nanoseconds and zones are looked at. */
    private static void instantsConstant(Operator operator, Vector a, Vector b, int count, Vector into) {
        long less = truth(operator, -1);
        long more = truth(operator, 1);
        long constant = b.longs()[0];
        long[] seconds = a.longs();
        long[] result = into.longs();
        boolean ties = false;
        for (int row = 0; row < count; row++) {
            result[row] = seconds[row] < constant ? less : more;
            ties |= seconds[row] == constant;
        }
        Vectors.addNulls(a, false, into);
        for (int row = 0; ties && row < count; row++) {
            if (seconds[row] == constant && !a.isNull(row)) {
                result[row] = truth(operator, Integer.signum(ValueSemantics.compare(a, row, b, 0)));
            }
        }
    }

    private static void instants(Operator operator, Vector a, Vector b, int count, Vector into) {
        long less = truth(operator, -1);
        long more = truth(operator, 1);
        long[] aSeconds = a.longs();
        long[] bSeconds = b.longs();
        long[] result = into.longs();
        boolean ties = false;
        for (int row = 0; row < count; row++) {
            result[row] = aSeconds[row] < bSeconds[row] ? less : more;
            ties |= aSeconds[row] == bSeconds[row];
        }
        Vectors.mergeNulls(a, false, b, false, into);
        for (int row = 0; ties && row < count; row++) {
            if (aSeconds[row] == bSeconds[row] && !into.isNull(row)) {
                result[row] = truth(operator, Integer.signum(ValueSemantics.compare(a, row, b, row)));
            }
        }
    }

    // ------------------------------------------------------------------------------------------ general

    private static void general(
            Operator operator, Vector a, boolean aConstant, Vector b, boolean bConstant, int count, Vector into) {
        boolean equality = operator == Operator.EQUAL || operator == Operator.NOT_EQUAL;
        boolean instants = a.kind() == b.kind() && a.kind().usesLongs2() && a.kind() != VectorKind.RELATIONSHIP;
        boolean numbers = a.kind() == VectorKind.INTEGER && b.kind() == VectorKind.FLOAT;
        for (int row = 0; row < count; row++) {
            int i = aConstant ? 0 : row;
            int j = bConstant ? 0 : row;
            if (a.isNull(i) || b.isNull(j)) {
                into.setNull(row);
                continue;
            }
            if (instants) {
                into.longs()[row] = truth(operator, Integer.signum(ValueSemantics.compare(a, i, b, j)));
            } else if (numbers) {
                double real = b.doubles()[j];
                int compared = Double.isNaN(real)
                        ? ValueSemantics.UNORDERED
                        : ValueSemantics.compareNumbers(a.longs()[i], real);
                into.longs()[row] = truth(operator, compared);
            } else if (equality) {
                int equal = ValueSemantics.equal(a, i, b, j);
                boolean flip = operator == Operator.NOT_EQUAL && equal != ValueSemantics.UNKNOWN;
                Vectors.setTruth(into, row, flip ? 1 - equal : equal);
            } else {
                Vectors.setTruth(into, row, truth(operator, ValueSemantics.compare(a.valueAt(i), b.valueAt(j))));
            }
        }
    }

    /** What a result of {@link ValueSemantics#compare(Object, Object)} means for the operator. */
    static int truth(Operator operator, int compared) {
        if (compared == ValueSemantics.INCOMPARABLE) {
            return ValueSemantics.UNKNOWN;
        }
        if (compared == ValueSemantics.UNORDERED) {
            return operator == Operator.NOT_EQUAL ? 1 : 0;
        }
        boolean holds = switch (operator) {
            case EQUAL -> compared == 0;
            case NOT_EQUAL -> compared != 0;
            case LESS -> compared < 0;
            case LESS_OR_EQUAL -> compared <= 0;
            case GREATER -> compared > 0;
            case GREATER_OR_EQUAL -> compared >= 0;
        };
        return holds ? 1 : 0;
    }
}
