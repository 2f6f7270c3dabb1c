package org.thetisdb.running;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Ends transactions whose time is up, in a thread of its own, which there is only if somebody limits time.
 *
 * <pre>
 *   look at all ──► end those that are due ──► sleep until the next is due, or as long as the shortest limit:
 *       ▲                                      what begins meanwhile cannot be due before
 *       └── a shorter limit comes into use ────┘
 * </pre>
 *
 * <p>So nobody registers a transaction here, and a transaction without limits costs nothing. Thread safe.
 */
public final class TransactionWatch implements AutoCloseable {
    /** Nobody needs to be ended sooner after his time is up. */
    private static final long SLEEP_NANOS_MIN = 1_000_000;

    private final RunningTransactions transactions;
    private final LongSupplier nanoTime;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    /** Written under the lock. */
    private volatile long shortestNanos = Long.MAX_VALUE;

    private boolean closed;
    private @Nullable Thread thread;

    /** @param nanoTime by which transactions are timed */
    public TransactionWatch(RunningTransactions transactions, LongSupplier nanoTime) {
        this.transactions = transactions;
        this.nanoTime = nanoTime;
    }

    /** Transactions with these limits will run. */
    public void expect(TimeLimits limits) {
        long shortest = limits.shortestNanos();
        if (shortest >= shortestNanos) {
            return;
        }
        lock.lock();
        try {
            shortestNanos = Math.min(shortestNanos, shortest);
            changed.signal();
            if (thread == null && !closed) {
                Thread started = new Thread(this::run, "thetis-time-outs");
                started.setDaemon(true);
                started.start();
                thread = started;
            }
        } finally {
            lock.unlock();
        }
    }

    private void run() {
        while (sleep(look())) {
            // Until it is closed.
        }
    }

    /** Ends what is due; returns after how long to look again. */
    long look() {
        long sleepNanos = shortestNanos;
        for (RunningTransaction each : transactions.all()) {
            Deadlines deadlines = each.deadlines();
            long nowNanos = nanoTime.getAsLong();
            long idleNanos = each.idleNanos(nowNanos);
            deadlines.due(each.id(), nowNanos, idleNanos).ifPresent(each::end);
            long remaining = deadlines.remainingNanos(nowNanos, idleNanos);
            // What was ended just now is not due again.
            sleepNanos = remaining > 0 ? Math.min(sleepNanos, remaining) : sleepNanos;
        }
        return Math.max(sleepNanos, SLEEP_NANOS_MIN);
    }

    @SuppressWarnings("WaitNotInLoop") // The loop is in run(): who wakes too early looks once more than needed.
    private boolean sleep(long nanos) {
        lock.lock();
        try {
            if (!closed) {
                changed.awaitNanos(Math.min(nanos, shortestNanos));
            }
            return !closed;
        } catch (InterruptedException noMatter) {
            // Nobody interrupts it; it looks again.
            return !closed;
        } finally {
            lock.unlock();
        }
    }

    /** Nothing is ended any more when this returns. */
    @Override
    public void close() {
        Thread ending;
        lock.lock();
        try {
            closed = true;
            changed.signal();
            ending = thread;
        } finally {
            lock.unlock();
        }
        if (ending != null) {
            join(ending);
        }
    }

    private static void join(Thread ending) {
        boolean interrupted = false;
        while (ending.isAlive()) {
            try {
                TimeUnit.MILLISECONDS.timedJoin(ending, 1_000);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
