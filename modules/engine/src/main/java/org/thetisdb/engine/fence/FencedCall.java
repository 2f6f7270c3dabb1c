package org.thetisdb.engine.fence;

import org.thetisdb.engine.StopSignal;
import org.thetisdb.extension.guard.GuardedCall;

/** A call that is under way. All methods are for the thread that began it. */
public sealed interface FencedCall extends AutoCloseable {
    /** One that nobody watches. */
    FencedCall NONE = new Unwatched();

    /** The database works for the call: what that takes is not the call's. */
    void pause();

    /** The call goes on. */
    void resume();

    @Override
    void close();

    /** Of code that does anything anyway. */
    record Unwatched() implements FencedCall {
        @Override
        public void pause() {
            // Nobody counts.
        }

        @Override
        public void resume() {
            // Nobody counts.
        }

        @Override
        public void close() {
            // Nothing was begun.
        }
    }

    /** Of pure code. Its watch reads what it has taken. */
    final class Watched implements FencedCall {
        private final FenceWatch watch;
        private final GuardedCall guarded;
        private final StopSignal stop;
        private final long threadId;

        /** By {@link System#nanoTime}, later by what pauses took. */
        private volatile long startNanos;

        /** What the thread had allocated at the start, and in pauses. */
        private volatile long startBytes;

        private long pauseNanos;
        private long pauseBytes;

        /** A call of this thread that begins now. */
        Watched(FenceWatch watch, GuardedCall guarded, StopSignal stop) {
            this.watch = watch;
            this.guarded = guarded;
            this.stop = stop;
            this.threadId = Thread.currentThread().threadId();
            this.startNanos = System.nanoTime();
            this.startBytes = AllocatedBytes.ofCurrentThread();
        }

        GuardedCall guarded() {
            return guarded;
        }

        StopSignal stop() {
            return stop;
        }

        /** What it has taken so far; any thread. */
        long nanos() {
            return System.nanoTime() - startNanos;
        }

        /** What it has allocated so far; any thread. */
        long bytes() {
            return AllocatedBytes.of(threadId) - startBytes;
        }

        @Override
        public void pause() {
            watch.leave(this);
            pauseNanos = nanos();
            pauseBytes = bytes();
        }

        @Override
        public void resume() {
            startNanos = System.nanoTime() - pauseNanos;
            startBytes = AllocatedBytes.ofCurrentThread() - pauseBytes;
            watch.enter(this);
        }

        @Override
        public void close() {
            watch.leave(this);
            guarded.close();
        }
    }
}
