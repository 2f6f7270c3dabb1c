package org.thetisdb.engine.pipeline;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The workers of one pipeline's run: they take morsels from a shared counter until there are none, or until enough was
 * done for now. The calling thread is worker 0. The first error stops all and is thrown when all have stopped.
 */
public final class MorselDispatcher {
    /** What the workers do. */
    public interface Task {
        /** Processes a morsel; false if the worker is to take no further one. */
        boolean take(int worker, int morsel);
    }

    private final Executor executor;
    private final int workerCount;
    private final QueryContext query;
    private final AtomicInteger dispenser;
    private final AtomicReference<Throwable> failure = new AtomicReference<>();

    /**
     * @param executor runs the workers but the first
     * @param firstMorsel where to begin
     */
    public MorselDispatcher(Executor executor, int workerCount, QueryContext query, int firstMorsel) {
        this.executor = executor;
        this.workerCount = workerCount;
        this.query = query;
        this.dispenser = new AtomicInteger(firstMorsel);
    }

    /** Works until all morsels are done or all workers have refused one; returns the first that nobody took. */
    public int work(int morselCount, Task task) {
        CountDownLatch others = new CountDownLatch(workerCount - 1);
        for (int worker = 1; worker < workerCount; worker++) {
            start(worker, morselCount, task, others);
        }
        work(0, morselCount, task);
        await(others);
        HelperFailure.rethrow(failure.get());
        return Math.min(dispenser.get(), morselCount);
    }

    /** Where no thread is available, the others do the work. */
    private void start(int worker, int morselCount, Task task, CountDownLatch others) {
        boolean started = false;
        try {
            executor.execute(() -> {
                try {
                    work(worker, morselCount, task);
                } finally {
                    others.countDown();
                }
            });
            started = true;
        } catch (RejectedExecutionException closing) {
            query.cancel();
        } catch (OutOfMemoryError noThread) {
            // Nothing was begun, so nothing is lost: fewer workers take the same morsels.
            started = false;
        } finally {
            if (!started) {
                others.countDown();
            }
        }
    }

    private void work(int worker, int morselCount, Task task) {
        try {
            boolean isOpen = true;
            while (isOpen && failure.get() == null) {
                int morsel = dispenser.getAndIncrement();
                isOpen = morsel < morselCount && task.take(worker, morsel);
            }
        } catch (RuntimeException | Error thrown) {
            failure.compareAndSet(null, thrown);
        }
    }

    /** The others use this run's stages, so they must stop before it can end: an interrupt only cancels them. */
    private void await(CountDownLatch others) {
        boolean interrupted = false;
        while (others.getCount() > 0) {
            try {
                others.await();
            } catch (InterruptedException exception) {
                interrupted = true;
                query.cancel();
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
