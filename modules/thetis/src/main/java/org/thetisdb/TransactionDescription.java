package org.thetisdb;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A transaction that runs, as {@link Database#transactions} found it: one that was begun explicitly, a statement that
 * is one by itself, until its result is read to its end, or a session of the past. {@code SHOW TRANSACTIONS} shows the
 * same.
 *
 * @param id its own, such as {@code transaction-3-17}; {@link Database#terminate} takes it
 * @param sessionId of the session that it belongs to, see {@link Session#id}
 * @param statement the text that runs, or whose result is read, or that was run last
 * @param status what it does
 * @param startTime when it began
 * @param elapsed how long ago that was
 * @param idle how long nothing has been done with it; zero while something is
 * @param readOnly whether it cannot write
 * @param isolation what it is protected from
 * @param revision that it sees
 * @param memoryBytes what sorts, groups, joins and the like of its statements keep
 * @param pinnedBytes how much memory only stays taken because it sees an earlier state: changes that were written to
 *     the data files meanwhile, or are of the past
 * @param timeout after which it is ended; zero for no limit
 * @param idleTimeout after how long without use it is ended; zero for no limit
 */
public record TransactionDescription(
        String id,
        String sessionId,
        Optional<String> statement,
        Status status,
        Instant startTime,
        Duration elapsed,
        Duration idle,
        boolean readOnly,
        Isolation isolation,
        long revision,
        long memoryBytes,
        long pinnedBytes,
        Duration timeout,
        Duration idleTimeout) {
    /** What a transaction does. */
    public enum Status {
        /** A thread works for it. */
        RUNNING,
        /** It waits for its owner to go on. */
        IDLE,
        /** It is being committed or rolled back. */
        CLOSING,
        /** Somebody else has ended it, and its statement has not noticed yet. */
        TERMINATED
    }
}
