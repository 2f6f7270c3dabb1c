package org.thetisdb.storage.log;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Those who wait for the log: for a position to be written or durable, or for the file, to write there themselves.
 *
 * <pre>
 *   waits for a position ─► queue ──┬─ reached, or all is over ─► goes
 *                             ▲     └─ nobody has the file ─────► the first leads: writes and syncs for all
 *                             └── the others
 *   waits for room       ─► condition: has the file next, before any leader
 * </pre>
 *
 * <p>Invariants: one thread at most has the file, and holds it without the lock; whoever gives it back wakes one that
 * goes on, if anybody waits; waking takes no memory, so that also where there is none left everybody is told.
 *
 * <p>Threads: guarded by the log's lock, which a thread that sleeps here gives up meanwhile.
 */
final class LogWaiters {
    private final ReentrantLock lock;
    private final Condition fileFree;
    private final Deque<Waiter> queue = new ArrayDeque<>();

    /** Whether a thread writes or syncs without holding the lock. */
    private boolean fileTaken;

    /** Threads that wait for the file in order to make room. */
    private int fileWaiterCount;

    /** Somebody who waits for a position to be written, or to be durable. */
    private static final class Waiter {
        private final Thread thread = Thread.currentThread();
        private final long position;
        private final boolean forDevice;
        private volatile boolean awake;

        Waiter(long position, boolean forDevice) {
            this.position = position;
            this.forDevice = forDevice;
        }

        void wake() {
            awake = true;
            LockSupport.unpark(thread);
        }
    }

    LogWaiters(ReentrantLock lock) {
        this.lock = lock;
        this.fileFree = lock.newCondition();
    }

    boolean isFileTaken() {
        return fileTaken;
    }

    /** Whether one who waits for a position has to write, because nobody else does. */
    boolean isLeaderWanted() {
        return !fileTaken && fileWaiterCount == 0;
    }

    /** Whether anybody in the queue waits for the device, so that a sync is due. */
    boolean areAnyForDevice() {
        return queue.stream().anyMatch(waiter -> waiter.forDevice);
    }

    void takeFile() {
        fileTaken = true;
    }

    /** {@link #wakeNext} is due then. */
    void giveFileBack() {
        fileTaken = false;
    }

    /** Returns when nobody has the file. */
    void awaitFile() {
        while (fileTaken) {
            fileWaiterCount++;
            try {
                fileFree.awaitUninterruptibly();
            } finally {
                fileWaiterCount--;
            }
        }
    }

    /**
     * Sleeps until woken.
     *
     * @return whether the thread was interrupted, which ends no wait
     */
    boolean park(long position, boolean forDevice) {
        Waiter waiter = new Waiter(position, forDevice);
        boolean interrupted = false;
        queue.add(waiter);
        lock.unlock();
        try {
            while (!waiter.awake) {
                LockSupport.park(this);
                interrupted |= Thread.interrupted();
            }
        } finally {
            lock.lock();
        }
        return interrupted;
    }

    /** Wakes those who have what they wait for. */
    void wakeReached(long written, long durable) {
        // Goes round once in place, and so takes no memory.
        for (int count = queue.size(); count > 0; count--) {
            Waiter waiter = queue.pollFirst();
            if ((waiter.forDevice ? durable : written) >= waiter.position) {
                waiter.wake();
            } else {
                queue.addLast(waiter);
            }
        }
    }

    /** Wakes all in the queue: what they wait for does not come any more. */
    void wakeAll() {
        while (!queue.isEmpty()) {
            queue.removeFirst().wake();
        }
    }

    /** Wakes one who writes next, if nobody does. */
    void wakeNext() {
        if (fileTaken) {
            return;
        }
        if (fileWaiterCount > 0) {
            fileFree.signal();
        } else if (!queue.isEmpty()) {
            queue.removeFirst().wake();
        }
    }
}
