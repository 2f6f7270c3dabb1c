package org.thetisdb.storage;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.thetisdb.storage.packing.PackedCodes;
import org.thetisdb.storage.packing.PackedCounts;
import org.thetisdb.storage.packing.PackedRows;
import org.thetisdb.storage.packing.PackedSums;
import org.thetisdb.storage.packing.PackedTests;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * The codes of all values as they are packed, what each code means, and which nodes have a value. Not thread safe.
 *
 * <pre>
 *   present   1 0 1 1                        not there if all have a value
 *   codes     2 | 0 | 2                      of those that have one
 *   means     0 'Eng'  1 'Mkt'  2 'Sales'    a dictionary, or base + code · step
 * </pre>
 */
public final class ColumnCodes implements ColumnQuestion {
    /** What codes are asked for. */
    public enum Use {
        /** To have a table of them: they are narrow. */
        TABLE(PackedCounts.BITS_MAX),
        /** To find the different values, in the order in which they are first met. */
        DIFFERENT(PackedCounts.BITS_MAX),
        /** To be added or compared: they are not too wide for that, and mean numbers. */
        NUMBERS(PackedSums.BITS_MAX),
        /** It is enough to know who has a value. */
        PRESENCE(0);

        private final int bitsMax;

        Use(int bitsMax) {
            this.bitsMax = bitsMax;
        }
    }

    private static final int WORDS_MIN = 2;

    private final Use use;
    private long[] words = new long[WORDS_MIN];
    private long[] rowWords = {};
    private long[] present = {};
    private long[] meant = {};
    private PackedCodes packed = new PackedCodes(words, 0, 0);
    private boolean hasNulls;
    private boolean isAllMet;
    private @Nullable Vector dictionary;
    private VectorKind kind = VectorKind.NULL;
    private int codeCount;
    private long base;
    private long step;
    private long @Nullable [] chosen;

    /** Not yet asked. */
    public ColumnCodes(Use use) {
        this.use = use;
    }

    /**
     * Begins a question.
     *
     * @param chosenRows which of the nodes matter, as {@link ColumnQuestion#chosen} has it; codes are of all
     */
    public void begin(long @Nullable [] chosenRows) {
        chosen = chosenRows;
        hasNulls = false;
        isAllMet = false;
        answer(0, 0);
        setNumbers(VectorKind.NULL, 0, 0);
        codeCount = 0;
    }

    @Override
    public long @Nullable [] chosen() {
        return chosen;
    }

    /** For who answers: the most bits of a code that are of use. */
    public int bitsMax() {
        return use.bitsMax;
    }

    /** For who answers: whether the codes of all rows are of use. */
    public boolean needsCodes() {
        return use != Use.PRESENCE;
    }

    /** For who answers: whether codes are of use only if they mean numbers. */
    public boolean needsNumbers() {
        return use == Use.NUMBERS;
    }

    /** For who answers: whether it is enough to know what codes there are, if each is there. */
    public boolean mayBeAllMet() {
        return use == Use.DIFFERENT && chosen == null && !hasNulls;
    }

    /**
     * For who answers: room for a bit for each row, whether it has a value, in place of all having one; the others of
     * the last word are to be 0.
     */
    public long[] present(int rowCount) {
        int length = PackedTests.bitWords(rowCount);
        if (present.length < length) {
            present = new long[length];
        }
        hasNulls = true;
        return present;
    }

    /** For who answers: nobody has a value. */
    public void answerNone(int rowCount) {
        Arrays.fill(present(rowCount), 0, PackedTests.bitWords(rowCount), 0);
    }

    /** For who answers: room for so many words. */
    public long[] words(int length) {
        if (words.length < length) {
            words = new long[length];
        }
        return words;
    }

    /**
     * For who answers, whose {@link #words} are filled.
     *
     * @param bit where the first code begins
     * @param bits of a code; 0 if there is only one
     */
    public void answer(int bit, int bits) {
        packed = new PackedCodes(words, bit, bits);
    }

    /** For who answers: a code means {@code ofZero + code · each}, of a kind whose values are longs. */
    public void setNumbers(VectorKind ofKind, long ofZero, long each) {
        dictionary = null;
        kind = ofKind;
        base = ofZero;
        step = each;
        codeCount = 1 << Math.min(packed.bits(), PackedCounts.BITS_MAX);
    }

    /** For who answers: what codes mean. */
    public void setDictionary(Vector byCode) {
        dictionary = byCode;
        kind = byCode.kind();
        codeCount = byCode.count();
    }

    /** For who answers that each code of the dictionary is there, and first met in this order. */
    public void setAllMet() {
        isAllMet = true;
    }

    /** Whether each code is there, and first met in this order; then there may be no others than that. */
    public boolean isAllMet() {
        return isAllMet;
    }

    /** The kind of the values; if there are none it may be any. */
    public VectorKind kind() {
        return kind;
    }

    /** How many codes there are that a table has place for. */
    public int codeCount() {
        return codeCount;
    }

    /** The codes of the values that there are. */
    public PackedCodes packed() {
        return packed;
    }

    /** Whether some rows may have no value. */
    public boolean hasNulls() {
        return hasNulls;
    }

    /** By row whether it has a value, if {@link #hasNulls some have none}. */
    public long[] presentRows() {
        return present;
    }

    /** Of the rows that are chosen, those that have a value; null if these are all rows. */
    public long @Nullable [] chosenPresent(int rowCount) {
        if (!hasNulls || chosen == null) {
            return hasNulls ? present : chosen;
        }
        int length = PackedTests.bitWords(rowCount);
        if (meant.length < length) {
            meant = new long[length];
        }
        for (int word = 0; word < length; word++) {
            meant[word] = present[word] & chosen[word];
        }
        return meant;
    }

    /** The bits of what {@link #ofRows} gives with a code for null. */
    public int bitsWithNull() {
        return hasNulls
                ? Math.max(packed.bits(), Integer.SIZE - Integer.numberOfLeadingZeros(codeCount))
                : packed.bits();
    }

    /** By row the code; where there is no value, {@link #codeCount}. */
    public PackedCodes ofRowsWithNull(int rowCount) {
        return ofRows(rowCount, bitsWithNull(), codeCount);
    }

    /** By row the code; where there is no value, any. */
    public PackedCodes ofRows(int rowCount) {
        return ofRows(rowCount, packed.bits(), 0);
    }

    private PackedCodes ofRows(int rowCount, int bits, int missing) {
        if (!hasNulls || bits == 0) {
            return packed;
        }
        int length = PackedRows.words(rowCount, bits);
        if (rowWords.length < length) {
            rowWords = new long[length];
        }
        return PackedRows.spread(packed, present, rowCount, bits, missing, rowWords);
    }

    /** Whether the sum of as many values as a chunk has is below 2^62 on either side of 0, and they can be added. */
    public boolean canAdd() {
        return kind == VectorKind.NULL || kind == VectorKind.INTEGER && PackedSums.isNear(base, step, packed.bits());
    }

    /** What a code means that means a number. */
    public long valueOf(long code) {
        return base + code * step;
    }

    /** The sum of so many values, of whose codes a sum is known. */
    public long sumOf(long count, long codeSum) {
        return count * base + codeSum * step;
    }

    /**
     * Gets the values of codes.
     *
     * @param codes of which {@link #codeCount} stands for null if there are any; of no use afterwards
     * @throws ThetisException {@link ErrorCode#CORRUPT_STRUCTURE} if one has none
     */
    public void decode(int[] codes, int count, Vector into) {
        for (int index = 0; index < count; index++) {
            if (codes[index] == codeCount && hasNulls) {
                codes[index] = -1;
            } else if (codes[index] >= codeCount) {
                throw new ThetisException(
                        ErrorCode.CORRUPT_STRUCTURE,
                        "a column has a code that its dictionary has not: code=" + codes[index] + ", size=" + codeCount
                                + "; thetis check tells what is damaged");
            }
        }
        if (dictionary != null) {
            into.gather(dictionary, codes, count);
            return;
        }
        into.reset(kind, count);
        for (int index = 0; index < count; index++) {
            if (codes[index] < 0) {
                into.setNull(index);
            } else {
                into.longs()[index] = valueOf(codes[index]);
            }
        }
    }
}
