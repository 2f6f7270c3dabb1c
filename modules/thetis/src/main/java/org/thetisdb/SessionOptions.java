package org.thetisdb;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * What a session's transactions begin with. Immutable: {@code SessionOptions.byDefault().withIsolation(SNAPSHOT)}.
 *
 * @param isolation what concurrent transactions may do to each other; the database's if empty
 * @param transactionTimeout how long a transaction may take, zero for no limit; the database's if empty
 * @param idleTimeout how long nothing may be done with a transaction or a result, zero for no limit; the database's if
 *     empty
 * @param memoryBytes what the session's statements may keep in memory together, at least 1; no more than each may by
 *     itself if empty
 */
public record SessionOptions(
        Optional<Isolation> isolation,
        Optional<Duration> transactionTimeout,
        Optional<Duration> idleTimeout,
        OptionalLong memoryBytes) {
    private static final SessionOptions DEFAULT =
            new SessionOptions(Optional.empty(), Optional.empty(), Optional.empty(), OptionalLong.empty());

    /** Checks that limits are possible. */
    public SessionOptions {
        TransactionOptions.requireNotNegative(transactionTimeout);
        TransactionOptions.requireNotNegative(idleTimeout);
        if (memoryBytes.isPresent() && memoryBytes.getAsLong() < 1) {
            throw new ThetisException(
                    ErrorCode.INVALID_ARGUMENT,
                    "a session needs some memory: memoryBytes=" + memoryBytes.getAsLong() + "; give 1 byte or more");
        }
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
        return new SessionOptions(Optional.of(other), transactionTimeout, idleTimeout, memoryBytes);
    }

    /**
     * {@return options with a time-out for all transactions that do not ask for another}
     *
     * @param timeout as {@link DatabaseOptions#withTransactionTimeout} takes it
     */
    public SessionOptions withTransactionTimeout(Duration timeout) {
        return new SessionOptions(isolation, Optional.of(timeout), idleTimeout, memoryBytes);
    }

    /**
     * {@return options with an idle time-out for all transactions that do not ask for another}
     *
     * @param timeout as {@link DatabaseOptions#withIdleTimeout} takes it
     */
    public SessionOptions withIdleTimeout(Duration timeout) {
        return new SessionOptions(isolation, transactionTimeout, Optional.of(timeout), memoryBytes);
    }

    /**
     * {@return options with a limit of what all statements of the session keep in memory together: results that are
     * still open, sorts, groups and joins} What can be put on disk is put there; else a statement ends with {@link
     * ErrorCode#MEMORY_EXHAUSTED}. The first MiB of each statement counts against its own limit only.
     *
     * @param bytes at least 1
     */
    public SessionOptions withMemoryBytes(long bytes) {
        return new SessionOptions(isolation, transactionTimeout, idleTimeout, OptionalLong.of(bytes));
    }
}
