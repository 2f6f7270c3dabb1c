package org.thetisdb.io.memory;

import java.util.function.LongSupplier;

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
     * What of the heap counts.
     *
     * @param keptBytes what Thetis keeps on it
     */
    long countedBytes(long keptBytes) {
        return isOwn ? Math.max(committedBytes.getAsLong(), keptBytes) : keptBytes;
    }
}
