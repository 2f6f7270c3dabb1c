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
import org.thetisdb.value.vector.VectorKind;

/**
 * Tells which branch of a CASE each row takes: each condition sees only the rows that those before it have left.
 * Belongs to one worker.
 */
final class CaseBranches {
    /** Gets the rows of a branch, before the condition of the next one is evaluated. */
    interface Taker {
        /**
         * @param branch the number of the condition that is true; of the last branch, how many conditions there are
         * @param rows the rows that take it
         * @param places of these among all rows
         */
        void take(int branch, Rows rows, int[] places, int count);
    }

    private final Optional<Evaluator> operand;
    private final Evaluator[] whens;
    private final Vector equal = new Vector();
    private final Vector remainingOperand = new Vector();
    private final SelectedRows open = new SelectedRows();
    private final SelectedRows chosen = new SelectedRows();
    private int[] remaining = {};
    private int[] taken = {};

    /** @param operand empty for the form without one */
    CaseBranches(Optional<Evaluator> operand, Evaluator[] whens) {
        this.operand = operand;
        this.whens = whens;
    }

    void divide(EvaluationContext context, Rows rows, Taker taker) {
        int count = rows.count();
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
                taker.take(branch, branchRows, taken, takenCount);
            }
        }
        if (left > 0) {
            Rows rest = left == count ? rows : open.over(rows, remaining, left);
            taker.take(whens.length, rest, remaining, left);
        }
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
        boolean isPlain = condition.kind() == VectorKind.BOOLEAN && !condition.hasNulls();
        return isPlain ? split(condition.longs(), left) : splitEach(condition, left);
    }

    private int split(long[] truths, int left) {
        int kept = 0;
        int moved = 0;
        for (int index = 0; index < left; index++) {
            int row = remaining[index];
            int isTrue = (int) truths[index];
            taken[moved] = row;
            remaining[kept] = row;
            moved += isTrue;
            kept += 1 - isTrue;
        }
        return kept;
    }

    private int splitEach(Vector condition, int left) {
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
