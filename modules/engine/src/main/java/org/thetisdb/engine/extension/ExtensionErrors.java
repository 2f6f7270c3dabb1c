package org.thetisdb.engine.extension;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.semantics.Errors;
import org.thetisdb.extension.guard.StoppedError;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** Gives the errors of extensions the same wording. */
final class ExtensionErrors {
    private ExtensionErrors() {}

    /**
     * Code has thrown something.
     *
     * @param name of the function, aggregate or procedure
     * @param where what was being done, such as {@code , row=3}; may be empty
     */
    static ThetisException failed(String name, String where, Throwable thrown) {
        if (thrown instanceof StoppedError stop) {
            return new ThetisException(
                    ErrorCode.EXTENSION_STOPPED,
                    "an extension was stopped: name=" + name + where + "; " + stop.getMessage()
                            + "; call it with less, or mend it");
        }
        String message = thrown.getMessage();
        return new ThetisException(
                ErrorCode.EXTENSION_FAILED,
                "an extension has failed: name=" + name + where + ", exception="
                        + thrown.getClass().getName() + (message == null ? "" : ": " + message)
                        + "; see the exception's cause, and mend the extension or leave such rows out",
                thrown);
    }

    /**
     * A call for a batch has ended early.
     *
     * @param batch the arguments of all rows
     */
    static ThetisException failed(String name, CallFailedException failure, ArgumentColumns batch) {
        if (failure.row() == CallFailedException.NO_ROW) {
            return failed(name, "", failure.thrown());
        }
        List<@Nullable Object> arguments = batch.row(failure.row());
        StringBuilder where = new StringBuilder(", row=").append(failure.row()).append(" of its batch, arguments=[");
        for (int index = 0; index < arguments.size(); index++) {
            where.append(index == 0 ? "" : ", ").append(Errors.show(arguments.get(index)));
        }
        return failed(name, where.append(']').toString(), failure.thrown());
    }

    /** What is to be an extension is none. */
    static ThetisException invalid(String what) {
        return new ThetisException(ErrorCode.EXTENSION_INVALID, what);
    }
}
