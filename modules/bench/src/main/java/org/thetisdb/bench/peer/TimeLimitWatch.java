package org.thetisdb.bench.peer;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.thetisdb.Result;

/**
 * Cancels a result that outlives its limit. Beginning and ending cost one volatile write each, so that queries of
 * microseconds can be watched, too; a limit is noticed up to {@link #LOOK_NANOS} late.
 *
 * <p>Threads: {@link #begin} and {@link #end} from one thread; a daemon thread of its own watches the clock.
 */
final class TimeLimitWatch implements AutoCloseable {
    private static final long LOOK_NANOS = 50_000_000L;

    private record Watched(Result result, long limitNanos) {}

    private final Thread thread = new Thread(this::look, "bench-time-limit");
    private volatile @Nullable Watched watched;
    private volatile boolean closed;

    private TimeLimitWatch() {}

    static TimeLimitWatch start() {
        TimeLimitWatch watch = new TimeLimitWatch();
        watch.thread.setDaemon(true);
        watch.thread.start();
        return watch;
    }

    void begin(Result result, Duration limit) {
        watched = new Watched(result, limit.toNanos());
    }

    void end() {
        watched = null;
    }

    /** The clock starts when the watch first sees a result, so that beginning need not read it. */
    @SuppressWarnings("ReferenceEquality") // The very same object is meant.
    private void look() {
        Watched seen = null;
        long seenNanos = 0;
        while (!closed) {
            Watched current = watched;
            long now = System.nanoTime();
            if (current != seen) {
                seen = current;
                seenNanos = now;
            } else if (current != null && now - seenNanos > current.limitNanos()) {
                current.result().cancel();
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
    }
}
