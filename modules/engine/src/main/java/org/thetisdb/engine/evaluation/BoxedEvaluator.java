package org.thetisdb.engine.evaluation;

import org.jspecify.annotations.Nullable;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** Applies a function to boxed values row by row: for what is too rare to have a kernel. */
public final class BoxedEvaluator implements Evaluator {
    /** The function; {@code arguments} is reused and must not be kept. */
    public interface Function {
        @Nullable
        Object apply(EvaluationContext context, @Nullable Object[] arguments);
    }

    private final Evaluator[] operands;
    private final Function function;
    private final boolean nullForNull;
    private final Vector[] columns;
    private final @Nullable Object[] arguments;
    private final Vector result = new Vector();

    /** @param nullForNull whether the function is not called, and the result null, if any argument is null */
    public BoxedEvaluator(Evaluator[] operands, boolean nullForNull, Function function) {
        this.operands = operands;
        this.nullForNull = nullForNull;
        this.function = function;
        this.columns = new Vector[operands.length];
        this.arguments = new Object[operands.length];
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // The very same object was made for another row.
    public Vector evaluate(EvaluationContext context, Rows rows) {
        int count = rows.count();
        for (int index = 0; index < operands.length; index++) {
            columns[index] = operands[index].operand(context, rows);
        }
        result.reset(VectorKind.NULL, count);
        Object last = null;
        for (int row = 0; row < count; row++) {
            if (box(context, row)) {
                Object value = function.apply(context, arguments);
                if (value != last) {
                    context.trace().made(value);
                }
                last = value;
                result.setValue(row, value);
            }
        }
        return result;
    }

    private boolean box(EvaluationContext context, int row) {
        for (int index = 0; index < operands.length; index++) {
            arguments[index] = columns[index].valueAt(operands[index].isConstant() ? 0 : row);
            if (nullForNull && arguments[index] == null) {
                return false;
            }
            // A batch of functions of long strings may take minutes.
            if (arguments[index] instanceof String text && text.length() >= Growth.STEPS_BETWEEN_CHECKS) {
                context.stop().checkpoint();
            }
        }
        return true;
    }
}
