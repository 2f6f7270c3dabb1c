package org.thetisdb;

import java.time.Duration;
import java.util.Optional;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * How to begin a transaction. Immutable: {@code TransactionOptions.byDefault().withMessage("nightly clean-up")}.
 *
 * @param message kept with the revision that the commit makes
 * @param isolation what concurrent transactions may do to each other; the session's if empty
 * @param readOnly whether statements that write are refused; such a transaction never conflicts with another
 * @param timeout how long it may take, zero for no limit; the session's if empty
 * @param idleTimeout how long nothing may be done with it, zero for no limit; the session's if empty
 */
public record TransactionOptions(
        Optional<String> message,
        Optional<Isolation> isolation,
        boolean readOnly,
        Optional<Duration> timeout,
        Optional<Duration> idleTimeout) {
    private static final TransactionOptions DEFAULT =
            new TransactionOptions(Optional.empty(), Optional.empty(), false, Optional.empty(), Optional.empty());

    /** Checks that limits are not negative. */
    public TransactionOptions {
        requireNotNegative(timeout);
        requireNotNegative(idleTimeout);
    }

    static void requireNotNegative(Optional<Duration> limit) {
        if (limit.filter(Duration::isNegative).isPresent()) {
            throw new ThetisException(
                    ErrorCode.USAGE, "a time-out must not be negative: timeout=" + limit.get() + "; zero is none");
        }
    }

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
        return new TransactionOptions(Optional.of(text), isolation, readOnly, timeout, idleTimeout);
    }

    /**
     * {@return options with an isolation}
     *
     * @param other instead of the session's
     */
    public TransactionOptions withIsolation(Isolation other) {
        return new TransactionOptions(message, Optional.of(other), readOnly, timeout, idleTimeout);
    }

    /**
     * {@return options for a transaction that reads only, or one that may write}
     *
     * @param flag whether statements that write are refused
     */
    public TransactionOptions withReadOnly(boolean flag) {
        return new TransactionOptions(message, isolation, flag, timeout, idleTimeout);
    }

    /**
     * {@return options with a time-out}
     *
     * @param limit as {@link DatabaseOptions#withTransactionTimeout} takes it
     */
    public TransactionOptions withTimeout(Duration limit) {
        return new TransactionOptions(message, isolation, readOnly, Optional.of(limit), idleTimeout);
    }

    /**
     * {@return options with an idle time-out}
     *
     * @param limit as {@link DatabaseOptions#withIdleTimeout} takes it
     */
    public TransactionOptions withIdleTimeout(Duration limit) {
        return new TransactionOptions(message, isolation, readOnly, timeout, Optional.of(limit));
    }
}
