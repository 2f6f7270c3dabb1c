package org.thetisdb.running;

import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Why somebody else than its owner has ended a transaction.
 *
 * @param code what the owner gets
 * @param message what has happened, and what to do next
 */
public record Ending(ErrorCode code, String message) {
    private static final long NANOS_PER_MILLI = 1_000_000;

    /** Somebody has asked for it. */
    public static Ending terminated(String id) {
        return new Ending(
                ErrorCode.TRANSACTION_TERMINATED,
                "the transaction was terminated by somebody else: transactionId=" + id
                        + "; nothing of it was committed; begin another if it is still wanted");
    }

    /** It has taken longer than it may in all. */
    public static Ending timedOut(String id, long elapsedNanos, long timeoutNanos) {
        return new Ending(
                ErrorCode.TRANSACTION_TIMED_OUT,
                "the transaction took too long: transactionId=" + id + ", elapsedMillis="
                        + elapsedNanos / NANOS_PER_MILLI + ", timeoutMillis=" + timeoutNanos / NANOS_PER_MILLI
                        + "; nothing of it was committed; do less in one transaction, or raise its time-out");
    }

    /** Nothing was done with it for longer than it may be idle. */
    public static Ending idleForTooLong(String id, long idleNanos, long timeoutNanos) {
        return new Ending(
                ErrorCode.TRANSACTION_TIMED_OUT,
                "the transaction was idle for too long: transactionId=" + id + ", idleMillis="
                        + idleNanos / NANOS_PER_MILLI + ", timeoutMillis=" + timeoutNanos / NANOS_PER_MILLI
                        + "; nothing of it was committed; end transactions and close results, or raise the idle"
                        + " time-out");
    }

    /** It was idle, and kept memory that writers needed. */
    public static Ending inTheWay(String id, long idleNanos, long pinnedBytes) {
        return new Ending(
                ErrorCode.TRANSACTION_TIMED_OUT,
                "the transaction was idle while it kept memory that writers needed: transactionId=" + id
                        + ", idleMillis=" + idleNanos / NANOS_PER_MILLI + ", pinnedBytes=" + pinnedBytes
                        + "; nothing of it was committed; end transactions and close results, or give the database more"
                        + " memory");
    }

    /** The error for the owner. */
    public ThetisException error() {
        return new ThetisException(code, message);
    }
}
