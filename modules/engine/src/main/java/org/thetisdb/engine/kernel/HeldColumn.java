package org.thetisdb.engine.kernel;

import org.thetisdb.engine.evaluation.EvaluationContext;
import org.thetisdb.engine.evaluation.Evaluator;
import org.thetisdb.engine.evaluation.Rows;
import org.thetisdb.value.vector.Vector;

/** An operand that was evaluated already, for who takes over. Belongs to one worker. */
public final class HeldColumn implements Evaluator {
    private final Evaluator operand;
    private Vector values = new Vector();

    public HeldColumn(Evaluator operand) {
        this.operand = operand;
    }

    /** Evaluates the operand for a batch. */
    public Vector hold(EvaluationContext context, Rows rows) {
        values = operand.evaluate(context, rows);
        return values;
    }

    @Override
    public Vector evaluate(EvaluationContext context, Rows rows) {
        return values;
    }
}
