package org.thetisdb.bench.spill;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.thetisdb.bench.harness.OptionMap;
import org.thetisdb.bench.harness.StoreDirectory;

/**
 * What the command line asked for.
 *
 * @param rowCounts how many rows
 * @param tasks what is done with them
 * @param memory the limit of both, in MiB: Thetis' budget for all that it holds, DuckDB's {@code memory_limit}
 * @param threadCount threads of both
 * @param rounds how often each is run, by turns
 * @param times how often a process asks its question; the first time is cold
 * @param output a file for the report, besides the standard output
 * @param projectDirectory the project's root
 */
public record SpillOptions(
        List<Long> rowCounts,
        List<SpillTask> tasks,
        int memory,
        int threadCount,
        int rounds,
        int times,
        Optional<Path> output,
        Path projectDirectory) {
    /** The options in one text, for the usage message. */
    public static final String USAGE = """
                   thetis bench spill      [--rows 10m,100m] [--tasks sort,group,join] [--memory MIB] [--threads N]
                                           [--rounds N] [--times N] [--output FILE]      (beside DuckDB)
            """;

    private static final Set<String> KNOWN =
            Set.of("--rows", "--tasks", "--memory", "--threads", "--rounds", "--times", "--output");

    private static final List<String> ROWS = List.of("10m", "100m");

    private static final int MEMORY_MIB = 256;

    private static final int TIMES = 3;

    private static final long MILLION = 1_000_000;

    /**
     * Reads the options.
     *
     * @throws IllegalArgumentException naming the option that is wrong
     */
    public static SpillOptions parse(List<String> arguments) {
        OptionMap options = OptionMap.parse(arguments, KNOWN);
        List<String> all =
                Arrays.stream(SpillTask.values()).map(SpillTask::label).toList();
        return new SpillOptions(
                options.list("--rows", ROWS).stream()
                        .map(SpillOptions::rowCount)
                        .toList(),
                options.list("--tasks", all).stream().map(SpillOptions::task).toList(),
                options.number("--memory", 1, MEMORY_MIB),
                options.number("--threads", 1, 2),
                options.number("--rounds", 1, 1),
                options.number("--times", 1, TIMES),
                options.path("--output"),
                StoreDirectory.project());
    }

    private static long rowCount(String text) {
        try {
            return text.endsWith("m")
                    ? Long.parseLong(text.substring(0, text.length() - 1)) * MILLION
                    : Long.parseLong(text);
        } catch (NumberFormatException notANumber) {
            throw new IllegalArgumentException("not a number of rows: --rows=" + text, notANumber);
        }
    }

    private static SpillTask task(String text) {
        try {
            return SpillTask.valueOf(text.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException unknown) {
            throw new IllegalArgumentException("no such task: --tasks=" + text, unknown);
        }
    }
}
