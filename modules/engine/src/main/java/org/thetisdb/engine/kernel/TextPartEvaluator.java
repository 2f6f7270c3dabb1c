package org.thetisdb.engine.kernel;

import java.util.Arrays;
import java.util.function.Function;
import org.thetisdb.engine.evaluation.EvaluationContext;
import org.thetisdb.engine.evaluation.Evaluator;
import org.thetisdb.engine.evaluation.Rows;
import org.thetisdb.engine.semantics.Vectors;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** left(), right() and substring() of strings, taken from where they are. Belongs to one worker. */
public final class TextPartEvaluator implements Evaluator {
    private static final int STRING_BYTES_BETWEEN_CHECKS = 1 << 20;

    /** Which part of a text is meant. */
    public enum Part {
        /** The first characters, so many. */
        LEFT,
        /** The last ones. */
        RIGHT,
        /** Those from one on, counted from 0: all of them, or so many. */
        SUBSTRING
    }

    private final Part part;
    private final HeldColumn text;
    private final HeldColumn[] numbers;
    private final Evaluator general;
    private final Vector[] values;
    private final Vector result = new Vector();

    /** @param general makes the function of boxed values, for what is wrong, over these operands */
    public TextPartEvaluator(Part part, Evaluator[] operands, Function<Evaluator[], Evaluator> general) {
        HeldColumn[] held = Arrays.stream(operands).map(HeldColumn::new).toArray(HeldColumn[]::new);
        this.part = part;
        this.text = held[0];
        this.numbers = Arrays.copyOfRange(held, 1, held.length);
        this.values = new Vector[numbers.length];
        this.general = general.apply(held);
    }

    @Override
    public Vector evaluate(EvaluationContext context, Rows rows) {
        Vector strings = text.hold(context, rows);
        boolean areCounts = strings.kind() == VectorKind.STRING;
        for (int index = 0; index < values.length; index++) {
            values[index] = numbers[index].hold(context, rows);
            areCounts &= areCounts(values[index], rows.count());
        }
        if (!areCounts) {
            return general.evaluate(context, rows);
        }
        result.reset(VectorKind.STRING, rows.count());
        Vectors.addNulls(strings, false, result);
        take(context, strings, rows.count());
        return result;
    }

    private static boolean areCounts(Vector numbers, int count) {
        if (numbers.kind() != VectorKind.INTEGER || numbers.hasNulls()) {
            return false;
        }
        long signs = 0;
        for (int row = 0; row < count; row++) {
            signs |= numbers.longs()[row];
        }
        return signs >= 0;
    }

    private void take(EvaluationContext context, Vector strings, int count) {
        byte[] bytes = strings.bytes();
        int[] starts = strings.starts();
        int[] lengths = strings.lengths();
        long[] first = values[0].longs();
        for (int row = 0; row < count; row++) {
            if (result.isNull(row)) {
                result.setStringRange(row, 0, 0);
                continue;
            }
            if (lengths[row] > STRING_BYTES_BETWEEN_CHECKS) {
                context.stop().checkpoint();
            }
            int from = starts[row];
            int end = from + lengths[row];
            switch (part) {
                case LEFT -> end = after(bytes, from, end, first[row]);
                case RIGHT -> from = before(bytes, from, end, first[row]);
                case SUBSTRING -> {
                    from = after(bytes, from, end, first[row]);
                    end = values.length == 1
                            ? end
                            : after(bytes, from, end, values[1].longs()[row]);
                }
            }
            result.setString(row, bytes, from, end - from);
        }
    }

    /** Where so many characters end that begin at {@code from}; {@code end} if there are fewer. */
    private static int after(byte[] bytes, int from, int end, long characters) {
        int place = from;
        for (long left = characters; left > 0 && place < end; left--) {
            do {
                place++;
            } while (place < end && goesOn(bytes[place]));
        }
        return place;
    }

    /** Where so many characters begin that end at {@code end}; {@code from} if there are fewer. */
    private static int before(byte[] bytes, int from, int end, long characters) {
        int place = end;
        for (long left = characters; left > 0 && place > from; left--) {
            do {
                place--;
            } while (place > from && goesOn(bytes[place]));
        }
        return place;
    }

    /** Whether a byte of UTF-8 goes on with a character. */
    private static boolean goesOn(byte each) {
        return (each & 0xC0) == 0x80;
    }
}
