package org.thetisdb.engine.expression;

import java.time.temporal.Temporal;
import java.util.List;
import java.util.Map;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** Words the errors of expressions alike. */
final class Errors {
    private static final int SHOWN_CHARACTERS_MAX = 80;

    private Errors() {}

    static ThetisException type(String operation, String wanted, Object value) {
        return new ThetisException(
                ErrorCode.TYPE_MISMATCH,
                operation + " wants " + wanted + " but got " + TypeNames.of(value) + ": value=" + show(value)
                        + "; convert the value or filter such rows first");
    }

    static ThetisException types(String operation, Object left, Object right) {
        return new ThetisException(
                ErrorCode.TYPE_MISMATCH,
                operation + " is not defined for " + TypeNames.of(left) + " and " + TypeNames.of(right) + ": left="
                        + show(left) + ", right=" + show(right) + "; "
                        + (left instanceof Temporal && right instanceof Number
                                ? "add a duration, as in date() + duration({days: 1})"
                                : "convert one of them"));
    }

    static ThetisException argument(String what) {
        return new ThetisException(ErrorCode.INVALID_ARGUMENT, what);
    }

    static ThetisException temporal(String what) {
        return new ThetisException(ErrorCode.INVALID_TEMPORAL, what);
    }

    static ThetisException overflow(String operation, Object left, Object right) {
        return new ThetisException(
                ErrorCode.NUMBER_OUT_OF_RANGE,
                operation + " leaves the range of INTEGER (64 bits): left=" + show(left) + ", right=" + show(right)
                        + "; use toFloat() on one of them");
    }

    static ThetisException divisionByZero(Object left) {
        return new ThetisException(
                ErrorCode.DIVISION_BY_ZERO,
                "division by zero: left=" + show(left) + ", right=0; guard it with CASE, or divide by a FLOAT");
    }

    static String show(Object value) {
        String text = switch (value) {
            case null -> "null";
            case String string -> "'" + string + "'";
            case List<?> list when list.size() > 8 -> "a list of " + list.size();
            case Map<?, ?> map when map.size() > 8 -> "a map of " + map.size();
            default -> value.toString();
        };
        return text.length() <= SHOWN_CHARACTERS_MAX ? text : text.substring(0, SHOWN_CHARACTERS_MAX) + "…";
    }
}
