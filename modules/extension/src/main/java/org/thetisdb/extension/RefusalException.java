package org.thetisdb.extension;

/** Thrown by a trigger that does not allow what was changed: the transaction fails, and the user is told why. */
public final class RefusalException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** @param reason for the user, such as {@code nobody is older than 150 years: name=Ada, age=200} */
    public RefusalException(String reason) {
        super(reason);
    }
}
