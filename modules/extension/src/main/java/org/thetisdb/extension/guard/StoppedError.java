package org.thetisdb.extension.guard;

/** Ends a call that is held to a fence. */
public final class StoppedError extends Error {
    private static final long serialVersionUID = 1L;

    /** @param reason for users */
    public StoppedError(String reason) {
        super(reason, null, false, false);
    }
}
