package org.thetisdb.extension.guard;

import org.jspecify.annotations.Nullable;

/** One call of code that is held to a fence. */
public final class GuardedCall implements AutoCloseable {
    private final @Nullable GuardedCall outer;
    private @Nullable String reason;

    private GuardedCall(@Nullable GuardedCall outer) {
        this.outer = outer;
    }

    /** {@return a call that the current thread is in, until it is closed by that thread} */
    public static GuardedCall enter() {
        GuardedCall made = new GuardedCall(Guard.current());
        Guard.enter(made);
        return made;
    }

    /**
     * Makes the call end at its next check. Any thread.
     *
     * @param why for users
     */
    public synchronized void stop(String why) {
        if (reason == null) {
            reason = why;
            Guard.count(1);
        }
    }

    /** {@return why it was stopped; null if it was not} */
    public synchronized @Nullable String reason() {
        return reason;
    }

    @Override
    public synchronized void close() {
        Guard.enter(outer);
        if (reason != null) {
            Guard.count(-1);
        }
    }
}
