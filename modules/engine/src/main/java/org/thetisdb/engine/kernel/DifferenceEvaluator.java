package org.thetisdb.engine.kernel;

import org.thetisdb.engine.evaluation.EvaluationContext;
import org.thetisdb.engine.evaluation.Evaluator;
import org.thetisdb.engine.evaluation.Rows;
import org.thetisdb.engine.temporal.TemporalDifferences;
import org.thetisdb.value.vector.Vector;

/** {@code duration.inSeconds(from, to).seconds} and the like over typed vectors: no duration is made. */
public final class DifferenceEvaluator implements Evaluator {
    /** The general way for what is no column of dates. */
    public interface General {
        Evaluator over(Evaluator from, Evaluator to);
    }

    private final String function;
    private final String component;
    private final HeldColumn from;
    private final HeldColumn to;
    private final Evaluator general;
    private final Vector result = new Vector();

    /** @param function there {@linkplain TemporalDifferences#has is} a kernel for it and the component */
    public DifferenceEvaluator(String function, String component, Evaluator from, Evaluator to, General general) {
        this.function = function;
        this.component = component;
        this.from = new HeldColumn(from);
        this.to = new HeldColumn(to);
        this.general = general.over(this.from, this.to);
    }

    @Override
    public Vector evaluate(EvaluationContext context, Rows rows) {
        Vector starts = from.hold(context, rows);
        Vector ends = to.hold(context, rows);
        return TemporalDifferences.component(function, component, starts, ends, rows.count(), result)
                ? result
                : general.evaluate(context, rows);
    }
}
