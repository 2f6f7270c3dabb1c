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

    public static double same(double value) {
        return value;
    }

    /** -1, 0 or 1; 0 for NaN. */
    public static long sign(double value) {
        return (long) Math.signum(value);
    }

    /** The flag of a BOOLEAN. */
    public static long isNan(double value) {
        return Double.isNaN(value) ? 1 : 0;
    }

    /** A FLOAT as an INTEGER, its fraction cut off. */
    public static long truncate(double value) {
        return (long) value;
    }

    /** NaN, and what an INTEGER does not hold. */
    public static long truncateDoubt(double value) {
        return value >= -0x1p63 && value < 0x1p63 ? 0 : -1;
    }

    public static double cotangent(double value) {
        return 1 / Math.tan(value);
    }

    public static double hyperbolicCotangent(double value) {
        return 1 / Math.tanh(value);
    }

    public static double haversine(double value) {
        return (1 - Math.cos(value)) / 2;
    }

    /** An INTEGER as a FLOAT: the nearest there is. */
    public static double widen(long value) {
        return value;
    }
}
