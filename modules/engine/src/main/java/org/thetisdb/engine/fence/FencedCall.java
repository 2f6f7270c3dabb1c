package org.thetisdb.engine.fence;

import org.thetisdb.engine.StopSignal;
import org.thetisdb.extension.guard.GuardedCall;

/** A call that is under way. Ended by the thread that began it. */
public sealed interface FencedCall extends AutoCloseable {
    /** One that nobody watches. */
    FencedCall NONE = new Unwatched();

    @Override
    void close();

    /** Of code that does anything anyway. */
    record Unwatched() implements FencedCall {
        @Override
        public void close() {
            // Nothing was begun.
        }
    }

    /**
     * Of pure code.
     *
     * @param watch is told of the end
     * @param threadId of the thread that has begun it
     * @param startNanos when, by {@link System#nanoTime}
     * @param startBytes what the thread had allocated by then
     */
    record Watched(
            FenceWatch watch, GuardedCall guarded, StopSignal stop, long threadId, long startNanos, long startBytes)
            implements FencedCall {
        @Override
        public void close() {
            watch.ended(this);
        }
    }
}
