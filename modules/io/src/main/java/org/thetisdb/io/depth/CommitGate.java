package org.thetisdb.io.depth;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * Lets what is read ahead wait while a log waits for the device. A device that reads deep queues makes a sync wait
 * behind them; nobody waits yet for what is read ahead, but somebody does for a commit.
 *
 * <p>A read goes on as soon as the log has been quiet for {@link #QUIET_NANOS}, not in the gap between a commit and the
 * next: it would be in the way of that one. After {@link #WAIT_NANOS_MAX} it goes on in any case, so reads are slowed
 * by commits without an end, but not stopped.
 *
 * <p>Any thread. A sync costs two atomic additions and a store, a read that meets none a load or two.
 */
public final class CommitGate {
    /** A few times what a client takes from one commit to the next. */
    static final long QUIET_NANOS = 200_000;

    static final long WAIT_NANOS_MAX = 2_000_000;

    private final LongSupplier nanoClock;
    private final AtomicInteger underWay = new AtomicInteger();
    private volatile long quietFromNanos;

    /** Open. */
    public CommitGate() {
        this(System::nanoTime);
    }

    /** @param nanoClock nanoseconds since any moment */
    CommitGate(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
        quietFromNanos = nanoClock.getAsLong();
    }

    /** A log begins to wait for the device; to be followed by {@link #end}. */
    public void begin() {
        underWay.incrementAndGet();
    }

    /** A log has its answer. */
    public void end() {
        quietFromNanos = nanoClock.getAsLong() + QUIET_NANOS;
        underWay.decrementAndGet();
    }

    /** {@return whether a log waits for the device, or has just done so} */
    public boolean isBusy() {
        return underWay.get() > 0 || nanoClock.getAsLong() - quietFromNanos < 0;
    }

    /** Returns when the logs are quiet, after a bounded time, or at once in a thread that is interrupted. */
    public void await() {
        if (!isBusy()) {
            return;
        }
        long end = nanoClock.getAsLong() + WAIT_NANOS_MAX;
        do {
            LockSupport.parkNanos(this, QUIET_NANOS / 2);
        } while (isBusy()
                && nanoClock.getAsLong() - end < 0
                && !Thread.currentThread().isInterrupted());
    }
}
