package org.thetisdb.storage.log;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.thetisdb.io.depth.EndOfThread;
import org.thetisdb.value.ThetisException;

/** A thread that syncs a log some time after something was appended, also when nothing comes after it. Any thread. */
final class IntervalFlusher {
    private final Runnable sync;
    private final Consumer<Throwable> failed;
    private final long delayNanos;
    private final Thread thread;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private boolean needed;
    private boolean stopped;

    /**
     * A flusher that does nothing before {@link #start}.
     *
     * @param sync throws a {@link ThetisException} when the log has failed or was closed, which ends the thread
     * @param failed hears of whatever else ends it: without it nobody may continue to commit
     */
    IntervalFlusher(ThreadFactory threads, long delayNanos, Runnable sync, Consumer<Throwable> failed) {
        this.sync = sync;
        this.failed = failed;
        this.delayNanos = delayNanos;
        this.thread = threads.newThread(this::run);
    }

    void start() {
        thread.start();
    }

    /** Something is to be synced within the delay. */
    void appended() {
        lock.lock();
        try {
            if (!needed) {
                needed = true;
                changed.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Returns when the thread has ended. */
    void stop() {
        lock.lock();
        try {
            stopped = true;
            changed.signal();
        } finally {
            lock.unlock();
        }
        EndOfThread.await(thread);
    }

    private void run() {
        try {
            while (awaitDelay()) {
                sync.run();
            }
        } catch (ThetisException _) {
            // Failed or closed: committing threads get the error.
            return;
        } catch (RuntimeException | Error e) {
            failed.accept(e);
        }
    }

    private boolean awaitDelay() {
        lock.lock();
        try {
            while (!needed && !stopped) {
                changed.awaitUninterruptibly();
            }
            long begin = System.nanoTime();
            long leftNanos = delayNanos;
            while (leftNanos > 0 && !stopped) {
                boolean _ = changed.await(leftNanos, TimeUnit.NANOSECONDS);
                leftNanos = delayNanos - (System.nanoTime() - begin);
            }
        } catch (InterruptedException _) {
            // Nobody has reason to; then it is time to sync.
            return !stopped;
        } finally {
            // What is appended from here on may miss the sync that follows, and needs another.
            needed = false;
            lock.unlock();
        }
        return !stopped;
    }
}
