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

    /**
     * Reads and writes, with the session's isolation and no message.
     *
     * @return options that ask for nothing
     */
    public static TransactionOptions byDefault() {
        return DEFAULT;
    }

    /**
     * {@return options with a message}
     *
     * @param text kept with the revision, as {@code history.revisions()} shows it
     */
    public TransactionOptions withMessage(String text) {
        return new TransactionOptions(Optional.of(text), isolation, readOnly);
    }

    /**
     * {@return options with an isolation}
     *
     * @param other instead of the session's
     */
    public TransactionOptions withIsolation(Isolation other) {
        return new TransactionOptions(message, Optional.of(other), readOnly);
    }

    /**
     * {@return options for a transaction that reads only, or one that may write}
     *
     * @param flag whether statements that write are refused
     */
    public TransactionOptions withReadOnly(boolean flag) {
        return new TransactionOptions(message, isolation, flag);
    }
}
