package org.thetisdb.extension.guard;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * What is called instead of methods of numbers that make larger ones: no number has more than 2^20 bits, so that none
 * of what is left takes long. Stateless.
 */
public final class GuardedNumbers {
    private static final long BITS_MAX = 1 << 20;

    /** For numbers of so many bits nothing takes long. */
    private static final int QUICK_BITS = 1 << 14;

    private static final double BITS_PER_DIGIT = Math.log(10) / Math.log(2);

    private GuardedNumbers() {}

    private static void requireBits(double bits) {
        if (bits > BITS_MAX) {
            throw new StoppedError("too large a number: bits=" + (long) bits + ", bitsMax=" + BITS_MAX);
        }
    }

    private static long bits(BigDecimal number) {
        return number.unscaledValue().bitLength();
    }

    /**
     * {@return the number of digits that a result may have}
     *
     * @param count is returned
     */
    public static int digits(int count) {
        requireBits(Math.abs((double) count) * BITS_PER_DIGIT);
        return count;
    }

    /**
     * {@return the text of a number}
     *
     * @param digits is returned
     */
    public static String text(String digits) {
        digits(digits.length());
        return digits;
    }

    /**
     * {@return the bytes of a number}
     *
     * @param bytes are returned
     */
    public static byte[] bytes(byte[] bytes) {
        requireBits(8.0 * bytes.length);
        return bytes;
    }

    // ---------------------------------------------------------------- integers

    /**
     * {@return as {@link BigInteger#multiply}}
     *
     * @param number one factor
     * @param other the other one
     */
    public static BigInteger multiply(BigInteger number, BigInteger other) {
        requireBits((double) number.bitLength() + other.bitLength());
        return number.multiply(other);
    }

    /**
     * {@return as {@link BigInteger#pow}}
     *
     * @param number the base
     * @param exponent of it
     */
    public static BigInteger pow(BigInteger number, int exponent) {
        requireBits((double) number.bitLength() * exponent);
        return number.pow(exponent);
    }

    /**
     * {@return as {@link BigInteger#shiftLeft}}
     *
     * @param number of bits
     * @param distance of them
     */
    public static BigInteger shiftLeft(BigInteger number, int distance) {
        requireBits((double) number.bitLength() + distance);
        return number.shiftLeft(distance);
    }

    /**
     * {@return as {@link BigInteger#setBit}}
     *
     * @param number of bits
     * @param bit which is set
     */
    public static BigInteger setBit(BigInteger number, int bit) {
        requireBits(bit);
        return number.setBit(bit);
    }

    /**
     * {@return as {@link BigInteger#clearBit}}
     *
     * @param number of bits
     * @param bit which is cleared
     */
    public static BigInteger clearBit(BigInteger number, int bit) {
        requireBits(bit);
        return number.clearBit(bit);
    }

    /**
     * {@return as {@link BigInteger#flipBit}}
     *
     * @param number of bits
     * @param bit which is flipped
     */
    public static BigInteger flipBit(BigInteger number, int bit) {
        requireBits(bit);
        return number.flipBit(bit);
    }

    /**
     * {@return as {@link BigInteger#gcd}, by Euclid's steps as long as they are large}
     *
     * @param number one of both
     * @param other the other one
     */
    public static BigInteger gcd(BigInteger number, BigInteger other) {
        BigInteger larger = number.abs();
        BigInteger smaller = other.abs();
        while (smaller.bitLength() > QUICK_BITS) {
            Guard.check();
            BigInteger rest = larger.mod(smaller);
            larger = smaller;
            smaller = rest;
        }
        return larger.gcd(smaller);
    }

    // ---------------------------------------------------------------- decimals

    /** Makes sure that numbers may be brought to one scale. */
    private static void requireAligned(BigDecimal number, BigDecimal other) {
        double digits = Math.abs((double) number.scale() - other.scale());
        requireBits(Math.max(bits(number), bits(other)) + digits * BITS_PER_DIGIT);
    }

    /**
     * {@return as {@link BigDecimal#add(BigDecimal)}}
     *
     * @param number one of both
     * @param other the other one
     */
    public static BigDecimal add(BigDecimal number, BigDecimal other) {
        requireAligned(number, other);
        return number.add(other);
    }

    /**
     * {@return as {@link BigDecimal#add(BigDecimal, MathContext)}}
     *
     * @param number one of both
     * @param other the other one
     * @param context of the result
     */
    public static BigDecimal add(BigDecimal number, BigDecimal other, MathContext context) {
        requireAligned(number, other);
        return number.add(other, context);
    }

    /**
     * {@return as {@link BigDecimal#subtract(BigDecimal)}}
     *
     * @param number one of both
     * @param other the other one
     */
    public static BigDecimal subtract(BigDecimal number, BigDecimal other) {
        requireAligned(number, other);
        return number.subtract(other);
    }

    /**
     * {@return as {@link BigDecimal#subtract(BigDecimal, MathContext)}}
     *
     * @param number one of both
     * @param other the other one
     * @param context of the result
     */
    public static BigDecimal subtract(BigDecimal number, BigDecimal other, MathContext context) {
        requireAligned(number, other);
        return number.subtract(other, context);
    }

    /**
     * {@return as {@link BigDecimal#multiply(BigDecimal)}}
     *
     * @param number one factor
     * @param other the other one
     */
    public static BigDecimal multiply(BigDecimal number, BigDecimal other) {
        requireBits((double) bits(number) + bits(other));
        return number.multiply(other);
    }

    /**
     * {@return as {@link BigDecimal#multiply(BigDecimal, MathContext)}}
     *
     * @param number one factor
     * @param other the other one
     * @param context of the result
     */
    public static BigDecimal multiply(BigDecimal number, BigDecimal other, MathContext context) {
        requireBits((double) bits(number) + bits(other));
        return number.multiply(other, context);
    }

    /**
     * {@return as {@link BigDecimal#divide(BigDecimal)}}
     *
     * @param number is divided
     * @param divisor of it
     */
    public static BigDecimal divide(BigDecimal number, BigDecimal divisor) {
        requireAligned(number, divisor);
        return number.divide(divisor);
    }

    /**
     * {@return as {@link BigDecimal#divide(BigDecimal, MathContext)}}
     *
     * @param number is divided
     * @param divisor of it
     * @param context of the result
     */
    public static BigDecimal divide(BigDecimal number, BigDecimal divisor, MathContext context) {
        requireAligned(number, divisor);
        return number.divide(divisor, context);
    }

    /**
     * {@return as {@link BigDecimal#divide(BigDecimal, RoundingMode)}}
     *
     * @param number is divided
     * @param divisor of it
     * @param mode of rounding
     */
    public static BigDecimal divide(BigDecimal number, BigDecimal divisor, RoundingMode mode) {
        requireAligned(number, divisor);
        return number.divide(divisor, mode);
    }

    /**
     * {@return as {@link BigDecimal#divide(BigDecimal, int, RoundingMode)}}
     *
     * @param number is divided
     * @param divisor of it
     * @param scale of the result
     * @param mode of rounding
     */
    public static BigDecimal divide(BigDecimal number, BigDecimal divisor, int scale, RoundingMode mode) {
        double digits =
                Math.abs((double) scale) + Math.abs((double) number.scale()) + Math.abs((double) divisor.scale());
        requireBits(Math.max(bits(number), bits(divisor)) + digits * BITS_PER_DIGIT);
        return number.divide(divisor, scale, mode);
    }

    /**
     * {@return as {@link BigDecimal#divideToIntegralValue(BigDecimal)}}
     *
     * @param number is divided
     * @param divisor of it
     */
    public static BigDecimal divideToIntegralValue(BigDecimal number, BigDecimal divisor) {
        requireAligned(number, divisor);
        return number.divideToIntegralValue(divisor);
    }

    /**
     * {@return as {@link BigDecimal#divideToIntegralValue(BigDecimal, MathContext)}}
     *
     * @param number is divided
     * @param divisor of it
     * @param context of the result
     */
    public static BigDecimal divideToIntegralValue(BigDecimal number, BigDecimal divisor, MathContext context) {
        requireAligned(number, divisor);
        return number.divideToIntegralValue(divisor, context);
    }

    /**
     * {@return as {@link BigDecimal#remainder(BigDecimal)}}
     *
     * @param number is divided
     * @param divisor of it
     */
    public static BigDecimal remainder(BigDecimal number, BigDecimal divisor) {
        requireAligned(number, divisor);
        return number.remainder(divisor);
    }

    /**
     * {@return as {@link BigDecimal#remainder(BigDecimal, MathContext)}}
     *
     * @param number is divided
     * @param divisor of it
     * @param context of the result
     */
    public static BigDecimal remainder(BigDecimal number, BigDecimal divisor, MathContext context) {
        requireAligned(number, divisor);
        return number.remainder(divisor, context);
    }

    /**
     * {@return as {@link BigDecimal#divideAndRemainder(BigDecimal)}}
     *
     * @param number is divided
     * @param divisor of it
     */
    public static BigDecimal[] divideAndRemainder(BigDecimal number, BigDecimal divisor) {
        requireAligned(number, divisor);
        return number.divideAndRemainder(divisor);
    }

    /**
     * {@return as {@link BigDecimal#pow(int)}}
     *
     * @param number the base
     * @param exponent of it
     */
    public static BigDecimal pow(BigDecimal number, int exponent) {
        requireBits((double) bits(number) * exponent);
        return number.pow(exponent);
    }

    /**
     * {@return as {@link BigDecimal#setScale(int)}}
     *
     * @param number to be scaled
     * @param scale of the result
     */
    public static BigDecimal setScale(BigDecimal number, int scale) {
        requireScale(number, scale);
        return number.setScale(scale);
    }

    /**
     * {@return as {@link BigDecimal#setScale(int, RoundingMode)}}
     *
     * @param number to be scaled
     * @param scale of the result
     * @param mode of rounding
     */
    public static BigDecimal setScale(BigDecimal number, int scale, RoundingMode mode) {
        requireScale(number, scale);
        return number.setScale(scale, mode);
    }

    private static void requireScale(BigDecimal number, int scale) {
        requireBits(bits(number) + Math.abs((double) scale - number.scale()) * BITS_PER_DIGIT);
    }

    /**
     * {@return as {@link BigDecimal#toBigInteger()}}
     *
     * @param number whose fraction is left out
     */
    public static BigInteger toBigInteger(BigDecimal number) {
        requireScale(number, 0);
        return number.toBigInteger();
    }

    /**
     * {@return as {@link BigDecimal#toBigIntegerExact()}}
     *
     * @param number without a fraction
     */
    public static BigInteger toBigIntegerExact(BigDecimal number) {
        requireScale(number, 0);
        return number.toBigIntegerExact();
    }

    /**
     * {@return as {@link BigDecimal#toPlainString()}}
     *
     * @param number to be written
     */
    public static String toPlainString(BigDecimal number) {
        requireScale(number, 0);
        return number.toPlainString();
    }
}
