package org.thetisdb.engine.kernel;

import java.util.Arrays;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.evaluation.EvaluationContext;
import org.thetisdb.engine.evaluation.Evaluator;
import org.thetisdb.engine.evaluation.Rows;
import org.thetisdb.engine.semantics.TextParts;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** split() of strings by strings, from where they are, without a string for each part. Belongs to one worker. */
public final class SplitEvaluator implements Evaluator {
    /** Longer ones are left to the function that looks at how much memory there is. */
    private static final int TEXT_BYTES_MAX = 1 << 16;

    private final HeldColumn text;
    private final HeldColumn separator;
    private final Evaluator general;
    private final Vector result = new Vector();
    private int[] ends = new int[64];

    /** @param general makes the function of boxed values over these operands, for what is left to it */
    public SplitEvaluator(Evaluator[] operands, Function<Evaluator[], Evaluator> general) {
        text = new HeldColumn(operands[0]);
        separator = new HeldColumn(operands[1]);
        this.general = general.apply(new Evaluator[] {text, separator});
    }

    @Override
    public Vector evaluate(EvaluationContext context, Rows rows) {
        Vector texts = text.hold(context, rows);
        Vector separators = separator.hold(context, rows);
        int count = rows.count();
        if (!arePlain(texts, separators, count)) {
            return general.evaluate(context, rows);
        }
        result.reset(VectorKind.OBJECT, count);
        @Nullable Object[] lists = result.objects();
        for (int row = 0; row < count; row++) {
            if (texts.isNull(row) || separators.isNull(row)) {
                result.setNull(row);
            } else {
                TextParts parts = parts(texts, separators, row);
                context.trace().made(parts);
                lists[row] = parts;
            }
        }
        return result;
    }

    private static boolean arePlain(Vector texts, Vector separators, int count) {
        if (texts.kind() != VectorKind.STRING || separators.kind() != VectorKind.STRING) {
            return false;
        }
        boolean arePlain = true;
        for (int row = 0; row < count; row++) {
            arePlain &= texts.isNull(row)
                    || separators.isNull(row)
                    || texts.lengths()[row] <= TEXT_BYTES_MAX && separators.lengths()[row] > 0;
        }
        return arePlain;
    }

    private TextParts parts(Vector texts, Vector separators, int row) {
        byte[] bytes = texts.bytes();
        int start = texts.starts()[row];
        int end = start + texts.lengths()[row];
        int separatorBytes = separators.lengths()[row];
        int partCount = 0;
        int from = start;
        while (true) {
            int at = ByteSearch.indexOf(
                    bytes, from, end - from, separators.bytes(), separators.starts()[row], separatorBytes);
            if (partCount == ends.length) {
                ends = Arrays.copyOf(ends, 2 * partCount);
            }
            ends[partCount++] = (at == ByteSearch.NOWHERE ? end : at) - start;
            if (at == ByteSearch.NOWHERE) {
                return new TextParts(
                        Arrays.copyOfRange(bytes, start, end), Arrays.copyOf(ends, partCount), separatorBytes);
            }
            from = at + separatorBytes;
        }
    }
}
