package org.thetisdb;

import java.time.Duration;
import java.util.Optional;

/**
 * What a session's transactions begin with. Immutable: {@code SessionOptions.byDefault().withIsolation(SNAPSHOT)}.
 *
 * @param isolation what concurrent transactions may do to each other; the database's if empty
 * @param transactionTimeout how long a transaction may take, zero for no limit; the database's if empty
 * @param idleTimeout how long nothing may be done with a transaction or a result, zero for no limit; the database's if
 *     empty
 */
public record SessionOptions(
        Optional<Isolation> isolation, Optional<Duration> transactionTimeout, Optional<Duration> idleTimeout) {
    private static final SessionOptions DEFAULT =
            new SessionOptions(Optional.empty(), Optional.empty(), Optional.empty());

    /** Checks that limits are not negative. */
    public SessionOptions {
        TransactionOptions.requireNotNegative(transactionTimeout);
        TransactionOptions.requireNotNegative(idleTimeout);
    }

    /**
     * As the database's options say.
     *
     * @return options that ask for nothing
     */
    public static SessionOptions byDefault() {
        return DEFAULT;
    }

    /**
     * {@return options with an isolation for all transactions that do not ask for another}
     *
     * @param other instead of the database's
     */
    public SessionOptions withIsolation(Isolation other) {
        return new SessionOptions(Optional.of(other), transactionTimeout, idleTimeout);
    }

    /**
     * {@return options with a time-out for all transactions that do not ask for another}
     *
     * @param timeout as {@link DatabaseOptions#withTransactionTimeout} takes it
     */
    public SessionOptions withTransactionTimeout(Duration timeout) {
        return new SessionOptions(isolation, Optional.of(timeout), idleTimeout);
    }

    /**
     * {@return options with an idle time-out for all transactions that do not ask for another}
     *
     * @param timeout as {@link DatabaseOptions#withIdleTimeout} takes it
     */
    public SessionOptions withIdleTimeout(Duration timeout) {
        return new SessionOptions(isolation, transactionTimeout, Optional.of(timeout));
    }
}
