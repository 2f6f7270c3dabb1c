package org.thetisdb.engine.kernel;

import java.util.Arrays;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.evaluation.EvaluationContext;
import org.thetisdb.engine.evaluation.EvaluationTrace;
import org.thetisdb.engine.evaluation.Evaluator;
import org.thetisdb.engine.evaluation.Rows;
import org.thetisdb.value.vector.Dictionary;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * A function of one column that gives the same for the same. Where the column is codes of a dictionary, it is computed
 * once for each string that occurs, and looked up for each row:
 *
 * <pre>
 *   codes  3 1 3 3 1 …        first met: 3, 1 ──► the function, of these strings ──► results by code
 *                             rows: results[3], results[1], results[3], …
 * </pre>
 *
 * <p>Results are kept as long as batches of a run come with the same dictionary; another run may have other parameters.
 * Belongs to one worker.
 */
public final class CodedEvaluator implements Evaluator {
    private final Evaluator column;
    private final Evaluator function;
    private final OneColumn rows = new OneColumn();
    private final Vector strings = new Vector();
    private final Vector result = new Vector();

    private @Nullable Dictionary dictionary;
    private @Nullable EvaluationTrace computedFor;
    private Vector results = new Vector();

    /** By code, whether the result is there, or on its way. */
    private boolean[] known = {};

    private int[] places = {};

    private CodedEvaluator(Evaluator column, Evaluator function) {
        this.column = column;
        this.function = function;
    }

    /**
     * A function of these arguments, in this way if all of them but one are constant.
     *
     * @param maker makes the function, which gives null for null and the same for the same
     */
    public static Evaluator over(Evaluator[] arguments, Function<Evaluator[], Evaluator> maker) {
        int only = -1;
        for (int index = 0; index < arguments.length; index++) {
            if (!arguments[index].isConstant()) {
                if (only >= 0) {
                    return maker.apply(arguments);
                }
                only = index;
            }
        }
        if (only < 0) {
            return maker.apply(arguments);
        }
        Evaluator[] changed = arguments.clone();
        changed[only] = (context, rows) -> rows.column(0);
        return new CodedEvaluator(arguments[only], maker.apply(changed));
    }

    @Override
    public Vector evaluate(EvaluationContext context, Rows given) {
        Vector argument = column.evaluate(context, given);
        int count = given.count();
        if (!argument.isCoded() || count < 2) {
            return function.evaluate(context, rows.of(argument));
        }
        int[] codes = argument.codes();
        begin(context, argument.dictionary());
        compute(context, argument, codes, count);
        context.trace().limit(result);
        result.gather(results, codes, count);
        for (int row = 0; argument.hasNulls() && row < count; row++) {
            if (argument.nulls()[row]) {
                result.setNull(row);
            }
        }
        return result;
    }

    @SuppressWarnings("ReferenceEquality") // The very same objects are meant.
    private void begin(EvaluationContext context, Dictionary current) {
        if (current == dictionary && context.trace() == computedFor) {
            return;
        }
        dictionary = current;
        computedFor = context.trace();
        int size = current.size();
        known = known.length < size ? new boolean[size] : known;
        Arrays.fill(known, 0, size, false);
        places = places.length < size ? new int[size] : places;
        results.reset(VectorKind.NULL, size);
    }

    /** Computes what is not there yet. */
    private void compute(EvaluationContext context, Vector argument, int[] codes, int count) {
        int missing = 0;
        for (int row = 0; row < count; row++) {
            int code = codes[row];
            if (!known[code] && !argument.isNull(row)) {
                known[code] = true;
                places[missing++] = code;
            }
        }
        if (missing == 0) {
            return;
        }
        boolean done = false;
        try {
            strings.gather(argument.dictionary().strings(), places, missing);
            Vector made = function.evaluate(context, rows.of(strings));
            for (int index = 0; index < missing; index++) {
                results.setValue(places[index], made.valueAt(index));
            }
            done = true;
        } finally {
            for (int index = 0; !done && index < missing; index++) {
                known[places[index]] = false;
            }
        }
    }
}
