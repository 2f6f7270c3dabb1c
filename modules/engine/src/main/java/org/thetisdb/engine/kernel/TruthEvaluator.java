package org.thetisdb.engine.kernel;

import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.evaluation.EvaluationContext;
import org.thetisdb.engine.evaluation.Evaluator;
import org.thetisdb.engine.evaluation.Rows;
import org.thetisdb.engine.semantics.ValueSemantics;
import org.thetisdb.engine.semantics.Vectors;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** NOT and XOR. */
public final class TruthEvaluator implements Evaluator {
    private final Evaluator left;
    private final @Nullable Evaluator right;
    private final Vector result = new Vector();

    /** @param right null for true */
    private TruthEvaluator(Evaluator left, @Nullable Evaluator right) {
        this.left = left;
        this.right = right;
    }

    /** NOT is XOR with true. */
    public static Evaluator not(Evaluator operand) {
        return new TruthEvaluator(operand, null);
    }

    public static Evaluator xor(Evaluator left, Evaluator right) {
        return new TruthEvaluator(left, right);
    }

    @Override
    public Vector evaluate(EvaluationContext context, Rows rows) {
        int count = rows.count();
        Vector a = left.evaluate(context, rows);
        Vector b = right == null ? null : right.evaluate(context, rows);
        result.reset(VectorKind.BOOLEAN, count);
        if (b == null && a.kind() == VectorKind.BOOLEAN) {
            long[] from = a.longs();
            long[] to = result.longs();
            for (int row = 0; row < count; row++) {
                to[row] = from[row] ^ 1;
            }
            Vectors.addNulls(a, false, result);
            return result;
        }
        for (int row = 0; row < count; row++) {
            int x = Vectors.truth(a, row);
            int y = b == null ? ValueSemantics.TRUE : Vectors.truth(b, row);
            boolean unknown = x == ValueSemantics.UNKNOWN || y == ValueSemantics.UNKNOWN;
            Vectors.setTruth(result, row, unknown ? ValueSemantics.UNKNOWN : x ^ y);
        }
        return result;
    }
}
