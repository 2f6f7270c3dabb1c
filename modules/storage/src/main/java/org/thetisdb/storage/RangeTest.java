package org.thetisdb.storage;

import org.thetisdb.value.Invariant;
import org.thetisdb.value.vector.VectorKind;

/**
 * A condition on values that are one long each: that they are in a range, or that they are not. Nulls do not pass
 * either way.
 *
 * @param kind BOOLEAN, INTEGER, DATE or LOCAL_TIME; values of other kinds are not what it is about
 * @param least as {@link org.thetisdb.value.vector.Vector#longs} has it
 * @param greatest as well, not below {@code least}
 * @param isInside whether those pass that are in the range, and not the others
 */
public record RangeTest(VectorKind kind, long least, long greatest, boolean isInside) {
    /** Checks that it is a range. */
    public RangeTest {
        Invariant.check(least <= greatest, "a range has a value", "least", least, "greatest", greatest);
    }

    /** {@return a condition that no value passes} */
    public static RangeTest none(VectorKind kind) {
        return new RangeTest(kind, Long.MIN_VALUE, Long.MAX_VALUE, false);
    }
}
