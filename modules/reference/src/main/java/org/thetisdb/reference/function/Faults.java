package org.thetisdb.reference.function;

import java.time.DateTimeException;
import java.util.function.Supplier;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** The errors that functions report. */
final class Faults {
    private Faults() {}

    static ThetisException type(String where, String wanted, Object value) {
        return new ThetisException(ErrorCode.TYPE_MISMATCH, where + " takes " + wanted + ": value=" + value);
    }

    static ThetisException argument(String message) {
        return new ThetisException(ErrorCode.INVALID_ARGUMENT, message);
    }

    static ThetisException temporal(String message) {
        return new ThetisException(ErrorCode.INVALID_TEMPORAL, message);
    }

    static ThetisException range(String message) {
        return new ThetisException(ErrorCode.NUMBER_OUT_OF_RANGE, message);
    }

    /** Computes with java.time, whose complaints are about values that do not exist, such as the 30th of February. */
    static <T> T temporal(Supplier<T> computation) {
        try {
            return computation.get();
        } catch (DateTimeException | ArithmeticException impossible) {
            throw new ThetisException(
                    ErrorCode.INVALID_TEMPORAL, "no such temporal value: " + impossible.getMessage(), impossible);
        }
    }
}
