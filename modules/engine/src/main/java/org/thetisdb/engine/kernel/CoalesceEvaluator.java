package org.thetisdb.engine.kernel;

import org.thetisdb.engine.evaluation.EvaluationContext;
import org.thetisdb.engine.evaluation.Evaluator;
import org.thetisdb.engine.evaluation.Rows;
import org.thetisdb.engine.evaluation.SelectedRows;
import org.thetisdb.engine.semantics.Vectors;
import org.thetisdb.value.vector.Vector;

/** coalesce(): each argument is evaluated only where those before it are null. */
public final class CoalesceEvaluator implements Evaluator {
    private final Evaluator[] arguments;
    private final Vector result = new Vector();
    private final SelectedRows open = new SelectedRows();
    private int[] remaining = {};

    public CoalesceEvaluator(Evaluator[] arguments) {
        this.arguments = arguments;
    }

    @Override
    public Vector evaluate(EvaluationContext context, Rows rows) {
        int count = rows.count();
        Vector first = arguments[0].evaluate(context, rows);
        if (!first.hasNulls()) {
            return first;
        }
        Vectors.beginScatter(result, count);
        remaining = Vectors.iota(remaining, count);
        int left = count;
        for (int index = 0; index < arguments.length && left > 0; index++) {
            Rows missing = left == count ? rows : open.over(rows, remaining, left);
            Vector values = index == 0 ? first : arguments[index].evaluate(context, missing);
            Vectors.scatter(values, remaining, left, result);
            int kept = 0;
            for (int entry = 0; entry < left; entry++) {
                if (values.isNull(entry)) {
                    remaining[kept++] = remaining[entry];
                }
            }
            left = kept;
        }
        return result;
    }
}
