package org.thetisdb.engine.kernel;

import java.util.Optional;
import org.thetisdb.cypher.bound.Expression.Comparison.Operator;
import org.thetisdb.engine.evaluation.EvaluationContext;
import org.thetisdb.engine.evaluation.Evaluator;
import org.thetisdb.engine.evaluation.Rows;
import org.thetisdb.engine.evaluation.SelectedRows;
import org.thetisdb.engine.semantics.ValueSemantics;
import org.thetisdb.engine.semantics.Vectors;
import org.thetisdb.value.vector.Vector;

/**
 * CASE, and coalesce() as a chain of tests: each branch sees only the rows that those before it have left, so that a
 * guarded division never meets its zero.
 */
public final class CaseEvaluator implements Evaluator {
    private final Optional<Evaluator> operand;
    private final Evaluator[] whens;
    private final Evaluator[] thens;
    private final Evaluator otherwise;
    private final Vector result = new Vector();
    private final Vector equal = new Vector();
    private final Vector remainingOperand = new Vector();
    private final SelectedRows open = new SelectedRows();
    private final SelectedRows chosen = new SelectedRows();
    private int[] remaining = {};
    private int[] taken = {};

    /** @param operand empty for the form without one */
    public CaseEvaluator(Optional<Evaluator> operand, Evaluator[] whens, Evaluator[] thens, Evaluator otherwise) {
        this.operand = operand;
        this.whens = whens;
        this.thens = thens;
        this.otherwise = otherwise;
    }

    @Override
    public Vector evaluate(EvaluationContext context, Rows rows) {
        int count = rows.count();
        Vectors.beginScatter(result, count);
        remaining = Vectors.iota(remaining, count);
        taken = Vectors.room(taken, count);
        Vector subject = operand.isPresent() ? operand.get().evaluate(context, rows) : null;
        int left = count;
        for (int branch = 0; branch < whens.length && left > 0; branch++) {
            Rows undecided = left == count ? rows : open.over(rows, remaining, left);
            Vector condition = whens[branch].evaluate(context, undecided);
            if (subject != null) {
                condition = isEqual(subject, condition, left, count);
            }
            left = split(condition, left);
            int takenCount = undecided.count() - left;
            if (takenCount > 0) {
                Rows branchRows = takenCount == count ? rows : chosen.over(rows, taken, takenCount);
                Vectors.scatter(thens[branch].evaluate(context, branchRows), taken, takenCount, result);
            }
        }
        if (left > 0) {
            Rows rest = left == count ? rows : open.over(rows, remaining, left);
            Vectors.scatter(otherwise.evaluate(context, rest), remaining, left, result);
        }
        return result;
    }

    private Vector isEqual(Vector subject, Vector candidate, int left, int count) {
        Vector compared = subject;
        if (left != count) {
            remainingOperand.gather(subject, remaining, left);
            compared = remainingOperand;
        }
        ComparisonEvaluator.compare(Operator.EQUAL, compared, false, candidate, false, left, equal);
        return equal;
    }

    /** Moves the rows whose condition is true from {@code remaining} to {@code taken}; returns how many remain. */
    private int split(Vector condition, int left) {
        int kept = 0;
        int moved = 0;
        for (int index = 0; index < left; index++) {
            int row = remaining[index];
            if (Vectors.truth(condition, index) == ValueSemantics.TRUE) {
                taken[moved++] = row;
            } else {
                remaining[kept++] = row;
            }
        }
        return kept;
    }
}
