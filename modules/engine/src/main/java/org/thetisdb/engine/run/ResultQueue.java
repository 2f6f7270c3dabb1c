package org.thetisdb.engine.run;

import java.util.ArrayDeque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.pipeline.HelperFailure;
import org.thetisdb.engine.pipeline.QueryContext;
import org.thetisdb.engine.pipeline.RowStore;
import org.thetisdb.value.Invariant;

/**
 * Passes a result's rows from the workers that make them to the thread that reads them, at most {@link
 * #STORES_MAX} stores at a time.
 *
 * <pre>
 *   workers ──offer, put──► ready stores ──take──► the caller's current store
 *      ▲                                                   │ when the next is taken
 *      └────────empty──────── spare stores ◄───────────────┘
 * </pre>
 *
 * <p>Invariants: {@code ready ≤ STORES_MAX}, and all but the last hold less than {@code READY_BYTES_MAX}; nothing is
 * put after {@link #end}. A wait ends when the run does: by cancellation ({@link #wake} must follow), by its time-out,
 * or by an error of another worker.
 *
 * <p>Thread safe.
 */
final class ResultQueue {
    /** Stores that wait at most: they bridge pauses of either side. */
    private static final int STORES_MAX = 8;

    /** What they hold at most, but for the last: a store of few rows may have long lists. */
    private static final long READY_BYTES_MAX = 8 << 20;

    /** A larger store is not used again: its memory would look like rows. */
    private static final int SPARE_BYTES_MAX = 1 << 20;

    private final QueryContext query;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition arrived = lock.newCondition();
    private final Condition left = lock.newCondition();
    private final ArrayDeque<RowStore> ready = new ArrayDeque<>();
    private final ArrayDeque<RowStore> spare = new ArrayDeque<>();
    private @Nullable RowStore current;
    private @Nullable Throwable failure;
    private long readyBytes;
    private boolean ended;

    ResultQueue(QueryContext query) {
        this.query = query;
    }

    // ---------------------------------------------------------------- the workers' side

    /** Puts a store if there is room. */
    boolean offer(RowStore rows) {
        lock.lock();
        try {
            if (isFull()) {
                return false;
            }
            add(rows);
            return true;
        } finally {
            lock.unlock();
        }
    }

    private boolean isFull() {
        return ready.size() >= STORES_MAX || readyBytes >= READY_BYTES_MAX;
    }

    private void add(RowStore rows) {
        ready.addLast(rows);
        readyBytes += rows.bytes();
        arrived.signal();
    }

    /** Puts a store as soon as there is room; fails when the run is to end. */
    void put(RowStore rows) {
        lock.lock();
        try {
            while (isFull()) {
                query.checkpoint();
                awaitRoom();
            }
            Invariant.check(!ended, "nothing is put after the end", "ready", ready.size());
            add(rows);
        } finally {
            lock.unlock();
        }
    }

    @SuppressWarnings("WaitNotInLoop") // The caller checks again.
    private void awaitRoom() {
        try {
            long nanos = query.stop().remainingNanos();
            if (nanos == Long.MAX_VALUE) {
                left.await();
            } else if (left.awaitNanos(nanos + 1) <= 0) {
                query.checkpoint();
            }
        } catch (InterruptedException exception) {
            // The engine is being closed; the checkpoint that follows ends the run.
            query.cancel();
        }
    }

    /** A store to fill. */
    RowStore empty(int[] slots) {
        lock.lock();
        try {
            RowStore rows = spare.pollLast();
            return rows != null ? rows : new RowStore(slots);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Says that nothing more will come.
     *
     * @param newFailure what the run failed with; null if all is well
     */
    void end(@Nullable Throwable newFailure) {
        lock.lock();
        try {
            failure = newFailure;
            ended = true;
            arrived.signalAll();
        } finally {
            lock.unlock();
        }
    }

    // ---------------------------------------------------------------- the caller's side

    /** The next store, valid until the next call; null at the end. Throws what the run failed with. */
    @Nullable
    RowStore take() {
        lock.lock();
        try {
            if (current != null) {
                if (current.bytes() < SPARE_BYTES_MAX) {
                    current.rewind();
                    spare.addLast(current);
                }
                current = null;
            }
            awaitArrival();
            HelperFailure.rethrow(failure);
            RowStore first = ready.pollFirst();
            readyBytes -= first == null ? 0 : first.bytes();
            current = first;
            left.signal();
            return first;
        } finally {
            lock.unlock();
        }
    }

    /** An interrupt cancels the run; its end must be awaited all the same. */
    private void awaitArrival() {
        boolean interrupted = false;
        while (ready.isEmpty() && !ended) {
            try {
                arrived.await();
            } catch (InterruptedException exception) {
                interrupted = true;
                query.cancel();
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whether the run is over and everything it gave was taken. */
    boolean isDrained() {
        lock.lock();
        try {
            return ended && failure == null && ready.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    /** Lets waiting workers see that the run was cancelled. Any thread. */
    void wake() {
        lock.lock();
        try {
            left.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Waits until the run is over, however long that takes; to be called after it was cancelled. */
    void awaitEnd() {
        lock.lock();
        try {
            while (!ended) {
                ready.clear();
                readyBytes = 0;
                left.signalAll();
                arrived.awaitUninterruptibly();
            }
        } finally {
            lock.unlock();
        }
    }
}
