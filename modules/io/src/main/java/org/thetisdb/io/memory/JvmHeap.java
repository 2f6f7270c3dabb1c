package org.thetisdb.io.memory;

import java.util.function.LongSupplier;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * The heap of this JVM, as the budget sees it. In a process of Thetis' own, whose launcher has sized the heap, all that
 * the heap has taken from the system counts, garbage and room included, for it is in memory. In a program that embeds
 * Thetis the heap is the program's: only what Thetis itself keeps there counts.
 *
 * @param bytesMax what it can grow to
 * @param isOwn whether the process is Thetis' own
 * @param committedBytes what it has taken from the system, now
 */
public record JvmHeap(long bytesMax, boolean isOwn, LongSupplier committedBytes) {
    /** Set to {@code own} by the launcher. */
    public static final String PROPERTY = "thetis.heap";

    /** One that holds nothing of what is counted. */
    public static final JvmHeap NONE = new JvmHeap(Long.MAX_VALUE, false, () -> 0);

    /** {@return this JVM's} */
    public static JvmHeap detect() {
        Runtime runtime = Runtime.getRuntime();
        return new JvmHeap(runtime.maxMemory(), "own".equals(System.getProperty(PROPERTY)), runtime::totalMemory);
    }

    /**
     * {@return what a user is told when the heap is full}
     *
     * @param error the JVM's, which becomes the cause
     */
    public static ThetisException exhausted(OutOfMemoryError error) {
        return new ThetisException(
                ErrorCode.MEMORY_EXHAUSTED,
                "the JVM has no more memory: reason=" + error.getMessage() + ", heapBytesMax="
                        + Runtime.getRuntime().maxMemory()
                        + "; start with a larger --memory or -Xmx, or limit the query",
                error);
    }

    /**
     * What of the heap counts.
     *
     * @param keptBytes what Thetis keeps on it
     */
    long countedBytes(long keptBytes) {
        return isOwn ? Math.max(committedBytes.getAsLong(), keptBytes) : keptBytes;
    }
}
