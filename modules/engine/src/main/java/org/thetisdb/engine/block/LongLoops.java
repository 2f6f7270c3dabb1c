package org.thetisdb.engine.block;

/**
 * Arithmetic over arrays of 64-bit integers, a loop for each operator. A stride is 1, or 0 for an operand of one entry,
 * a constant.
 *
 * <p>Each of them says whether all its results are right: none has left 64 bits, and no divisor was 0. If not, some
 * entry has no result, which may be one that is null; so who calls does it again entry by entry.
 *
 * <p>Stateless and thread safe.
 */
public final class LongLoops {
    /**
     * Below it the quotient of two integers is what is left of that of the same doubles: their true quotient, if it is
     * no integer, is farther from the next one than half of the distance of two doubles there.
     */
    private static final int EXACT_BITS = 52;

    private LongLoops() {}

    public static boolean add(long[] left, int i, long[] right, int j, long[] into, int count) {
        long overflow = 0;
        if (j == 0 && i == 1 && count > 0) {
            long constant = right[0];
            for (int row = 0; row < count; row++) {
                long sum = left[row] + constant;
                overflow |= (left[row] ^ sum) & (constant ^ sum);
                into[row] = sum;
            }
            return overflow >= 0;
        }
        for (int row = 0; row < count; row++) {
            long x = left[row * i];
            long y = right[row * j];
            long sum = x + y;
            overflow |= (x ^ sum) & (y ^ sum);
            into[row] = sum;
        }
        return overflow >= 0;
    }

    public static boolean subtract(long[] left, int i, long[] right, int j, long[] into, int count) {
        long overflow = 0;
        for (int row = 0; row < count; row++) {
            long x = left[row * i];
            long y = right[row * j];
            long difference = x - y;
            overflow |= (x ^ y) & (x ^ difference);
            into[row] = difference;
        }
        return overflow >= 0;
    }

    public static boolean multiply(long[] left, int i, long[] right, int j, long[] into, int count) {
        long overflow = 0;
        for (int row = 0; row < count; row++) {
            long x = left[row * i];
            long y = right[row * j];
            long product = x * y;
            overflow |= Math.multiplyHigh(x, y) ^ product >> Long.SIZE - 1;
            into[row] = product;
        }
        return overflow == 0;
    }

    /** Rounds towards zero. */
    public static boolean divide(long[] left, int i, long[] right, int j, long[] into, int count) {
        long sizes = 0;
        boolean isByZero = false;
        for (int row = 0; row < count; row++) {
            long x = left[row * i];
            long y = right[row * j];
            sizes |= LongBlocks.size(x) | LongBlocks.size(y);
            isByZero |= y == 0;
            into[row] = (long) ((double) x / (double) y);
        }
        return !isByZero && sizes >>> EXACT_BITS == 0;
    }

    /** What {@link #divide} leaves, with the sign of the left operand. */
    public static boolean modulo(long[] left, int i, long[] right, int j, long[] into, int count) {
        boolean isRight = divide(left, i, right, j, into, count);
        for (int row = 0; row < count; row++) {
            into[row] = left[row * i] - into[row] * right[row * j];
        }
        return isRight;
    }
}
