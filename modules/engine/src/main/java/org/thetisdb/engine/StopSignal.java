package org.thetisdb.engine;

import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * The wish that a statement stops: somebody has cancelled it, or its time is over. Its time begins when the signal is
 * made, before the statement is planned. Whoever may work for long calls {@link #checkpoint} on the way: the planner
 * between two plans, workers between two batches, evaluators within one value. Thread safe.
 */
public final class StopSignal {
    private final long startNanos = System.nanoTime();
    private final long timeoutNanos;
    private volatile boolean cancelled;

    /** @param timeoutNanos what the statement may take in all; 0 for as long as it likes */
    public StopSignal(long timeoutNanos) {
        this.timeoutNanos = timeoutNanos;
    }

    /** Makes each thread that works for the statement end with an error at its next {@link #checkpoint}. */
    public void cancel() {
        cancelled = true;
    }

    /**
     * Does nothing as long as the statement may go on.
     *
     * @throws ThetisException {@link ErrorCode#QUERY_CANCELLED}, {@link ErrorCode#QUERY_TIMED_OUT}
     */
    public void checkpoint() {
        if (cancelled) {
            throw new ThetisException(
                    ErrorCode.QUERY_CANCELLED,
                    "the query was cancelled after " + elapsedMillis() + " ms; nothing was changed");
        }
        if (timeoutNanos > 0 && System.nanoTime() - startNanos > timeoutNanos) {
            throw new ThetisException(
                    ErrorCode.QUERY_TIMED_OUT,
                    "the query took too long: elapsedMillis=" + elapsedMillis() + ", timeoutMillis="
                            + timeoutNanos / 1_000_000 + "; raise the time-out or narrow the query");
        }
    }

    /** The time left before the time-out; {@link Long#MAX_VALUE} if there is none, not negative. */
    public long remainingNanos() {
        return timeoutNanos == 0 ? Long.MAX_VALUE : Math.max(0, timeoutNanos - (System.nanoTime() - startNanos));
    }

    private long elapsedMillis() {
        return (System.nanoTime() - startNanos) / 1_000_000;
    }
}
