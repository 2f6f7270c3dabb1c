package org.thetisdb.io.memory;

import java.util.ArrayList;
import java.util.List;

/**
 * Who holds how much memory, at one moment. The figures move independently.
 *
 * @param budget what all may hold together
 * @param heapBytes what the JVM's heap has taken from the system
 * @param heapBytesMax what the heap can grow to
 * @param isHeapOwn whether the heap counts whole, because the process is Thetis' own
 * @param holders the pages first, then each use
 */
public record MemoryReport(
        MemoryBudget budget, long heapBytes, long heapBytesMax, boolean isHeapOwn, List<Holder> holders) {
    /**
     * One of those who hold memory.
     *
     * @param name for users
     * @param usedBytes what it holds
     * @param peakBytes the most that it ever held
     * @param limitBytes the most that it may hold; of the pages, now
     */
    public record Holder(String name, long usedBytes, long peakBytes, long limitBytes) {}

    /** Makes the list immutable. */
    public MemoryReport {
        holders = List.copyOf(holders);
    }

    /** {@return one line per fact, {@code name: value}; of uses only those that ever held something} */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add("memory budget: " + budget);
        lines.add("heap: " + MemoryBudget.format(heapBytes) + " of " + MemoryBudget.format(heapBytesMax)
                + (isHeapOwn ? ", counted whole" : ", the program's: what is kept there counts"));
        for (Holder holder : holders) {
            if (holder.peakBytes() > 0) {
                lines.add("held for " + holder.name() + ": " + MemoryBudget.format(holder.usedBytes()) + ", at most "
                        + MemoryBudget.format(holder.peakBytes()) + " so far, limit "
                        + MemoryBudget.format(holder.limitBytes()));
            }
        }
        return List.copyOf(lines);
    }
}
