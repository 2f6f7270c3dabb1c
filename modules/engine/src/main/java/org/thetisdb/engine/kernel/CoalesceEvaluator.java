package org.thetisdb.engine.kernel;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.evaluation.EvaluationContext;
import org.thetisdb.engine.evaluation.EvaluationTrace;
import org.thetisdb.engine.evaluation.Evaluator;
import org.thetisdb.engine.evaluation.Rows;
import org.thetisdb.engine.evaluation.SelectedRows;
import org.thetisdb.engine.semantics.Vectors;
import org.thetisdb.value.vector.Dictionary;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * coalesce(): each argument is evaluated only where those before it are null.
 *
 * <p>Codes with a constant string in place of nulls, which is what most ask for, stay codes: of the same strings and,
 * as the last of them, the constant. Rows that are all null are codes of the strings that there were last.
 */
public final class CoalesceEvaluator implements Evaluator {
    /** More strings, or longer ones, are not copied to be joined with the constant. */
    private static final int JOINED_STRINGS_MAX = 4096;

    private static final int JOINED_BYTES_MAX = 64 << 10;

    private final Evaluator[] arguments;
    private final Vector result = new Vector();
    private final SelectedRows open = new SelectedRows();
    private int[] remaining = {};

    /** The run whose constant is the last of the {@link #joined} strings. */
    private @Nullable EvaluationTrace joinedFor;

    /** Whose strings are joined with the constant; null if it is alone. */
    private @Nullable Dictionary given;

    private @Nullable Dictionary joined;

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
        remaining = Vectors.iota(remaining, count);
        int left = keepNulls(first, count);
        if (arguments.length == 2 && arguments[1].isConstant() && (left == count || isShortlyCoded(first))) {
            Vector constant = arguments[1].constant(context);
            if (constant.kind() == VectorKind.STRING
                    && !constant.isNull(0)
                    && constant.stringBytes() <= JOINED_BYTES_MAX) {
                return coded(context, first, left, count, constant);
            }
        }
        if (left == count) {
            Vectors.beginScatter(result, count);
        } else {
            result.reset(first.kind(), 0);
            result.append(first, count);
        }
        for (int index = 1; index < arguments.length && left > 0; index++) {
            boolean isAll = left == count;
            Vector values = arguments[index].evaluate(context, isAll ? rows : open.over(rows, remaining, left));
            if (isAll && !values.hasNulls()) {
                return values;
            }
            Vectors.scatter(values, remaining, left, result);
            left = keepNulls(values, left);
        }
        return result;
    }

    private static boolean isShortlyCoded(Vector strings) {
        return strings.isCoded()
                && strings.dictionary().size() <= JOINED_STRINGS_MAX
                && strings.stringBytes() <= JOINED_BYTES_MAX;
    }

    /** Of the remaining rows, whose values are given, keeps those where these are null; returns how many. */
    private int keepNulls(Vector values, int count) {
        int kept = 0;
        for (int entry = 0; entry < count; entry++) {
            remaining[kept] = remaining[entry];
            kept += values.isNull(entry) ? 1 : 0;
        }
        return kept;
    }

    private Vector coded(EvaluationContext context, Vector first, int nullCount, int count, Vector constant) {
        boolean isAllNull = nullCount == count;
        Dictionary strings = join(context.trace(), isAllNull ? given : first.dictionary(), constant);
        result.reset(VectorKind.STRING, count);
        result.code(strings);
        int[] codes = result.codes();
        int constantCode = strings.size() - 1;
        if (isAllNull) {
            Arrays.fill(codes, 0, count, constantCode);
            return result;
        }
        System.arraycopy(first.codes(), 0, codes, 0, count);
        for (int entry = 0; entry < nullCount; entry++) {
            codes[remaining[entry]] = constantCode;
        }
        return result;
    }

    /** Some strings, if there are any, and the constant behind them; the same again as long as both are. */
    @SuppressWarnings("ReferenceEquality") // The very same objects are meant.
    private Dictionary join(EvaluationTrace trace, @Nullable Dictionary strings, Vector constant) {
        Dictionary known = joined;
        if (known != null && joinedFor == trace && given == strings) {
            return known;
        }
        Vector all = new Vector();
        if (strings != null) {
            all.append(strings.strings(), strings.size());
        }
        all.append(constant, 1);
        Dictionary made = new Dictionary(all, all);
        joinedFor = trace;
        given = strings;
        joined = made;
        return made;
    }
}
