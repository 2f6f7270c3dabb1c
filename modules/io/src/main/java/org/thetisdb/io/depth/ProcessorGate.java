package org.thetisdb.io.depth;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Tells background work how many threads of it have a processor that nobody else in this process needs: readers and
 * writers come first. What they need is what the process used of its processors since it was last looked at, less what
 * the work's own threads did.
 *
 * <p>One thread at a time. Asked again and again, it looks once in {@link #WINDOW_NANOS}.
 */
public final class ProcessorGate {
    /** The system counts what a process uses in steps of 10 ms. */
    static final long WINDOW_NANOS = 50_000_000;

    /** Compiler and collector use some of a processor nearly always; and it is counted in steps. */
    private static final double SPARE = 0.4;

    private final int processors;
    private final LongSupplier nanoClock;
    private final LongSupplier processNanos;
    private long sinceNanos;
    private long processSince;
    private long ownSince;
    private int room = 1;

    /**
     * @param processors how many there are
     * @param nanoClock nanoseconds since any moment
     * @param processNanos what the process has used of its processors
     */
    public ProcessorGate(int processors, LongSupplier nanoClock, LongSupplier processNanos) {
        this.processors = processors;
        this.nanoClock = nanoClock;
        this.processNanos = processNanos;
    }

    /** {@return one that looks at this process} */
    public static ProcessorGate ofProcess() {
        return new ProcessorGate(
                Runtime.getRuntime().availableProcessors(), System::nanoTime, ProcessorGate::processNanos);
    }

    /**
     * Work begins.
     *
     * @param own its threads
     */
    public void begin(List<Thread> own) {
        room = 1;
        look(own);
    }

    /**
     * {@return how many threads the work may use now, at least one}
     *
     * @param own its threads, since it began
     */
    public int room(List<Thread> own) {
        long elapsed = nanoClock.getAsLong() - sinceNanos;
        if (elapsed < WINDOW_NANOS) {
            return room;
        }
        long used = -processSince;
        long ownUsed = -ownSince;
        look(own);
        used += processSince;
        ownUsed += ownSince;
        double others = Math.max(0, used - ownUsed) / (double) elapsed;
        room = (int) Math.max(1, processors - others + SPARE);
        return room;
    }

    private void look(List<Thread> own) {
        sinceNanos = nanoClock.getAsLong();
        processSince = processNanos.getAsLong();
        ownSince = own.stream().mapToLong(ProcessorGate::usedNanos).sum();
    }

    /** What tells it is looked for when it is asked: no start need wait for its classes. */
    private static long processNanos() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
    }

    /** Nothing of threads that are not the system's own, and where it is not told. */
    private static long usedNanos(Thread thread) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        return thread.isVirtual() || !threads.isThreadCpuTimeSupported()
                ? 0
                : Math.max(0, threads.getThreadCpuTime(thread.threadId()));
    }
}
