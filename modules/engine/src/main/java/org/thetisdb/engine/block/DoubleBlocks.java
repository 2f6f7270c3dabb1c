package org.thetisdb.engine.block;

/**
 * Blocks over IEEE 754 doubles; truths are masks, as in {@link LongBlocks}. NaN is equal to nothing and neither less
 * nor greater than anything. Stateless and thread safe.
 */
public final class DoubleBlocks {
    private DoubleBlocks() {}

    public static long equal(double left, double right) {
        return left == right ? -1 : 0;
    }

    public static long less(double left, double right) {
        return left < right ? -1 : 0;
    }

    public static long lessOrEqual(double left, double right) {
        return left <= right ? -1 : 0;
    }

    /** One of two values, by a mask. */
    public static double choose(long mask, double yes, double no) {
        return Double.longBitsToDouble(
                LongBlocks.choose(mask, Double.doubleToRawLongBits(yes), Double.doubleToRawLongBits(no)));
    }

    public static double add(double left, double right) {
        return left + right;
    }

    public static double subtract(double left, double right) {
        return left - right;
    }

    public static double multiply(double left, double right) {
        return left * right;
    }

    public static double divide(double left, double right) {
        return left / right;
    }

    public static double modulo(double left, double right) {
        return left % right;
    }

    public static double negate(double value) {
        return -value;
    }

    /** An INTEGER as a FLOAT: the nearest there is. */
    public static double widen(long value) {
        return value;
    }
}
