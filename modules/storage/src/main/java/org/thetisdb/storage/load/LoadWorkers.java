package org.thetisdb.storage.load;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.thetisdb.io.depth.EndOfThread;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** Runs the tasks of a phase on a few threads; the first error stops all and is thrown to the caller. */
final class LoadWorkers {
    /** A listener is called at the end of each phase and otherwise no more often than this. */
    private static final long REPORT_NANOS = 200_000_000;

    private final int threadCount;
    private final LoadProgress progress;
    private long reportedNanos = System.nanoTime();

    LoadWorkers(int threadCount, LoadProgress progress) {
        this.threadCount = threadCount;
        this.progress = progress;
    }

    /**
     * Hands out the items in order.
     *
     * @param state makes what each worker needs for itself
     */
    <T> void run(LoadProgress.Phase phase, List<T> items, Supplier<Consumer<T>> state) {
        AtomicInteger next = new AtomicInteger();
        AtomicInteger done = new AtomicInteger();
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Runnable work = () -> {
            try {
                Consumer<T> action = state.get();
                int index;
                while (failure.get() == null && (index = next.getAndIncrement()) < items.size()) {
                    action.accept(items.get(index));
                    report(phase, done.incrementAndGet(), items.size());
                }
            } catch (RuntimeException | Error problem) {
                failure.compareAndSet(null, problem);
            }
        };
        List<Thread> threads = new ArrayList<>();
        for (int index = 1; index < Math.min(threadCount, items.size()); index++) {
            threads.add(Thread.ofPlatform().name("thetis-load-" + index).start(work));
        }
        work.run();
        // A worker that ran on would write into a file that is being deleted.
        threads.forEach(EndOfThread::await);
        rethrow(failure.get());
        if (items.isEmpty()) {
            report(phase, 0, 0);
        }
    }

    private synchronized void report(LoadProgress.Phase phase, long done, long total) {
        long nowNanos = System.nanoTime();
        if (done == total || nowNanos - reportedNanos >= REPORT_NANOS) {
            reportedNanos = nowNanos;
            progress.advanced(phase, done, total);
        }
    }

    private static void rethrow(@Nullable Throwable problem) {
        switch (problem) {
            case null -> {}
            case ThetisException known -> throw known;
            case OutOfMemoryError exhausted ->
                throw new ThetisException(
                        ErrorCode.MEMORY_EXHAUSTED,
                        "the load ran out of memory: maxHeapBytes="
                                + Runtime.getRuntime().maxMemory()
                                + "; give it a smaller memoryBytes, or the process a larger heap",
                        exhausted);
            case Error error -> throw error;
            default -> throw new ThetisException(ErrorCode.INTERNAL, "the load failed: " + problem, problem);
        }
    }
}
