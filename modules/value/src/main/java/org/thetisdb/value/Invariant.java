package org.thetisdb.value;

import org.jspecify.annotations.Nullable;

/**
 * What Thetis itself promises at a boundary, checked where it is written or read. If it does not hold, the statement
 * ends with {@link ErrorCode#INTERNAL} rather than with a wrong answer or a wrong file. Cheap checks, made once for
 * each batch, segment or commit, use this class; expensive ones, and those in loops over rows, are {@code assert}s,
 * which all tests enable.
 *
 * <p>No message is built while all is well, so a check costs a comparison.
 */
public final class Invariant {
    private Invariant() {}

    /**
     * Throws unless a condition holds.
     *
     * @param holds whether it does
     * @param what must be so, as a sentence
     * @throws ThetisException {@link ErrorCode#INTERNAL} if it is not
     */
    public static void check(boolean holds, String what) {
        if (!holds) {
            throw broken(what);
        }
    }

    /**
     * As {@link #check(boolean, String)}, with a figure.
     *
     * @param holds whether it is so
     * @param what must be so, as a sentence
     * @param name of the figure
     * @param value of the figure
     */
    public static void check(boolean holds, String what, String name, long value) {
        if (!holds) {
            throw broken(what + ": " + name + "=" + value);
        }
    }

    /**
     * As {@link #check(boolean, String)}, with two figures.
     *
     * @param holds whether it is so
     * @param what must be so, as a sentence
     * @param name of the first figure
     * @param value of the first figure
     * @param otherName of the second figure
     * @param otherValue of the second figure
     */
    public static void check(boolean holds, String what, String name, long value, String otherName, long otherValue) {
        if (!holds) {
            throw broken(what + ": " + name + "=" + value + ", " + otherName + "=" + otherValue);
        }
    }

    /**
     * {@return the value} For what is there only for a while: from the beginning of a run to its end.
     *
     * @param <T> the value's type
     * @param value not null
     * @param what must be so for it to be there, as a sentence
     * @throws ThetisException {@link ErrorCode#INTERNAL} if it is null
     */
    public static <T> T present(@Nullable T value, String what) {
        if (value == null) {
            throw broken(what);
        }
        return value;
    }

    /**
     * {@return the error for an invariant that does not hold}
     *
     * @param what must be so, as a sentence
     */
    public static ThetisException broken(String what) {
        return new ThetisException(
                ErrorCode.INTERNAL,
                "a defect of Thetis, please report it with what led to it: broken invariant: " + what);
    }
}
