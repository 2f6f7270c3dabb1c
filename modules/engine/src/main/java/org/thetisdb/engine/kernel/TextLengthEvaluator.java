package org.thetisdb.engine.kernel;

import java.util.function.Function;
import org.thetisdb.engine.evaluation.EvaluationContext;
import org.thetisdb.engine.evaluation.Evaluator;
import org.thetisdb.engine.evaluation.Rows;
import org.thetisdb.engine.semantics.Vectors;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** How many characters strings have, counted where they are. Belongs to one worker. */
public final class TextLengthEvaluator implements Evaluator {
    private static final int STRING_BYTES_BETWEEN_CHECKS = 1 << 20;

    private final HeldColumn operand;
    private final Evaluator general;
    private final Vector result = new Vector();

    /** @param general makes the function of boxed values, for lists and what is wrong, over these operands */
    public TextLengthEvaluator(Evaluator operand, Function<Evaluator[], Evaluator> general) {
        this.operand = new HeldColumn(operand);
        this.general = general.apply(new Evaluator[] {this.operand});
    }

    @Override
    public Vector evaluate(EvaluationContext context, Rows rows) {
        Vector strings = operand.hold(context, rows);
        if (strings.kind() != VectorKind.STRING) {
            return general.evaluate(context, rows);
        }
        int count = rows.count();
        result.reset(VectorKind.INTEGER, count);
        Vectors.addNulls(strings, false, result);
        byte[] bytes = strings.bytes();
        int[] starts = strings.starts();
        int[] lengths = strings.lengths();
        long[] into = result.longs();
        for (int row = 0; row < count; row++) {
            if (!result.isNull(row)) {
                if (lengths[row] > STRING_BYTES_BETWEEN_CHECKS) {
                    context.stop().checkpoint();
                }
                into[row] = ByteSearch.characters(bytes, starts[row], lengths[row]);
            }
        }
        return result;
    }
}
