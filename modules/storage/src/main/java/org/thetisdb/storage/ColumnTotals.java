package org.thetisdb.storage;

import org.jspecify.annotations.Nullable;
import org.thetisdb.value.vector.VectorKind;

/**
 * How many values there are, and if that is wanted, their sum, the least and the greatest of them. Not thread safe.
 */
public final class ColumnTotals implements ColumnQuestion {
    private final boolean hasSum;
    private final boolean hasBounds;
    private long @Nullable [] chosen;
    private long @Nullable [] chosenValues;
    private VectorKind kind = VectorKind.NULL;
    private long count;
    private long sum;
    private long least;
    private long greatest;

    /**
     * @param hasSum whether the sum is wanted, which integers have
     * @param hasBounds whether the least and the greatest value are wanted, which integers, booleans, dates and local
     *     times have
     */
    public ColumnTotals(boolean hasSum, boolean hasBounds) {
        this.hasSum = hasSum;
        this.hasBounds = hasBounds;
    }

    /**
     * Begins a question.
     *
     * @param chosenRows which of the nodes are meant, as {@link RangeQuestion} has it; null for all
     */
    public void begin(long @Nullable [] chosenRows) {
        chosen = chosenRows;
        chosenValues = chosenRows;
        answer(VectorKind.NULL, 0, 0, 0, 0);
    }

    public boolean hasSum() {
        return hasSum;
    }

    public boolean hasBounds() {
        return hasBounds;
    }

    @Override
    public long @Nullable [] chosen() {
        return chosen;
    }

    /** For who answers: of the values that there are, nulls left out, which are meant, if those are not all rows. */
    public void chooseValues(long @Nullable [] values) {
        chosenValues = values;
    }

    /** By value which are meant, nulls left out; null for all. */
    public long @Nullable [] chosenValues() {
        return chosenValues;
    }

    /** Whether values of this kind have all that is wanted. */
    public boolean suits(VectorKind values) {
        return switch (values) {
            case NULL, INTEGER -> true;
            case BOOLEAN, DATE, LOCAL_TIME -> !hasSum;
            default -> !hasSum && !hasBounds;
        };
    }

    /** Takes the answer; what is not wanted may be anything, and so the bounds of no values. */
    public void answer(VectorKind ofKind, long valueCount, long ofAll, long smallest, long largest) {
        kind = ofKind;
        count = valueCount;
        sum = ofAll;
        least = smallest;
        greatest = largest;
    }

    /** The kind of the values; of no values it may be any. */
    public VectorKind kind() {
        return kind;
    }

    /** How many values there are, nulls left out. */
    public long count() {
        return count;
    }

    /** Their sum, which is below 2^62 on either side of 0. */
    public long sum() {
        return sum;
    }

    /** The least, as {@link org.thetisdb.value.vector.Vector#longs} has it. */
    public long least() {
        return least;
    }

    /** The greatest, as {@link org.thetisdb.value.vector.Vector#longs} has it. */
    public long greatest() {
        return greatest;
    }
}
