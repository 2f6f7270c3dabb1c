package org.thetisdb.engine.fence;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.thetisdb.engine.StopSignal;
import org.thetisdb.extension.guard.GuardedCall;

/**
 * Looks after the calls of pure code, a hundred times a second while there are any, and stops those that must end:
 * whose statement was cancelled or has no time left, or that have taken too long or too much. Its thread begins with
 * the first call, and ends when there has been none for a second. Thread safe.
 */
public final class FenceWatch implements Fence, AutoCloseable {
    private static final long TICK_NANOS = 10_000_000;

    private final Limits limits;
    private final Set<FencedCall.Watched> calls = ConcurrentHashMap.newKeySet();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private volatile boolean isWatching;
    private boolean closed;

    /**
     * What a call for one batch of rows may take.
     *
     * @param nanos of time
     * @param bytes of memory that it allocates, whether it keeps it or not
     */
    public record Limits(long nanos, long bytes) {
        private static final long BYTES_MIN = 256 << 20;

        /** Half a minute for a thousand rows or so, and half of the heap. */
        public static Limits usual() {
            long half = Runtime.getRuntime().maxMemory() / 2;
            return new Limits(TimeUnit.SECONDS.toNanos(30), Math.max(BYTES_MIN, half));
        }
    }

    public FenceWatch(Limits limits) {
        this.limits = limits;
    }

    @Override
    public FencedCall enter(StopSignal stop) {
        FencedCall.Watched call = new FencedCall.Watched(this, GuardedCall.enter(), stop);
        enter(call);
        return call;
    }

    void enter(FencedCall.Watched call) {
        calls.add(call);
        if (!isWatching) {
            begin();
        }
    }

    void leave(FencedCall.Watched call) {
        calls.remove(call);
    }

    private void begin() {
        lock.lock();
        try {
            if (isWatching) {
                return;
            }
            isWatching = true;
            Thread thread = new Thread(this::watch, "thetis-fence");
            thread.setDaemon(true);
            thread.start();
        } finally {
            lock.unlock();
        }
    }

    /** Ends when there is nothing to look after. */
    private void watch() {
        lock.lock();
        try {
            int idleTicks = 0;
            while (!closed && idleTicks < 100) {
                calls.forEach(this::look);
                idleTicks = calls.isEmpty() ? idleTicks + 1 : 0;
                changed.awaitNanos(TICK_NANOS);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } finally {
            // Who comes now begins another one; who has just come may have seen this one.
            isWatching = false;
            if (!closed && !calls.isEmpty()) {
                begin();
            }
            lock.unlock();
        }
    }

    private void look(FencedCall.Watched call) {
        long nanos = call.nanos();
        if (call.stop().isOver()) {
            call.guarded().stop("the statement was ended");
        } else if (nanos > limits.nanos()) {
            call.guarded()
                    .stop("it took too long: millis=" + TimeUnit.NANOSECONDS.toMillis(nanos) + ", millisMax="
                            + TimeUnit.NANOSECONDS.toMillis(limits.nanos()));
        } else {
            long bytes = call.bytes();
            if (bytes > limits.bytes()) {
                call.guarded().stop("it allocated too much: bytes=" + bytes + ", bytesMax=" + limits.bytes());
            }
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
