package org.thetisdb.engine.kernel;

import java.util.Optional;
import org.thetisdb.engine.evaluation.EvaluationContext;
import org.thetisdb.engine.evaluation.Evaluator;
import org.thetisdb.engine.evaluation.Rows;
import org.thetisdb.engine.semantics.Vectors;
import org.thetisdb.value.vector.Vector;

/**
 * CASE, and coalesce() as a chain of tests: each branch sees only the rows that those before it have left, so that a
 * guarded division never meets its zero.
 */
public final class CaseEvaluator implements Evaluator {
    private final CaseBranches branches;
    private final Evaluator[] results;
    private final Vector result = new Vector();

    /**
     * @param operand empty for the form without one
     * @param results one for each branch, and one for what takes none
     */
    public CaseEvaluator(Optional<Evaluator> operand, Evaluator[] whens, Evaluator[] results) {
        this.branches = new CaseBranches(operand, whens);
        this.results = results;
    }

    @Override
    public Vector evaluate(EvaluationContext context, Rows rows) {
        Vectors.beginScatter(result, rows.count());
        branches.divide(
                context,
                rows,
                (branch, branchRows, places, count) ->
                        Vectors.scatter(results[branch].evaluate(context, branchRows), places, count, result));
        return result;
    }
}
