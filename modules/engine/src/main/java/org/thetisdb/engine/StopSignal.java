package org.thetisdb.engine;

import org.jspecify.annotations.Nullable;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * A request to stop a statement: it was cancelled, or its time is up. The time runs from when the signal is
 * created, before the statement is planned. Long work calls {@link #checkpoint} regularly: the planner
 * between two plans, workers between two batches, evaluators within one value. Thread safe.
 */
public final class StopSignal {
    private final long startNanos = System.nanoTime();
    private final long timeoutNanos;
    private final @Nullable StopSignal whole;
    private volatile boolean cancelled;

    /** @param timeoutNanos what the statement may take in all; 0 for no limit */
    public StopSignal(long timeoutNanos) {
        this(timeoutNanos, null);
    }

    private StopSignal(long timeoutNanos, @Nullable StopSignal whole) {
        this.timeoutNanos = timeoutNanos;
        this.whole = whole;
    }

    /** A request to stop a part of the work: it ends with the whole, and the whole goes on when the part has ended. */
    public StopSignal part() {
        return new StopSignal(timeoutNanos == 0 ? 0 : Math.max(1, remainingNanos()), this);
    }

    /** Makes each thread that works for the statement end with an error at its next {@link #checkpoint}. */
    public void cancel() {
        cancelled = true;
    }

    /**
     * Does nothing as long as the statement may continue.
     *
     * @throws ThetisException {@link ErrorCode#QUERY_CANCELLED}, {@link ErrorCode#QUERY_TIMED_OUT}
     */
    public void checkpoint() {
        if (isCancelled()) {
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

    private boolean isCancelled() {
        return cancelled || whole != null && whole.isCancelled();
    }

    /** Whether {@link #checkpoint} would throw. */
    public boolean isOver() {
        return isCancelled() || timeoutNanos > 0 && System.nanoTime() - startNanos > timeoutNanos;
    }

    /** The time left before the time-out; {@link Long#MAX_VALUE} if there is none, not negative. */
    public long remainingNanos() {
        return timeoutNanos == 0 ? Long.MAX_VALUE : Math.max(0, timeoutNanos - (System.nanoTime() - startNanos));
    }

    /** When the statement began, by {@link System#nanoTime}. */
    public long startNanos() {
        return startNanos;
    }

    private long elapsedMillis() {
        return (System.nanoTime() - startNanos) / 1_000_000;
    }
}
