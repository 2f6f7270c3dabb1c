package org.thetisdb.engine.kernel;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.evaluation.EvaluationContext;
import org.thetisdb.engine.evaluation.EvaluationTrace;
import org.thetisdb.engine.evaluation.Evaluator;
import org.thetisdb.engine.evaluation.Rows;
import org.thetisdb.engine.semantics.Vectors;
import org.thetisdb.value.vector.Dictionary;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * A CASE between literals or parameters: what is found for each row is the number of its branch. Strings come as codes
 * of a dictionary of these, so that whoever groups by them need not look at one. Belongs to one worker.
 */
public final class ConstantCaseEvaluator implements Evaluator {
    private final CaseBranches branches;
    private final Evaluator[] results;
    private final boolean[] isNull;
    private final Vector result = new Vector();

    /** Of each branch, the last one's at the end; what is null is anything. */
    private Vector values = new Vector();

    private boolean hasNulls;
    private Optional<Dictionary> dictionary = Optional.empty();
    private @Nullable EvaluationTrace preparedFor;
    private int[] numbers = {};

    /**
     * @param operand empty for the form without one
     * @param results constants, one for each branch, and one for what takes none
     */
    public ConstantCaseEvaluator(Optional<Evaluator> operand, Evaluator[] whens, Evaluator[] results) {
        this.branches = new CaseBranches(operand, whens);
        this.results = results;
        this.isNull = new boolean[results.length];
    }

    @Override
    public Vector evaluate(EvaluationContext context, Rows rows) {
        prepare(context);
        int count = rows.count();
        numbers = Vectors.room(numbers, count);
        branches.divide(context, rows, (branch, _, places, placeCount) -> {
            for (int index = 0; index < placeCount; index++) {
                numbers[places[index]] = branch;
            }
        });
        if (dictionary.isPresent()) {
            code(dictionary.get(), count);
        } else {
            result.gather(values, numbers, count);
        }
        for (int row = 0; hasNulls && row < count; row++) {
            if (isNull[numbers[row]]) {
                result.setNull(row);
            }
        }
        return result;
    }

    /** Another run may have other parameters. */
    @SuppressWarnings("ReferenceEquality") // The very same run is meant.
    private void prepare(EvaluationContext context) {
        if (context.trace() == preparedFor) {
            return;
        }
        preparedFor = context.trace();
        @Nullable Object[] boxed = new Object[results.length];
        Object any = null;
        hasNulls = false;
        for (int branch = 0; branch < results.length; branch++) {
            boxed[branch] = results[branch].constant(context).valueAt(0);
            isNull[branch] = boxed[branch] == null;
            hasNulls |= isNull[branch];
            any = isNull[branch] ? any : boxed[branch];
        }
        values = new Vector();
        values.reset(VectorKind.of(any), results.length);
        for (int branch = 0; branch < results.length; branch++) {
            values.setValue(branch, isNull[branch] ? any : boxed[branch]);
        }
        boolean areStrings = values.kind() == VectorKind.STRING;
        dictionary = areStrings ? Optional.of(new Dictionary(values, values)) : Optional.empty();
    }

    private void code(Dictionary strings, int count) {
        result.reset(VectorKind.STRING, count);
        result.code(strings);
        System.arraycopy(numbers, 0, result.codes(), 0, count);
    }
}
