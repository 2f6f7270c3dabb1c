package org.thetisdb.engine.block;

/**
 * Blocks over 64-bit integers, and over all that is kept as such: truth values, dates, times of day, ids of nodes.
 *
 * <p>A truth is a mask here: -1 (all bits set) for what holds, 0 for what does not. Comparisons become conditional
 * moves, so a loop over these blocks costs about the same whatever the data. (Masks by arithmetic alone take a third of
 * that where HotSpot does several rows with one instruction, and more than that where it does not.) What an operation
 * gives for operands that it is not made for is arbitrary but no exception; the method whose name ends with {@code
 * Doubt} is -1 for them.
 *
 * <p>Stateless and thread safe.
 */
public final class LongBlocks {
    private LongBlocks() {}

    /** A mask as the flag of a BOOLEAN: 0 or 1. */
    public static long flag(long mask) {
        return mask & 1;
    }

    /** The flag of a BOOLEAN as a mask. */
    public static long mask(long flag) {
        return -flag;
    }

    /** The mark of a null, 1 or 0, as a mask. */
    public static long mask(int mark) {
        return -(long) mark;
    }

    public static long equal(long left, long right) {
        return left == right ? -1 : 0;
    }

    public static long less(long left, long right) {
        return left < right ? -1 : 0;
    }

    /** One of two values, by a mask. */
    public static long choose(long mask, long yes, long no) {
        return yes & mask | no & ~mask;
    }

    public static long add(long left, long right) {
        return left + right;
    }

    public static long addDoubt(long left, long right) {
        long sum = left + right;
        return ((left ^ sum) & (right ^ sum)) >> 63;
    }

    public static long subtract(long left, long right) {
        return left - right;
    }

    public static long subtractDoubt(long left, long right) {
        return ((left ^ right) & (left ^ left - right)) >> 63;
    }

    public static long multiply(long left, long right) {
        return left * right;
    }

    public static long multiplyDoubt(long left, long right) {
        return ~equal(Math.multiplyHigh(left, right), left * right >> 63);
    }

    /** Rounds towards zero. */
    public static long divide(long left, long right) {
        return left / (right + flag(equal(right, 0)));
    }

    public static long divideDoubt(long left, long right) {
        return equal(right, 0) | equal(left, Long.MIN_VALUE) & equal(right, -1);
    }

    /** Has the sign of the left operand. */
    public static long modulo(long left, long right) {
        return left % (right + flag(equal(right, 0)));
    }

    public static long moduloDoubt(long left, long right) {
        return equal(right, 0);
    }

    public static long negate(long value) {
        return -value;
    }

    public static long negateDoubt(long value) {
        return equal(value, Long.MIN_VALUE);
    }

    /** Without its sign; {@link #negateDoubt} where that leaves 64 bits. */
    public static long absolute(long value) {
        return Math.abs(value);
    }

    /** -1, 0 or 1. */
    public static long sign(long value) {
        return Long.signum(value);
    }

    public static long same(long value) {
        return value;
    }

    /** Whether a number is none of 0 to {@code count - 1}. */
    public static long outside(long number, long count) {
        return (number | count - 1 - number) >> Long.SIZE - 1;
    }

    /**
     * What {@link #sumDoubt} has to know of the values of a sum, joined by OR: all bits that their distances from zero
     * use.
     */
    public static long size(long value) {
        return value ^ value >> 63;
    }

    /** Whether the sum of so many values may leave 64 bits. */
    public static long sumDoubt(long sizes, long count) {
        int valueBits = Long.SIZE - Long.numberOfLeadingZeros(sizes);
        int countBits = Long.SIZE - Long.numberOfLeadingZeros(count);
        return less(Long.SIZE - 2, valueBits + countBits);
    }
}
