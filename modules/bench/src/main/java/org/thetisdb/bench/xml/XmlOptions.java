package org.thetisdb.bench.xml;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.thetisdb.bench.harness.OptionMap;
import org.thetisdb.bench.harness.StoreDirectory;

/**
 * What the command line asked for.
 *
 * @param rounds sessions of PostgreSQL, and processes of Thetis, for each set of processors
 * @param processors sets of processors, as taskset names them
 * @param memory the budget of Thetis, as {@code --memory} takes it
 * @param databaseUser the account that runs PostgreSQL's server if this process belongs to root
 * @param output a file for the report, besides the standard output
 * @param directory where both keep their files
 * @param project the project's root
 */
public record XmlOptions(
        int rounds,
        List<String> processors,
        String memory,
        String databaseUser,
        Optional<Path> output,
        Path directory,
        Path project) {
    /** The options in one text, for the usage message. */
    public static final String USAGE = """
                   thetis bench xml        [--rounds N] [--cpus 0-3,0-1,0] [--memory 1g] [--postgresql-user NAME]
                                           [--output FILE]
            """;

    private static final Set<String> KNOWN = Set.of("--rounds", "--cpus", "--memory", "--postgresql-user", "--output");

    /**
     * Reads the options.
     *
     * @throws IllegalArgumentException naming the option that is wrong
     */
    public static XmlOptions parse(List<String> arguments) {
        OptionMap options = OptionMap.parse(arguments, KNOWN);
        Path project = StoreDirectory.project();
        return new XmlOptions(
                options.number("--rounds", 1, 3),
                options.list("--cpus", halves(Runtime.getRuntime().availableProcessors())),
                options.text("--memory").orElse("1g"),
                options.text("--postgresql-user").orElse("postgres"),
                options.path("--output"),
                StoreDirectory.of(project, "xml"),
                project);
    }

    /** All processors, half of them, and so on until there is one. */
    static List<String> halves(int processors) {
        List<String> sets = new ArrayList<>();
        for (int count = processors; count >= 1; count /= 2) {
            sets.add(count == 1 ? "0" : "0-" + (count - 1));
        }
        return sets;
    }
}
