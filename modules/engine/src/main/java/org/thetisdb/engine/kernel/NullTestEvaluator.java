package org.thetisdb.engine.kernel;

import org.thetisdb.engine.evaluation.EvaluationContext;
import org.thetisdb.engine.evaluation.Evaluator;
import org.thetisdb.engine.evaluation.Rows;
import org.thetisdb.engine.semantics.Vectors;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** IS NULL and IS NOT NULL. */
public final class NullTestEvaluator implements Evaluator {
    private final Evaluator operand;
    private final long ifNull;
    private final Vector result = new Vector();

    public NullTestEvaluator(Evaluator operand, boolean isNull) {
        this.operand = operand;
        this.ifNull = isNull ? 1 : 0;
    }

    @Override
    public Vector evaluate(EvaluationContext context, Rows rows) {
        int count = rows.count();
        Vector values = operand.presence(context, rows);
        result.reset(VectorKind.BOOLEAN, count);
        long[] into = result.longs();
        if (!values.hasNulls()) {
            Vectors.fillLongs(result, count, 1 - ifNull);
            return result;
        }
        boolean[] nulls = values.nulls();
        for (int row = 0; row < count; row++) {
            into[row] = nulls[row] ? ifNull : 1 - ifNull;
        }
        return result;
    }
}
