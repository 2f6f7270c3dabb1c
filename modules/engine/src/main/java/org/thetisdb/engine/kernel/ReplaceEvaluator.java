package org.thetisdb.engine.kernel;

import java.util.Arrays;
import java.util.function.Function;
import org.thetisdb.engine.evaluation.EvaluationContext;
import org.thetisdb.engine.evaluation.Evaluator;
import org.thetisdb.engine.evaluation.Rows;
import org.thetisdb.engine.semantics.Vectors;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** replace() of strings in strings, from where they are. Belongs to one worker. */
public final class ReplaceEvaluator implements Evaluator {
    /** Longer ones are left to the function that looks at how much memory there is. */
    private static final int TEXT_BYTES_MAX = 1 << 16;

    /** Nor may a text become so many times as long. */
    private static final int GROWTH_MAX = 16;

    private final HeldColumn text;
    private final HeldColumn search;
    private final HeldColumn replacement;
    private final Evaluator general;
    private final Vector result = new Vector();
    private byte[] made = new byte[256];

    /** @param general makes the function of boxed values over these three operands, for what is left to it */
    public ReplaceEvaluator(Evaluator[] operands, Function<Evaluator[], Evaluator> general) {
        text = new HeldColumn(operands[0]);
        search = new HeldColumn(operands[1]);
        replacement = new HeldColumn(operands[2]);
        this.general = general.apply(new Evaluator[] {text, search, replacement});
    }

    @Override
    public Vector evaluate(EvaluationContext context, Rows rows) {
        int count = rows.count();
        Vector texts = text.hold(context, rows);
        Vector searched = search.hold(context, rows);
        Vector replacements = replacement.hold(context, rows);
        if (!arePlain(texts, searched, replacements, count)) {
            return general.evaluate(context, rows);
        }
        context.trace().limit(result);
        result.reset(VectorKind.STRING, count);
        Vectors.addNulls(texts, false, result);
        Vectors.mergeNulls(searched, false, replacements, false, result);
        for (int row = 0; row < count; row++) {
            if (result.isNull(row)) {
                result.setStringRange(row, 0, 0);
            } else {
                replace(texts, searched, replacements, row);
            }
        }
        context.trace().note(result);
        return result;
    }

    private static boolean arePlain(Vector texts, Vector searched, Vector replacements, int count) {
        if (texts.kind() != VectorKind.STRING
                || searched.kind() != VectorKind.STRING
                || replacements.kind() != VectorKind.STRING) {
            return false;
        }
        int[] textLengths = texts.lengths();
        int[] searchLengths = searched.lengths();
        int[] lengths = replacements.lengths();
        boolean arePlain = true;
        for (int row = 0; row < count; row++) {
            arePlain &= texts.isNull(row)
                    || searched.isNull(row)
                    || replacements.isNull(row)
                    || textLengths[row] <= TEXT_BYTES_MAX
                            && searchLengths[row] > 0
                            && lengths[row] / GROWTH_MAX < searchLengths[row];
        }
        return arePlain;
    }

    private void replace(Vector texts, Vector searched, Vector replacements, int row) {
        byte[] bytes = texts.bytes();
        int start = texts.starts()[row];
        int end = start + texts.lengths()[row];
        int searchBytes = searched.lengths()[row];
        int madeBytes = 0;
        int from = start;
        int found = indexOf(bytes, from, end, searched, row);
        while (found != ByteSearch.NOWHERE) {
            madeBytes = add(madeBytes, bytes, from, found - from);
            madeBytes = add(
                    madeBytes,
                    replacements.bytes(),
                    replacements.starts()[row],
                    replacements.lengths()[row]);
            from = found + searchBytes;
            found = indexOf(bytes, from, end, searched, row);
        }
        if (from == start) {
            result.setString(row, bytes, start, end - start);
        } else {
            madeBytes = add(madeBytes, bytes, from, end - from);
            result.setString(row, made, 0, madeBytes);
        }
    }

    private static int indexOf(byte[] bytes, int from, int end, Vector searched, int row) {
        return ByteSearch.indexOf(
                bytes, from, end - from, searched.bytes(), searched.starts()[row], searched.lengths()[row]);
    }

    private int add(int at, byte[] bytes, int from, int length) {
        if (at + length > made.length) {
            made = Arrays.copyOf(made, Math.max(at + length, 2 * made.length));
        }
        System.arraycopy(bytes, from, made, at, length);
        return at + length;
    }
}
