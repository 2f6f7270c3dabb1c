package org.thetisdb.engine.kernel;

import org.thetisdb.engine.evaluation.EvaluationContext;
import org.thetisdb.engine.evaluation.Evaluator;
import org.thetisdb.engine.evaluation.Rows;
import org.thetisdb.engine.evaluation.SelectedRows;
import org.thetisdb.engine.semantics.ValueSemantics;
import org.thetisdb.engine.semantics.Vectors;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * AND and OR over any number of operands, three-valued. An operand is evaluated only for the rows that those before it
 * have not decided: false decides an AND, true an OR.
 */
public final class LogicEvaluator implements Evaluator {
    private final int deciding;
    private final Evaluator[] operands;
    private final Vector result = new Vector();
    private final SelectedRows open = new SelectedRows();
    private int[] selection = {};

    /** @param deciding {@link ValueSemantics#FALSE} for AND, {@link ValueSemantics#TRUE} for OR */
    public LogicEvaluator(int deciding, Evaluator[] operands) {
        this.deciding = deciding;
        this.operands = operands;
    }

    @Override
    public Vector evaluate(EvaluationContext context, Rows rows) {
        int count = rows.count();
        result.reset(VectorKind.BOOLEAN, count);
        Vectors.fillLongs(result, count, 1 - deciding);
        selection = Vectors.iota(selection, count);
        int undecided = count;
        for (Evaluator operand : operands) {
            if (undecided == 0) {
                break;
            }
            Rows remaining = undecided == count ? rows : open.over(rows, selection, undecided);
            undecided = join(operand.evaluate(context, remaining), undecided);
        }
        return result;
    }

    /** Combines the values of one operand for the undecided rows; returns how many stay undecided. */
    private int join(Vector values, int undecided) {
        long[] truths = result.longs();
        boolean[] nulls = result.nulls();
        int kept = 0;
        for (int index = 0; index < undecided; index++) {
            int row = selection[index];
            int truth = Vectors.truth(values, index);
            if (truth == deciding) {
                nulls[row] = false;
                truths[row] = deciding;
            } else {
                if (truth == ValueSemantics.UNKNOWN) {
                    result.setNull(row);
                }
                selection[kept++] = row;
            }
        }
        return kept;
    }
}
