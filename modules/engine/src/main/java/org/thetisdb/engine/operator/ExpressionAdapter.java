package org.thetisdb.engine.operator;

import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.engine.evaluation.Evaluator;
import org.thetisdb.engine.expression.ExpressionCompiler;
import org.thetisdb.engine.pipeline.Worker;

/** May put another evaluator of the same expression beside the interpreter's. Thread safe. */
public interface ExpressionAdapter {
    /**
     * An evaluator for one worker that gives what the interpreter's does.
     *
     * @param interpreted belongs to the same worker
     * @param compiler makes further evaluators of it
     * @param worker whose query is charged for what the evaluator keeps
     */
    Evaluator adapted(Expression expression, Evaluator interpreted, ExpressionCompiler compiler, Worker worker);
}
