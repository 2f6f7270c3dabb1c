package org.thetisdb.engine.kernel;

import org.thetisdb.cypher.bound.Expression.Arithmetic.Operator;
import org.thetisdb.engine.block.LongLoops;
import org.thetisdb.engine.evaluation.EvaluationContext;
import org.thetisdb.engine.evaluation.Evaluator;
import org.thetisdb.engine.evaluation.Growth;
import org.thetisdb.engine.evaluation.Rows;
import org.thetisdb.engine.semantics.Durations;
import org.thetisdb.engine.semantics.Vectors;
import org.thetisdb.engine.temporal.TemporalKernels;
import org.thetisdb.value.IsoDuration;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** {@code + - * / % ^}: loops over longs and doubles, and {@link ArithmeticRules} for everything else. */
public final class ArithmeticEvaluator implements Evaluator {
    private final Operator operator;
    private final Evaluator left;
    private final Evaluator right;
    private final Vector result = new Vector();
    private final Vector leftWide = new Vector();
    private final Vector rightWide = new Vector();

    public ArithmeticEvaluator(Operator operator, Evaluator left, Evaluator right) {
        this.operator = operator;
        this.left = left;
        this.right = right;
    }

    @Override
    public Vector evaluate(EvaluationContext context, Rows rows) {
        Vector a = left.operand(context, rows);
        Vector b = right.operand(context, rows);
        int count = rows.count();
        boolean numbers = isNumber(a) && isNumber(b);
        if (numbers && a.kind() == VectorKind.INTEGER && b.kind() == VectorKind.INTEGER && operator != Operator.POWER) {
            integers(a, b, count);
        } else if (numbers) {
            floats(widened(a, leftWide), widened(b, rightWide), count);
        } else if (operator == Operator.ADD && a.kind() == VectorKind.STRING && b.kind() == VectorKind.STRING) {
            concatenate(context, a, b, count);
        } else if (!plusDuration(a, b, count)) {
            boxed(context, a, b, count);
        }
        return result;
    }

    private static boolean isNumber(Vector vector) {
        return vector.kind() == VectorKind.INTEGER || vector.kind() == VectorKind.FLOAT;
    }

    static Vector widened(Vector numbers, Vector into) {
        if (numbers.kind() == VectorKind.FLOAT) {
            return numbers;
        }
        int count = numbers.count();
        into.reset(VectorKind.FLOAT, count);
        long[] from = numbers.longs();
        double[] to = into.doubles();
        for (int row = 0; row < count; row++) {
            to[row] = from[row];
        }
        Vectors.addNulls(numbers, false, into);
        return into;
    }

    // ----------------------------------------------------------------------------------------- integers

    private void integers(Vector a, Vector b, int count) {
        result.reset(VectorKind.INTEGER, count);
        Vectors.mergeNulls(a, left.isConstant(), b, right.isConstant(), result);
        // A constant operand is stepped through with stride 0.
        int i = left.isConstant() ? 0 : 1;
        int j = right.isConstant() ? 0 : 1;
        long[] x = a.longs();
        long[] y = b.longs();
        boolean fine = switch (operator) {
            case ADD -> LongLoops.add(x, i, y, j, result.longs(), count);
            case SUBTRACT -> LongLoops.subtract(x, i, y, j, result.longs(), count);
            case MULTIPLY -> LongLoops.multiply(x, i, y, j, result.longs(), count);
            case DIVIDE -> LongLoops.divide(x, i, y, j, result.longs(), count);
            case MODULO -> LongLoops.modulo(x, i, y, j, result.longs(), count);
            case POWER -> throw new IllegalStateException("POWER gives a FLOAT");
        };
        if (!fine) {
            checkedIntegers(x, i, y, j, count);
        }
    }

    private void checkedIntegers(long[] a, int i, long[] b, int j, int count) {
        long[] into = result.longs();
        for (int row = 0; row < count; row++) {
            if (!result.isNull(row)) {
                into[row] = ArithmeticRules.integers(operator, a[row * i], b[row * j]);
            }
        }
    }

    // ------------------------------------------------------------------------------------------- floats

    private void floats(Vector a, Vector b, int count) {
        result.reset(VectorKind.FLOAT, count);
        Vectors.mergeNulls(a, left.isConstant(), b, right.isConstant(), result);
        int i = left.isConstant() ? 0 : 1;
        int j = right.isConstant() ? 0 : 1;
        double[] x = a.doubles();
        double[] y = b.doubles();
        double[] into = result.doubles();
        switch (operator) {
            case ADD -> {
                for (int row = 0; row < count; row++) {
                    into[row] = x[row * i] + y[row * j];
                }
            }
            case SUBTRACT -> {
                for (int row = 0; row < count; row++) {
                    into[row] = x[row * i] - y[row * j];
                }
            }
            case MULTIPLY -> {
                for (int row = 0; row < count; row++) {
                    into[row] = x[row * i] * y[row * j];
                }
            }
            case DIVIDE -> {
                for (int row = 0; row < count; row++) {
                    into[row] = x[row * i] / y[row * j];
                }
            }
            default -> {
                for (int row = 0; row < count; row++) {
                    into[row] = ArithmeticRules.floats(operator, x[row * i], y[row * j]);
                }
            }
        }
    }

    // ------------------------------------------------------------------------------------------- others

    private void concatenate(EvaluationContext context, Vector a, Vector b, int count) {
        context.trace().limit(result);
        result.reset(VectorKind.STRING, count);
        Vectors.mergeNulls(a, left.isConstant(), b, right.isConstant(), result);
        int i = left.isConstant() ? 0 : 1;
        int j = right.isConstant() ? 0 : 1;
        for (int row = 0; row < count; row++) {
            if (result.isNull(row)) {
                continue;
            }
            int leftBytes = a.lengths()[row * i];
            int rightBytes = b.lengths()[row * j];
            Growth.require(context, "+", Growth.CHARACTER_BYTES * ((long) leftBytes + rightBytes));
            int start = result.reserveBytes((long) leftBytes + rightBytes);
            System.arraycopy(a.bytes(), a.starts()[row * i], result.bytes(), start, leftBytes);
            System.arraycopy(b.bytes(), b.starts()[row * j], result.bytes(), start + leftBytes, rightBytes);
            result.setStringRange(row, start, leftBytes + rightBytes);
        }
    }

    /** Datetimes plus or minus a constant duration. */
    private boolean plusDuration(Vector a, Vector b, int count) {
        if (!right.isConstant() || left.isConstant() || !(b.valueAt(0) instanceof IsoDuration duration)) {
            return false;
        }
        return switch (operator) {
            case ADD -> TemporalKernels.plus(a, count, duration, result);
            // Of other types the kernel has nothing, and times of day take durations that cannot be negated.
            case SUBTRACT ->
                (a.kind() == VectorKind.ZONED_DATETIME || a.kind() == VectorKind.LOCAL_DATETIME)
                        && TemporalKernels.plus(a, count, Durations.negated(duration), result);
            case MULTIPLY, DIVIDE, MODULO, POWER -> false;
        };
    }

    private void boxed(EvaluationContext context, Vector a, Vector b, int count) {
        context.trace().limit(result);
        result.reset(VectorKind.NULL, count);
        for (int row = 0; row < count; row++) {
            Object x = a.valueAt(left.isConstant() ? 0 : row);
            Object y = b.valueAt(right.isConstant() ? 0 : row);
            Object value = ArithmeticRules.apply(context, operator, x, y);
            context.trace().made(value);
            result.setValue(row, value);
        }
    }
}
