package org.thetisdb.engine.kernel;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.function.Function;
import org.thetisdb.engine.evaluation.EvaluationContext;
import org.thetisdb.engine.evaluation.Evaluator;
import org.thetisdb.engine.evaluation.Rows;
import org.thetisdb.engine.semantics.Vectors;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * toLower() and toUpper() of strings, of those in ASCII eight bytes at a time. Belongs to one worker.
 *
 * <p>Source: comparing the bytes of a word at once by sums that set their signs (H. S. Warren, Hacker's Delight, 6-1).
 */
public final class TextCaseEvaluator implements Evaluator {
    private static final int CASE_BIT = 0x20;

    /** The bit of a byte that those of ASCII do not have. */
    private static final int HIGH = 0x80;

    private static final long HIGHS = 0x8080_8080_8080_8080L;

    /** A one in each byte. */
    private static final long EACH = 0x0101_0101_0101_0101L;

    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final boolean lower;
    private final HeldColumn text;
    private final Evaluator general;
    private final Vector result = new Vector();

    /** @param general makes the function of boxed values, for what is wrong, over these operands */
    public TextCaseEvaluator(boolean lower, Evaluator text, Function<Evaluator[], Evaluator> general) {
        this.lower = lower;
        this.text = new HeldColumn(text);
        this.general = general.apply(new Evaluator[] {this.text});
    }

    @Override
    public Vector evaluate(EvaluationContext context, Rows rows) {
        Vector strings = text.hold(context, rows);
        if (strings.kind() != VectorKind.STRING) {
            return general.evaluate(context, rows);
        }
        int count = rows.count();
        result.reset(VectorKind.STRING, count);
        Vectors.addNulls(strings, false, result);
        byte[] bytes = strings.bytes();
        int[] starts = strings.starts();
        int[] lengths = strings.lengths();
        for (int row = 0; row < count; row++) {
            if (result.isNull(row)) {
                result.setStringRange(row, 0, 0);
            } else {
                set(context, row, bytes, starts[row], lengths[row]);
            }
        }
        return result;
    }

    private void set(EvaluationContext context, int row, byte[] bytes, int start, int length) {
        result.setString(row, bytes, start, length);
        int end = result.stringBytes();
        if (!change(result.bytes(), end - length, end)) {
            context.stop().checkpoint();
            setChanged(row, new String(bytes, start, length, StandardCharsets.UTF_8));
        }
    }

    /** Changes letters in place; false if there was something else than ASCII. */
    private boolean change(byte[] bytes, int start, int end) {
        long first = EACH * (HIGH - (lower ? 'A' : 'a'));
        long afterLast = EACH * (HIGH - (lower ? 'Z' : 'z') - 1);
        long signs = 0;
        int index = start;
        for (; index <= end - Long.BYTES; index += Long.BYTES) {
            long word = (long) WORDS.get(bytes, index);
            signs |= word;
            // The sign of a byte says whether it is at least the first letter, or beyond the last: no sum carries on.
            long letters = word + first ^ word + afterLast;
            WORDS.set(bytes, index, word ^ (letters & HIGHS) >>> 2);
        }
        for (; index < end; index++) {
            int place = bytes[index] - (lower ? 'A' : 'a');
            signs |= (long) bytes[index] & HIGH;
            bytes[index] ^= (byte) (place >= 0 && place < 26 ? CASE_BIT : 0);
        }
        return (signs & HIGHS) == 0;
    }

    private void setChanged(int row, String value) {
        String changed = lower ? value.toLowerCase(Locale.ROOT) : value.toUpperCase(Locale.ROOT);
        byte[] encoded = changed.getBytes(StandardCharsets.UTF_8);
        result.setString(row, encoded, 0, encoded.length);
    }
}
