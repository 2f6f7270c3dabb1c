package org.thetisdb.engine.fuse;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.engine.evaluation.Evaluator;
import org.thetisdb.engine.expression.ExpressionCompiler;
import org.thetisdb.engine.operator.ExpressionAdapter;
import org.thetisdb.engine.pipeline.Worker;

/**
 * The places of a plan where an expression by itself can be a loop. What is measured at a place is kept as long as the
 * plan. Thread safe.
 */
public final class FusedExpressions implements ExpressionAdapter {
    /** With fewer nodes the interpreter has one pass over the values, as the loop has. */
    private static final int NODES_MIN = 2;

    private final Fusion fusion;
    private final Map<Expression, FuseSite> sites = Collections.synchronizedMap(new IdentityHashMap<>());

    public FusedExpressions(Fusion fusion) {
        this.fusion = fusion;
    }

    @Override
    public Evaluator adapted(Expression expression, Evaluator interpreted, ExpressionCompiler compiler, Worker worker) {
        if (!fusion.isOn() || interpreted.isConstant() || !Fusability.isFusable(expression, NODES_MIN)) {
            return interpreted;
        }
        FuseSite site = sites.computeIfAbsent(expression, ignored -> new FuseSite(fusion));
        return new AdaptiveEvaluator(
                interpreted, new WorkerTurns(FusedWork.of(expression), site, fusion, compiler, worker));
    }
}
