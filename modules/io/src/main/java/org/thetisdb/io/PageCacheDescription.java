package org.thetisdb.io;

import java.util.ArrayList;
import java.util.List;

/**
 * How a page cache is set up, for {@code info}.
 *
 * @param engineName the I/O engine in use
 * @param skippedEngines engines that were not chosen although they come first, or are absent: name and reason
 * @param memory where pages live and how they leave
 * @param pageBytes the page size of new files
 */
public record PageCacheDescription(String engineName, List<String> skippedEngines, String memory, int pageBytes) {
    /** {@return one line per fact, {@code name: value}} */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add("I/O engine: " + engineName);
        for (String skipped : skippedEngines) {
            lines.add("I/O engine skipped: " + skipped);
        }
        lines.add("page memory: " + memory);
        lines.add("page size: " + pageBytes + " bytes");
        return List.copyOf(lines);
    }
}
