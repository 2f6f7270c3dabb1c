package org.thetisdb.running;

import java.util.Optional;
import org.thetisdb.storage.options.Isolation;

/**
 * What is known of a transaction that runs.
 *
 * @param id its own
 * @param sessionId of the session that it belongs to
 * @param statement the one that runs, or whose result is still read
 * @param status what it does
 * @param elapsedNanos since it began
 * @param idleNanos since something was last done with it; 0 while something is
 * @param readOnly whether it cannot write
 * @param isolation what it is protected from
 * @param revision that it sees
 * @param memoryBytes what the operators of its statements keep
 * @param pinnedBytes how much memory only stays taken because of what it sees: changes that are in a newer base by now
 * @param timeoutNanos how long it may take; 0 for no limit
 * @param idleTimeoutNanos how long it may be idle; 0 for no limit
 */
public record TransactionState(
        String id,
        String sessionId,
        Optional<StatementState> statement,
        Status status,
        long elapsedNanos,
        long idleNanos,
        boolean readOnly,
        Isolation isolation,
        long revision,
        long memoryBytes,
        long pinnedBytes,
        long timeoutNanos,
        long idleTimeoutNanos) {
    /** What a transaction does. */
    public enum Status {
        /** Its owner's thread works for it. */
        RUNNING,
        /** It waits for its owner to go on. */
        IDLE,
        /** It is being committed or rolled back. */
        CLOSING,
        /** Somebody else has ended it, and its statement has not noticed yet. */
        TERMINATED
    }

    /**
     * A statement.
     *
     * @param id its own
     * @param text as it was written
     * @param elapsedNanos since it began
     */
    public record StatementState(String id, String text, long elapsedNanos) {}
}
