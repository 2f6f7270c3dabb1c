package org.thetisdb.running;

import java.util.Optional;

/**
 * How long a transaction may go on.
 *
 * @param startNanos when it began, by the clock that only goes forward
 * @param timeoutNanos how long it may take in all; 0 for as long as it likes
 * @param idleTimeoutNanos how long nothing may be done with it; 0 for as long as it likes
 */
public record Deadlines(long startNanos, long timeoutNanos, long idleTimeoutNanos) {
    /** How long it may still go on, if nothing more is done with it; {@link Long#MAX_VALUE} for ever. */
    public long remainingNanos(long nowNanos, long idleNanos) {
        long total = timeoutNanos == 0 ? Long.MAX_VALUE : timeoutNanos - (nowNanos - startNanos);
        long idle = idleTimeoutNanos == 0 ? Long.MAX_VALUE : idleTimeoutNanos - idleNanos;
        return Math.min(total, idle);
    }

    /** Why it is to be ended; empty if it may go on. */
    public Optional<Ending> due(String id, long nowNanos, long idleNanos) {
        long elapsedNanos = nowNanos - startNanos;
        if (timeoutNanos > 0 && elapsedNanos >= timeoutNanos) {
            return Optional.of(Ending.timedOut(id, elapsedNanos, timeoutNanos));
        }
        return idleTimeoutNanos > 0 && idleNanos >= idleTimeoutNanos
                ? Optional.of(Ending.idleForTooLong(id, idleNanos, idleTimeoutNanos))
                : Optional.empty();
    }
}
