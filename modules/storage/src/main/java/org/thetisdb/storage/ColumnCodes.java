package org.thetisdb.storage;

import org.jspecify.annotations.Nullable;
import org.thetisdb.storage.packing.PackedCodes;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.vector.Vector;

/**
 * The codes of all values as they are packed, if they are few and none is null, and what each code means. Not thread
 * safe.
 */
public final class ColumnCodes implements ColumnQuestion {
    private static final int WORDS_MIN = 2;

    private long[] words = new long[WORDS_MIN];
    private PackedCodes packed = new PackedCodes(words, 0, 0);
    private Vector values = new Vector();
    private long @Nullable [] chosen;

    /** Not yet asked. */
    public ColumnCodes() {}

    /**
     * Begins a question.
     *
     * @param chosenRows which of the nodes matter, as {@link ColumnQuestion#chosen} has it; codes are of all
     */
    public void begin(long @Nullable [] chosenRows) {
        chosen = chosenRows;
    }

    @Override
    public long @Nullable [] chosen() {
        return chosen;
    }

    /** For who answers: room for so many words. */
    public long[] words(int length) {
        if (words.length < length) {
            words = new long[length];
        }
        return words;
    }

    /**
     * Takes the answer, whose {@link #words} are filled.
     *
     * @param bit where the first code begins
     * @param bits of a code; 0 if there is only one
     */
    public void answer(int bit, int bits) {
        packed = new PackedCodes(words, bit, bits);
    }

    /** By code the value, as far as codes have any; for who answers to fill or to set. */
    public Vector values() {
        return values;
    }

    /** Sets what codes mean. */
    public void setValues(Vector byCode) {
        values = byCode;
    }

    /** By row the code. */
    public PackedCodes packed() {
        return packed;
    }

    /**
     * Gets the values of codes.
     *
     * @throws ThetisException {@link ErrorCode#CORRUPT_STRUCTURE} if one has none
     */
    public void decode(int[] codes, int count, Vector into) {
        for (int index = 0; index < count; index++) {
            if (codes[index] >= values.count()) {
                throw new ThetisException(
                        ErrorCode.CORRUPT_STRUCTURE,
                        "a column has a code that its dictionary has not: code=" + codes[index] + ", size="
                                + values.count() + "; thetis check tells what is damaged");
            }
        }
        into.gather(values, codes, count);
    }
}
