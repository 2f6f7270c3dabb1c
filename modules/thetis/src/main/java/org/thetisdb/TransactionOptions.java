package org.thetisdb;

import java.util.Optional;

/**
 * How to begin a transaction. Immutable: {@code TransactionOptions.byDefault().withMessage("nightly clean-up")}.
 *
 * @param message kept with the revision that the commit makes
 * @param isolation what concurrent transactions may do to each other; the session's if empty
 * @param readOnly whether statements that write are refused; such a transaction never conflicts with another
 */
public record TransactionOptions(Optional<String> message, Optional<Isolation> isolation, boolean readOnly) {
    private static final TransactionOptions DEFAULT = new TransactionOptions(Optional.empty(), Optional.empty(), false);

    /** Reads and writes, with the session's isolation and no message. */
    public static TransactionOptions byDefault() {
        return DEFAULT;
    }

    public TransactionOptions withMessage(String text) {
        return new TransactionOptions(Optional.of(text), isolation, readOnly);
    }

    public TransactionOptions withIsolation(Isolation other) {
        return new TransactionOptions(message, Optional.of(other), readOnly);
    }

    public TransactionOptions withReadOnly(boolean flag) {
        return new TransactionOptions(message, isolation, flag);
    }
}
