package org.thetisdb.bench.updates;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A thread that takes one step after another, except while it is paused. It begins paused, and ends when there are no
 * more steps.
 *
 * <p>Threads: one other thread pauses, resumes and closes it.
 */
final class PausableThread implements AutoCloseable {
    private final BooleanSupplier step;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final CompletableFuture<Void> done;

    // All guarded by the lock.
    private boolean isWanted;
    private boolean isRunning;
    private boolean isEnded;
    private long stepCount;
    private @Nullable Throwable failure;

    /** @param step whether there are more */
    PausableThread(String name, BooleanSupplier step) {
        this.step = step;
        this.done = CompletableFuture.runAsync(
                this::run, task -> Thread.ofPlatform().daemon().name(name).start(task));
    }

    /** Lets it run until it is paused. */
    void goOn() {
        lock.lock();
        try {
            isWanted = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Returns when its last step is done.
     *
     * @return whether it was running until now: false once there are no more steps
     * @throws IllegalStateException if a step failed
     */
    boolean pause() {
        lock.lock();
        try {
            isWanted = false;
            while (isRunning) {
                changed.awaitUninterruptibly();
            }
            if (failure != null) {
                throw new IllegalStateException("a thread beside the reads failed", failure);
            }
            return !isEnded;
        } finally {
            lock.unlock();
        }
    }

    /** Steps done so far. */
    long stepCount() {
        lock.lock();
        try {
            return stepCount;
        } finally {
            lock.unlock();
        }
    }

    private void run() {
        try {
            boolean hasMore = true;
            while (awaitTurn() && hasMore) {
                hasMore = step.getAsBoolean();
                count();
            }
        } catch (RuntimeException | Error problem) {
            fail(problem);
        } finally {
            end();
        }
    }

    /** Whether there is to be a next step, which may take a while to know. */
    private boolean awaitTurn() {
        lock.lock();
        try {
            while (!isWanted && !isEnded) {
                isRunning = false;
                changed.signalAll();
                changed.awaitUninterruptibly();
            }
            isRunning = !isEnded;
            return isRunning;
        } finally {
            lock.unlock();
        }
    }

    private void count() {
        lock.lock();
        try {
            stepCount++;
        } finally {
            lock.unlock();
        }
    }

    private void fail(Throwable problem) {
        lock.lock();
        try {
            failure = problem;
        } finally {
            lock.unlock();
        }
    }

    private void end() {
        lock.lock();
        try {
            isEnded = true;
            isRunning = false;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        end();
        done.join();
    }
}
