package org.thetisdb.io.depth;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Some daemon threads that read beside the one that asks, so that a device has several reads to do at a time. Made
 * when they are wanted; they end after some idle seconds, and when no file is open any more. Any thread.
 */
public final class ReaderThreads {
    /** What the threads of engines are called, with a number after it. */
    public static final String NAME = "thetis-reader";

    /** How many threads an engine has at most. */
    public static final int THREADS = 16;

    private static final long IDLE_SECONDS = 5;

    private final String name;
    private final int threadsMax;
    private int openFileCount;
    private @Nullable ThreadPoolExecutor executor;

    /**
     * No threads yet.
     *
     * @param name of the threads
     * @param threadsMax how many there are at most, beside those that ask
     */
    public ReaderThreads(String name, int threadsMax) {
        this.name = name;
        this.threadsMax = threadsMax;
    }

    /** Notes that a file has been opened that may be read in this way. */
    public synchronized void retain() {
        openFileCount++;
    }

    /** Notes that such a file is closed; with the last one, the threads end. */
    public synchronized void release() {
        openFileCount--;
        if (openFileCount == 0 && executor != null) {
            executor.shutdown();
            executor = null;
        }
    }

    /**
     * Does all tasks of a number, several at a time; the caller is one of those who do them. Interrupts of the caller
     * do not reach it.
     *
     * @param count tasks are 0 to {@code count - 1}
     * @param helpersMax how many threads may help, if there are so many
     * @param task what to do, in any thread. An error does not keep the others from being done; one of the errors is
     *     thrown afterwards.
     */
    public void run(int count, int helpersMax, IntConsumer task) {
        Round round = new Round(count, task);
        try {
            help(round, Math.min(Math.min(threadsMax, helpersMax), count - 1));
        } finally {
            round.run();
            round.await();
        }
        round.throwProblem();
    }

    private void help(Round round, int helperCount) {
        try {
            for (int helper = 0; helper < helperCount; helper++) {
                executor().execute(round);
            }
        } catch (OutOfMemoryError _) {
            // No more threads can be had: the caller does what is left.
        }
    }

    private synchronized ThreadPoolExecutor executor() {
        if (executor == null) {
            executor = new ThreadPoolExecutor(
                    threadsMax,
                    threadsMax,
                    IDLE_SECONDS,
                    TimeUnit.SECONDS,
                    new LinkedBlockingQueue<>(),
                    Thread.ofPlatform().daemon().name(name + "-", 1).factory());
            executor.allowCoreThreadTimeOut(true);
        }
        return executor;
    }

    /** The tasks of one caller. A helper that comes when all are taken finds nothing to do. */
    private static final class Round implements Runnable {
        private final int count;
        private final IntConsumer task;
        private final Thread caller = Thread.currentThread();
        private final AtomicInteger next = new AtomicInteger();
        private final AtomicInteger done = new AtomicInteger();
        private volatile @Nullable Throwable problem;

        Round(int count, IntConsumer task) {
            this.count = count;
            this.task = task;
        }

        @Override
        public void run() {
            for (int number = next.getAndIncrement(); number < count; number = next.getAndIncrement()) {
                try {
                    task.accept(number);
                } catch (Throwable thrown) {
                    problem = thrown;
                } finally {
                    if (done.incrementAndGet() == count) {
                        LockSupport.unpark(caller);
                    }
                }
            }
        }

        void await() {
            boolean interrupted = false;
            while (done.get() < count) {
                LockSupport.park(this);
                interrupted |= Thread.interrupted();
            }
            if (interrupted) {
                caller.interrupt();
            }
        }

        void throwProblem() {
            switch (problem) {
                case null -> {}
                case RuntimeException unchecked -> throw unchecked;
                case Error error -> throw error;
                default -> throw new IllegalStateException("a task threw what it does not declare", problem);
            }
        }
    }
}
