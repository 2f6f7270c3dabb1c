package org.thetisdb.engine.expression;

import java.util.List;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.storage.Snapshot;

/**
 * Turns bound expressions into evaluators for one worker. What it makes does not depend on parameters: they are read
 * from the {@link EvaluationContext}, so one tree serves run after run.
 */
public final class ExpressionCompiler {
    private final Snapshot snapshot;
    private final Slots slots;
    private final SubqueryRunner.Factory subqueries;

    /**
     * @param snapshot gives the catalog and the label sets
     * @param slots where the rows keep their variables
     * @param subqueries makes the runners of subqueries inside expressions
     */
    public ExpressionCompiler(Snapshot snapshot, Slots slots, SubqueryRunner.Factory subqueries) {
        this.snapshot = snapshot;
        this.slots = slots;
        this.subqueries = subqueries;
    }

    /** An evaluator with scratch vectors of its own. */
    public Evaluator compile(Expression expression) {
        throw new UnsupportedOperationException("" + snapshot + slots + subqueries + expression);
    }

    /** A predicate that is true for rows for which all conjuncts are; of no conjuncts, for all rows. */
    public Predicate predicate(List<Expression> conjuncts) {
        throw new UnsupportedOperationException("" + conjuncts);
    }
}
