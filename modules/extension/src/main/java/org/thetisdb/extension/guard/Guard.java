package org.thetisdb.extension.guard;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Checks that are woven into code that is held to a fence. Static, since code of any class calls it, from loops that
 * have nothing else at hand; the one number that changes is not 0 only while some call is to end.
 */
public final class Guard {
    /** No array has more elements. */
    public static final int LENGTH_MAX = 1 << 23;

    private static final long BITS_MAX = 1 << 22;
    private static final VarHandle STOPPED;
    private static final ThreadLocal<@Nullable GuardedCall> CURRENT = new ThreadLocal<>();

    /** How many calls were stopped and have not ended. */
    @SuppressWarnings("unused") // Read and written by its handle.
    private static int stopped;

    static {
        try {
            STOPPED = MethodHandles.lookup().findStaticVarHandle(Guard.class, "stopped", int.class);
        } catch (ReflectiveOperationException missing) {
            throw new ExceptionInInitializerError(missing);
        }
    }

    private Guard() {}

    static @Nullable GuardedCall current() {
        return CURRENT.get();
    }

    static void enter(@Nullable GuardedCall call) {
        if (call == null) {
            CURRENT.remove();
        } else {
            CURRENT.set(call);
        }
    }

    static void count(int change) {
        STOPPED.getAndAdd(change);
    }

    /** Returns if the call that the thread is in may go on. */
    public static void check() {
        // Opaque: it is loaded each time, and costs no more than that.
        if ((int) STOPPED.getOpaque() != 0) {
            look();
        }
    }

    private static void look() {
        GuardedCall call = CURRENT.get();
        String reason = call == null ? null : call.reason();
        if (reason != null) {
            throw new StoppedError(reason);
        }
    }

    /**
     * Returns if this is nothing that ends a call.
     *
     * @param thrown what was caught
     */
    public static void caught(Throwable thrown) {
        if (thrown instanceof StoppedError stop) {
            throw stop;
        }
    }

    /**
     * {@return the length of an array or capacity that may be made}
     *
     * @param length is returned
     */
    public static int length(int length) {
        if (length > LENGTH_MAX) {
            throw new StoppedError("too large an array: length=" + length + ", lengthMax=" + LENGTH_MAX);
        }
        return length;
    }

    /**
     * Returns if a matrix may be made.
     *
     * @param rows of it
     * @param columns of it
     */
    public static void area(int rows, int columns) {
        if (rows > 0 && columns > 0 && (long) rows * columns > LENGTH_MAX) {
            throw new StoppedError("too large an array: elements=" + (long) rows * columns + ", max=" + LENGTH_MAX);
        }
    }

    /**
     * {@return as {@link String#repeat}}
     *
     * @param text to be repeated
     * @param count how often
     */
    public static String repeat(String text, int count) {
        if (count > 0 && (long) text.length() * count > LENGTH_MAX) {
            throw new StoppedError("too long a text: length=" + (long) text.length() * count + ", max=" + LENGTH_MAX);
        }
        return text.repeat(count);
    }

    /**
     * {@return as {@link BigInteger#multiply}}
     *
     * @param number one factor
     * @param other the other one
     */
    public static BigInteger multiply(BigInteger number, BigInteger other) {
        requireBits((long) number.bitLength() + other.bitLength());
        return number.multiply(other);
    }

    /**
     * {@return as {@link BigDecimal#multiply(BigDecimal)}}
     *
     * @param number one factor
     * @param other the other one
     */
    public static BigDecimal multiply(BigDecimal number, BigDecimal other) {
        requireBits((long) number.unscaledValue().bitLength()
                + other.unscaledValue().bitLength());
        return number.multiply(other);
    }

    private static void requireBits(long bits) {
        if (bits > BITS_MAX) {
            throw new StoppedError("too large a number: bits=" + bits + ", bitsMax=" + BITS_MAX);
        }
    }

    /**
     * {@return as {@link Pattern#matcher}}
     *
     * @param pattern of the matcher
     * @param text is checked while it is read
     */
    public static Matcher matcher(Pattern pattern, CharSequence text) {
        return pattern.matcher(new CheckedText(text));
    }

    /**
     * {@return as {@link Pattern#matches}}
     *
     * @param pattern of the whole text
     * @param text is checked while it is read
     */
    public static boolean matches(String pattern, CharSequence text) {
        return matcher(Pattern.compile(pattern), text).matches();
    }

    /**
     * {@return as {@link String#matches}}
     *
     * @param text is checked while it is read
     * @param pattern of the whole text
     */
    public static boolean textMatches(String text, String pattern) {
        return matches(pattern, text);
    }

    /**
     * {@return as {@link String#replaceAll}}
     *
     * @param text is checked while it is read
     * @param pattern of what is replaced
     * @param replacement of each
     */
    public static String replaceAll(String text, String pattern, String replacement) {
        return matcher(Pattern.compile(pattern), text).replaceAll(replacement);
    }

    /**
     * {@return as {@link String#replaceFirst}}
     *
     * @param text is checked while it is read
     * @param pattern of what is replaced
     * @param replacement of the first
     */
    public static String replaceFirst(String text, String pattern, String replacement) {
        return matcher(Pattern.compile(pattern), text).replaceFirst(replacement);
    }

    /**
     * {@return as {@link String#split(String)}}
     *
     * @param text is checked while it is read
     * @param pattern of what stands between the parts
     */
    public static String[] split(String text, String pattern) {
        return split(text, pattern, 0);
    }

    /**
     * {@return as {@link String#split(String, int)}}
     *
     * @param text is checked while it is read
     * @param pattern of what stands between the parts
     * @param limit of the number of parts
     */
    public static String[] split(String text, String pattern, int limit) {
        return Pattern.compile(pattern).split(new CheckedText(text), limit);
    }
}
