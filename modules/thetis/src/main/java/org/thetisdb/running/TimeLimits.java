package org.thetisdb.running;

import java.util.OptionalLong;

/**
 * How long transactions may go on.
 *
 * @param timeoutNanos how long one may take in all; 0 for as long as it likes
 * @param idleTimeoutNanos how long nothing may be done with one; 0 for as long as it likes
 */
public record TimeLimits(long timeoutNanos, long idleTimeoutNanos) {
    /** Others for some of them. */
    public TimeLimits with(OptionalLong otherTimeoutNanos, OptionalLong otherIdleTimeoutNanos) {
        return new TimeLimits(otherTimeoutNanos.orElse(timeoutNanos), otherIdleTimeoutNanos.orElse(idleTimeoutNanos));
    }

    /** The shorter of both; {@link Long#MAX_VALUE} if there is none. */
    long shortestNanos() {
        return Math.min(
                timeoutNanos == 0 ? Long.MAX_VALUE : timeoutNanos,
                idleTimeoutNanos == 0 ? Long.MAX_VALUE : idleTimeoutNanos);
    }
}
