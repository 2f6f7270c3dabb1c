package org.thetisdb.bench.extension;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.thetisdb.bench.harness.OptionMap;
import org.thetisdb.bench.harness.StoreDirectory;

/**
 * What the command line asked for.
 *
 * @param systems names of those that take part
 * @param rows how many numbers are stored
 * @param rounds rounds that count; two more are run before them to warm up
 * @param threads workers of Thetis
 * @param commits with each trigger of Thetis, in a round
 * @param memoryBytes page cache, cache or shared buffers of every system
 * @param databaseUser the account that runs PostgreSQL's server if this process belongs to root
 * @param output a file for the report, besides the standard output
 * @param directory where every system keeps its files
 */
public record ExtensionOptions(
        List<String> systems,
        int rows,
        int rounds,
        int threads,
        int commits,
        long memoryBytes,
        String databaseUser,
        Optional<Path> output,
        Path directory) {
    /** The options in one text, for the usage message. */
    public static final String USAGE = """
                   thetis bench extension  [--systems thetis,postgresql,h2] [--rows N] [--rounds N] [--threads N]
                                           [--commits N] [--memory 1g] [--postgresql-user NAME] [--output FILE]
            """;

    private static final Set<String> KNOWN = Set.of(
            "--systems", "--rows", "--rounds", "--threads", "--commits", "--memory", "--postgresql-user", "--output");

    /**
     * Reads the options.
     *
     * @throws IllegalArgumentException naming the option that is wrong
     */
    public static ExtensionOptions parse(List<String> arguments) {
        OptionMap options = OptionMap.parse(arguments, KNOWN);
        return new ExtensionOptions(
                options.list("--systems", List.of("thetis", "postgresql", "h2")),
                options.number("--rows", 1, 10_000_000),
                options.number("--rounds", 1, 5),
                options.number("--threads", 1, Runtime.getRuntime().availableProcessors()),
                options.number("--commits", 1, 20_000),
                options.bytes("--memory", 1L << 30),
                options.text("--postgresql-user").orElse("postgres"),
                options.path("--output"),
                StoreDirectory.of(StoreDirectory.project(), "extension"));
    }
}
