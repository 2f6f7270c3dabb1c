package org.thetisdb.io;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * How a page cache is set up, for {@code info}.
 *
 * @param engineName the I/O engine in use
 * @param otherEngines all others, as {@code name: available}, or {@code name: reason} of one that cannot work here
 * @param fallBacks open files that the engine in use cannot read in its way, and why; they are read as {@code pread}
 *     does
 * @param memory where pages live and how they leave
 * @param pageBytes the page size of new files
 */
public record PageCacheDescription(
        String engineName, List<String> otherEngines, Map<Path, String> fallBacks, String memory, int pageBytes) {
    /** Takes copies of the lists. */
    public PageCacheDescription {
        otherEngines = List.copyOf(otherEngines);
        fallBacks = Map.copyOf(fallBacks);
    }

    /** {@return one line per fact, {@code name: value}} */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add("I/O engine: " + engineName);
        fallBacks.forEach((file, reason) ->
                lines.add("I/O engine " + engineName + " not used for: file=" + file + ", reason=" + reason));
        for (String other : otherEngines) {
            lines.add("other I/O engine: " + other);
        }
        lines.add("page memory: " + memory);
        lines.add("page size: " + pageBytes + " bytes");
        return List.copyOf(lines);
    }
}
