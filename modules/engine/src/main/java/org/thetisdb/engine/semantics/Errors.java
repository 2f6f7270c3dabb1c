package org.thetisdb.engine.semantics;

import java.time.temporal.Temporal;
import org.jspecify.annotations.Nullable;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** Gives the errors of expressions the same wording. */
public final class Errors {
    private Errors() {}

    public static ThetisException type(String operation, String wanted, @Nullable Object value) {
        return new ThetisException(
                ErrorCode.TYPE_MISMATCH,
                operation + " needs " + wanted + " but got " + TypeNames.of(value) + ": value=" + show(value)
                        + "; convert the value or filter such rows first");
    }

    public static ThetisException types(String operation, @Nullable Object left, @Nullable Object right) {
        return new ThetisException(
                ErrorCode.TYPE_MISMATCH,
                operation + " is not defined for " + TypeNames.of(left) + " and " + TypeNames.of(right) + ": left="
                        + show(left) + ", right=" + show(right) + "; "
                        + (left instanceof Temporal && right instanceof Number
                                ? "add a duration, as in date() + duration({days: 1})"
                                : "convert one of them"));
    }

    public static ThetisException argument(String what) {
        return new ThetisException(ErrorCode.INVALID_ARGUMENT, what);
    }

    public static ThetisException temporal(String what) {
        return new ThetisException(ErrorCode.INVALID_TEMPORAL, what);
    }

    public static ThetisException overflow(String operation, Object left, Object right) {
        return new ThetisException(
                ErrorCode.NUMBER_OUT_OF_RANGE,
                operation + " leaves the range of INTEGER (64 bits): left=" + show(left) + ", right=" + show(right)
                        + "; use toFloat() on one of them");
    }

    /** As the other one, for a single operand. */
    public static ThetisException overflow(String operation, Object value) {
        return new ThetisException(
                ErrorCode.NUMBER_OUT_OF_RANGE,
                operation + " leaves the range of INTEGER (64 bits): value=" + show(value)
                        + "; use a FLOAT, or leave such rows out");
    }

    public static ThetisException divisionByZero(Object left) {
        return new ThetisException(
                ErrorCode.DIVISION_BY_ZERO,
                "division by zero: left=" + show(left) + ", right=0; guard it with CASE, or divide by a FLOAT");
    }

    public static String show(@Nullable Object value) {
        return ShownValue.of(value);
    }
}
