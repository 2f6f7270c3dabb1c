package org.thetisdb.engine.fuse;

import org.thetisdb.engine.evaluation.EvaluationContext;
import org.thetisdb.engine.evaluation.Evaluator;
import org.thetisdb.engine.evaluation.Rows;
import org.thetisdb.value.vector.Vector;

/**
 * Has an expression computed by the interpreter's evaluators or by a loop, where the stage that asks for it is none
 * that a loop can stand for: keys and arguments of groups, columns beside others. Belongs to one worker.
 */
final class AdaptiveEvaluator implements Evaluator {
    private final Evaluator interpreted;
    private final WorkerTurns turns;

    AdaptiveEvaluator(Evaluator interpreted, WorkerTurns turns) {
        this.interpreted = interpreted;
        this.turns = turns;
    }

    @Override
    public Vector evaluate(EvaluationContext context, Rows rows) {
        int count = rows.count();
        if (turns.isBrief(count)) {
            return interpreted.evaluate(context, rows);
        }
        boolean isFused = turns.isFusedNext(context, rows);
        boolean isMeasured = turns.isMeasured();
        long begin = isMeasured ? System.nanoTime() : 0;
        Vector values = isFused && turns.compute(context, rows) == LoopRunner.Outcome.DONE
                ? turns.computed().column(0)
                : interpreted.evaluate(context, rows);
        turns.done(count, isMeasured ? System.nanoTime() - begin : 0);
        return values;
    }
}
