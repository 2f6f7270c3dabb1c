package org.thetisdb.storage;

import org.jspecify.annotations.Nullable;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** Which values there are, and if that is wanted, how often each is there. Not thread safe. */
public final class ColumnValues implements ColumnQuestion {
    private final boolean hasCounts;
    private final boolean hasNulls;
    private final Vector values = new Vector();
    private long @Nullable [] chosen;
    private long @Nullable [] chosenValues;
    private int nullCount;
    private int valuesBeforeNull;
    private int[] codes = {};
    private long[] counts = {};

    /**
     * @param hasCounts whether it is wanted how often each is there
     * @param hasNulls whether null is a value as well
     */
    public ColumnValues(boolean hasCounts, boolean hasNulls) {
        this.hasCounts = hasCounts;
        this.hasNulls = hasNulls;
    }

    /**
     * Begins a question.
     *
     * @param chosenRows which of the nodes are meant, as {@link RangeQuestion} has it; null for all
     */
    public void begin(long @Nullable [] chosenRows) {
        chosen = chosenRows;
        chooseValues(chosenRows, 0, 0);
    }

    public boolean hasCounts() {
        return hasCounts;
    }

    public boolean hasNulls() {
        return hasNulls;
    }

    @Override
    public long @Nullable [] chosen() {
        return chosen;
    }

    /**
     * For who answers: what is meant, nulls left out.
     *
     * @param values by value, whether it is meant; null for all
     * @param nulls how many nulls are meant; 0 if they do not matter
     * @param beforeNull values before the first of these, whether they are meant or not
     */
    public void chooseValues(long @Nullable [] values, int nulls, int beforeNull) {
        chosenValues = values;
        nullCount = nulls;
        valuesBeforeNull = beforeNull;
    }

    /** By value which are meant, nulls left out; null for all. */
    public long @Nullable [] chosenValues() {
        return chosenValues;
    }

    /** How many nulls are meant; 0 if they do not matter. */
    public int nullCount() {
        return nullCount;
    }

    /** How many values come before the first null that is meant. */
    public int valuesBeforeNull() {
        return valuesBeforeNull;
    }

    /** Answers that there is no value, but perhaps null. */
    public void answerNone() {
        values.reset(VectorKind.NULL, nullCount > 0 ? 1 : 0);
        counts(1)[0] = nullCount;
    }

    /** The values, each once, in the order in which they are first met. Filled by who answers. */
    public Vector values() {
        return values;
    }

    /** By value, how often it is there, if that is wanted; room for so many, which who answers fills. */
    public long[] counts(int valueCount) {
        if (counts.length < valueCount) {
            counts = new long[valueCount];
        }
        return counts;
    }

    /** Room for the codes of so many values, for who answers. */
    public int[] codes(int valueCount) {
        if (codes.length < valueCount) {
            codes = new int[valueCount];
        }
        return codes;
    }
}
