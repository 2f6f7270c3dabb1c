package org.thetisdb.engine.fence;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** What threads have allocated on the heap, kept or not; 0 where the JVM does not say. Stateless. */
public final class AllocatedBytes {
    /** Looked up once: asking it takes 15 ns, and finding it far more. */
    private static final java.lang.management.ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private AllocatedBytes() {}

    /** By the thread that asks. */
    public static long ofCurrentThread() {
        return THREADS instanceof ThreadMXBean threads ? threads.getCurrentThreadAllocatedBytes() : 0;
    }

    static long of(long threadId) {
        return THREADS instanceof ThreadMXBean threads ? threads.getThreadAllocatedBytes(threadId) : 0;
    }
}
