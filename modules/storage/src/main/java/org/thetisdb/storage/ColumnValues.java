package org.thetisdb.storage;

import org.jspecify.annotations.Nullable;
import org.thetisdb.value.vector.Vector;

/** Which values there are, and if that is wanted, how often each is there. Not thread safe. */
public final class ColumnValues implements ColumnQuestion {
    private final boolean hasCounts;
    private final boolean hasNulls;
    private final Vector values = new Vector();
    private long @Nullable [] chosen;
    private int[] codes = {};
    private long[] counts = {};

    /**
     * @param hasCounts whether it is wanted how often each is there
     * @param hasNulls whether nulls matter; then there is no answer where there are any
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
    }

    public boolean hasCounts() {
        return hasCounts;
    }

    public boolean hasNulls() {
        return hasNulls;
    }

    /** Which of the nodes are meant; null for all. */
    public long @Nullable [] chosen() {
        return chosen;
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
