package org.thetisdb.io.depth;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Does reads beside the threads that want them done: in one daemon thread for a cache, which is made when it is first
 * wanted and ends after some idle seconds. What it cannot take, since others wait or it is closed, is done by whoever
 * asks: a page that has been claimed must be read by somebody. Any thread.
 */
public final class BatchesBehind implements AutoCloseable {
    private static final int WAITING_MAX = 8;
    private static final long IDLE_SECONDS = 5;

    private final ThreadPoolExecutor executor = new ThreadPoolExecutor(
            1,
            1,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(WAITING_MAX),
            Thread.ofPlatform().daemon().name("thetis-read-behind").factory(),
            (task, _) -> task.run());

    /** No thread yet. */
    public BatchesBehind() {
        executor.allowCoreThreadTimeOut(true);
    }

    /** {@return whether a read would wait for others; then it is not worth asking for} */
    public boolean isBusy() {
        return executor.getQueue().remainingCapacity() == 0;
    }

    /**
     * Does a read, now or later.
     *
     * @param read throws nothing
     */
    public void run(Runnable read) {
        try {
            executor.execute(read);
        } catch (OutOfMemoryError _) {
            // No thread can be had.
            read.run();
        }
    }

    /** Ends the thread when what waits is done; reads are done by who asks from now on. */
    @Override
    public void close() {
        executor.shutdown();
    }
}
