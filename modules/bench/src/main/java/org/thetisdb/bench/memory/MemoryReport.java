package org.thetisdb.bench.memory;

import java.util.List;
import java.util.Locale;
import org.thetisdb.bench.harness.Machine;

/** Turns what was measured into markdown. */
final class MemoryReport {
    private static final String HEAD = """
            | step | seconds | MiB resident | MiB in the group | processes killed | OutOfMemoryError | error |
            |---|---:|---:|---:|---:|---|---|
            """;

    private MemoryReport() {}

    /** What the console shows when a step has ended. */
    static String line(MemoryOutcome outcome) {
        return String.format(
                Locale.ROOT,
                "| %s | %.1f | %d | %s | %d | %s | %s |",
                outcome.name(),
                outcome.process().seconds(),
                outcome.process().residentBytes() >> 20,
                outcome.groupBytes() == 0 ? "–" : Long.toString(outcome.groupBytes() >> 20),
                outcome.killCount(),
                outcome.outOfMemory() ? "seen" : "–",
                outcome.verdict());
    }

    /** The whole report. */
    static String text(MemoryOptions options, boolean grouped, List<MemoryOutcome> outcomes, List<String> writerLines) {
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "# Within a budget of %s, %s%n%n%s- %s%n%n",
                options.memory(),
                options.scale().label(),
                Machine.describe(),
                grouped
                        ? "each step in a control group of its own, of " + (options.groupBytes() >> 20) + " MiB"
                        : "no control group could be made: nothing but the budget bounds the processes"));
        text.append(HEAD);
        outcomes.forEach(outcome -> text.append(line(outcome)).append('\n'));
        if (!writerLines.isEmpty()) {
            text.append("\nThe writers:\n\n");
            writerLines.forEach(line -> text.append("    ").append(line).append('\n'));
        }
        long failed = outcomes.stream().filter(outcome -> !outcome.succeeded()).count();
        long resident = outcomes.stream()
                .mapToLong(outcome -> outcome.process().residentBytes())
                .max()
                .orElse(0);
        text.append(String.format(
                Locale.ROOT,
                "%n%d of %d steps without kill or error; the most that was resident: %d MiB%n",
                outcomes.size() - failed,
                outcomes.size(),
                resident >> 20));
        return text.toString();
    }
}
