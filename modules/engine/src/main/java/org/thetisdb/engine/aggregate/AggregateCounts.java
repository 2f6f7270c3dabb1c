package org.thetisdb.engine.aggregate;

import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Arithmetic of counts. Where expansions are counted instead of followed, a row stands for many, and the counts of a
 * few rows can leave the range of INTEGER: that is an error, never another number.
 */
public final class AggregateCounts {
    private AggregateCounts() {}

    /** The sum of two counts, neither negative. */
    public static long plus(long left, long right) {
        long sum = left + right;
        if (sum < 0) {
            throw outOfRange();
        }
        return sum;
    }

    /** The product of two counts, neither negative. */
    public static long times(long left, long right) {
        long product = left * right;
        if (product < 0 || Math.multiplyHigh(left, right) != 0) {
            throw outOfRange();
        }
        return product;
    }

    private static ThetisException outOfRange() {
        return new ThetisException(
                ErrorCode.NUMBER_OUT_OF_RANGE, "a count exceeds the range of INTEGER (64 bits); count less at once");
    }
}
