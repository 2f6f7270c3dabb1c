package org.thetisdb.engine.run;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The workers of one pipeline's run: they take morsels from a shared counter until there are none. The calling thread
 * is worker 0. The first error stops all and is thrown when everybody has stopped.
 */
final class Crew {
    /** What the workers do. */
    interface Task {
        /** Works off a morsel; false if no further morsel is wanted. */
        boolean take(int worker, int morsel);

        /** Called by each worker when it has taken its last morsel, unless there was an error. */
        void finish(int worker);
    }

    private final Executor executor;
    private final int workerCount;
    private final QueryContext query;
    private final AtomicInteger dispenser = new AtomicInteger();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();

    Crew(Executor executor, int workerCount, QueryContext query) {
        this.executor = executor;
        this.workerCount = workerCount;
        this.query = query;
    }

    void work(int morselCount, Task task) {
        CountDownLatch others = new CountDownLatch(workerCount - 1);
        for (int worker = 1; worker < workerCount; worker++) {
            int number = worker;
            executor.execute(() -> {
                work(number, morselCount, task);
                others.countDown();
            });
        }
        work(0, morselCount, task);
        await(others);
        Throwable thrown = failure.get();
        switch (thrown) {
            case null -> {}
            case RuntimeException exception -> throw exception;
            case Error error -> throw error;
            default -> throw new IllegalStateException(thrown);
        }
    }

    private void work(int worker, int morselCount, Task task) {
        try {
            int morsel = dispenser.getAndIncrement();
            while (morsel < morselCount && failure.get() == null && task.take(worker, morsel)) {
                morsel = dispenser.getAndIncrement();
            }
            if (failure.get() == null) {
                task.finish(worker);
            }
        } catch (RuntimeException | Error thrown) {
            failure.compareAndSet(null, thrown);
        }
    }

    /**
     * The others use this run's stages, so they must have stopped before it can end: an interrupt only hurries them.
     */
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
