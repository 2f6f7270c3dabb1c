package org.thetisdb.engine.kernel;

import org.thetisdb.engine.evaluation.EvaluationContext;
import org.thetisdb.engine.evaluation.Evaluator;
import org.thetisdb.engine.evaluation.Rows;
import org.thetisdb.engine.temporal.TemporalKernels;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** {@code date(datetime)} over typed vectors: a division for each entry. */
public final class DateEvaluator implements Evaluator {
    private final Evaluator argument;
    private final Evaluator general;
    private final Vector result = new Vector();

    /** @param general for texts, maps and zones whose offset changes */
    public DateEvaluator(Evaluator argument, Evaluator general) {
        this.argument = argument;
        this.general = general;
    }

    @Override
    public Vector evaluate(EvaluationContext context, Rows rows) {
        Vector values = argument.evaluate(context, rows);
        if (values.kind() == VectorKind.DATE) {
            return values;
        }
        return TemporalKernels.date(values, rows.count(), result) ? result : general.evaluate(context, rows);
    }
}
