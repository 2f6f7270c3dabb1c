package org.thetisdb.engine.kernel;

import org.thetisdb.engine.evaluation.EvaluationContext;
import org.thetisdb.engine.evaluation.Evaluator;
import org.thetisdb.engine.evaluation.Rows;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.ThetisException.Position;
import org.thetisdb.value.vector.Vector;

/**
 * Adds to the error of an expression its place in the query's text. Costs a call for each batch; an error that comes
 * from an expression inside has its place already.
 */
public final class PlacedEvaluator implements Evaluator {
    private final Evaluator evaluator;
    private final Position position;

    public PlacedEvaluator(Evaluator evaluator, Position position) {
        this.evaluator = evaluator;
        this.position = position;
    }

    @Override
    public Vector evaluate(EvaluationContext context, Rows rows) {
        try {
            return evaluator.evaluate(context, rows);
        } catch (ThetisException failure) {
            throw failure.at(position);
        }
    }

    @Override
    public boolean isConstant() {
        return evaluator.isConstant();
    }

    @Override
    public Vector constant(EvaluationContext context) {
        try {
            return evaluator.constant(context);
        } catch (ThetisException failure) {
            throw failure.at(position);
        }
    }
}
