package org.thetisdb.bench.h2;

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
 * @param factor of all numbers of rows
 * @param tasks which benchmarks
 * @param contenders who
 * @param rounds how many processes each contender gets for each benchmark
 * @param shots how often a process runs it: the first is the single shot, the others are the steady state
 * @param seconds how long a shot lasts that counts operations
 * @param memoryBytes how much of its data each may keep in memory
 * @param output a file for the report, besides the standard output
 * @param projectDirectory the project's root
 */
public record H2Options(
        double factor,
        List<Task> tasks,
        List<Contender> contenders,
        int rounds,
        int shots,
        int seconds,
        long memoryBytes,
        Optional<Path> output,
        Path projectDirectory) {
    /** The options in one text, for the usage message. */
    public static final String USAGE = """
                   thetis bench h2         [--factor F] [--names bulkInsert,…] [--contenders h2,paged,thetis]
                                           [--rounds N] [--shots N] [--seconds N] [--memory 64m] [--output FILE]
            """;

    private static final Set<String> KNOWN =
            Set.of("--factor", "--names", "--contenders", "--rounds", "--shots", "--seconds", "--memory", "--output");

    private static final double FACTOR = 0.1;
    private static final long MEMORY_BYTES = 64L << 20;
    private static final long MEMORY_BYTES_MIN = 16L << 20;

    /**
     * Reads the options.
     *
     * @throws IllegalArgumentException naming the option that is wrong
     */
    public static H2Options parse(List<String> arguments) {
        OptionMap options = OptionMap.parse(arguments, KNOWN);
        long memoryBytes = options.bytes("--memory", MEMORY_BYTES);
        if (memoryBytes < MEMORY_BYTES_MIN) {
            throw new IllegalArgumentException("must be at least 16m: --memory");
        }
        return new H2Options(
                factor(options.text("--factor")),
                options.list("--names", Task.labels()).stream().map(Task::named).toList(),
                options.list("--contenders", labels()).stream()
                        .map(H2Options::contender)
                        .toList(),
                options.number("--rounds", 1, 3),
                options.number("--shots", 2, 6),
                options.number("--seconds", 1, 2),
                memoryBytes,
                options.path("--output"),
                StoreDirectory.project());
    }

    private static double factor(Optional<String> text) {
        try {
            double factor = text.map(Double::parseDouble).orElse(FACTOR);
            if (factor > 0 && factor <= 10) {
                return factor;
            }
        } catch (NumberFormatException notANumber) {
            throw new IllegalArgumentException("not a number: --factor=" + text.orElse(""), notANumber);
        }
        throw new IllegalArgumentException("must be above 0 and at most 10: --factor=" + text.orElse(""));
    }

    private static List<String> labels() {
        return Arrays.stream(Contender.values()).map(H2Options::label).toList();
    }

    private static Contender contender(String label) {
        return Arrays.stream(Contender.values())
                .filter(contender -> label(contender).equals(label))
                .findFirst()
                .orElseThrow(
                        () -> new IllegalArgumentException("no such contender: name=" + label + ", known=" + labels()));
    }

    static String label(Contender contender) {
        return contender.name().toLowerCase(Locale.ROOT);
    }
}
