package org.thetisdb.engine.kernel;

import java.util.function.Function;
import org.thetisdb.engine.evaluation.EvaluationContext;
import org.thetisdb.engine.evaluation.Evaluator;
import org.thetisdb.engine.evaluation.Rows;
import org.thetisdb.engine.temporal.TemporalKernels;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** {@code date.truncate(unit, value)} and its like over typed vectors, where the unit is the same for all rows. */
public final class TruncationEvaluator implements Evaluator {
    private final VectorKind kind;
    private final HeldColumn unit;
    private final HeldColumn value;
    private final boolean isOneUnit;
    private final Evaluator general;
    private final Vector result = new Vector();

    /**
     * An evaluator.
     *
     * @param kind of the results
     * @param operands the unit and the value
     * @param general makes the function of boxed values over these operands, for all else
     */
    public TruncationEvaluator(VectorKind kind, Evaluator[] operands, Function<Evaluator[], Evaluator> general) {
        this.kind = kind;
        unit = new HeldColumn(operands[0]);
        value = new HeldColumn(operands[1]);
        isOneUnit = operands[0].isConstant();
        this.general = general.apply(new Evaluator[] {unit, value});
    }

    @Override
    public Vector evaluate(EvaluationContext context, Rows rows) {
        Vector units = unit.hold(context, rows);
        Vector values = value.hold(context, rows);
        int count = rows.count();
        return isOneUnit
                        && count > 0
                        && units.valueAt(0) instanceof String text
                        && TemporalKernels.truncated(values, count, text, kind, result)
                ? result
                : general.evaluate(context, rows);
    }
}
