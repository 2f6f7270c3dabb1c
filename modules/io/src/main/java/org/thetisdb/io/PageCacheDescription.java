package org.thetisdb.io;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.io.memory.MemoryBudget;

/**
 * How a page cache is set up, for {@code info}.
 *
 * @param engineName the I/O engine in use
 * @param skippedEngines engines that were not chosen although they come first, or are absent: name and reason
 * @param budget the memory budget and where it came from
 * @param memory where pages live and how they leave
 * @param pageBytes the page size of new files
 */
public record PageCacheDescription(
        String engineName, List<String> skippedEngines, MemoryBudget budget, String memory, int pageBytes) {
    /** {@return one line per fact, {@code name: value}} */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add("I/O engine: " + engineName);
        for (String skipped : skippedEngines) {
            lines.add("I/O engine skipped: " + skipped);
        }
        lines.add("memory budget: " + budget);
        lines.add("page memory: " + memory);
        lines.add("page size: " + pageBytes + " bytes");
        return List.copyOf(lines);
    }
}
