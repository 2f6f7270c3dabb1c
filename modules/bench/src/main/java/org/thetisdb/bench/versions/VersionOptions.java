package org.thetisdb.bench.versions;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.thetisdb.bench.harness.OptionMap;
import org.thetisdb.bench.harness.StoreDirectory;

/**
 * What the command line asked for.
 *
 * @param stores names of the systems; ratios are relative to the first
 * @param rounds rounds that count; one more is run before them to warm up
 * @param commitCount one-field commits after the insert
 * @param readCount random reads at a point in time
 * @param clientCount clients of the crowded write
 * @param memoryBytes page cache, cache or shared buffers of every system
 * @param databaseUser the account that runs PostgreSQL's server if this process belongs to root
 * @param output a file for the report, besides the standard output
 * @param directory where every system keeps its files, and where the device is measured
 */
public record VersionOptions(
        List<String> stores,
        int rounds,
        int commitCount,
        int readCount,
        int clientCount,
        long memoryBytes,
        String databaseUser,
        Optional<Path> output,
        Path directory) {
    /** The options in one text, for the usage message. */
    public static final String USAGE = """
                   thetis bench versions   [--stores thetis,postgresql,h2] [--rounds N] [--commits N] [--reads N]
                                           [--clients N] [--memory 256m] [--postgresql-user NAME] [--output FILE]
            """;

    private static final Set<String> KNOWN = Set.of(
            "--stores", "--rounds", "--commits", "--reads", "--clients", "--memory", "--postgresql-user", "--output");

    /**
     * Reads the options.
     *
     * @throws IllegalArgumentException naming the option that is wrong
     */
    public static VersionOptions parse(List<String> arguments) {
        OptionMap options = OptionMap.parse(arguments, KNOWN);
        return new VersionOptions(
                options.list("--stores", List.of("thetis", "postgresql", "h2")),
                options.number("--rounds", 1, 5),
                options.number("--commits", 2, 5_000),
                options.number("--reads", 1, 1_000),
                options.number("--clients", 1, 16),
                options.bytes("--memory", 256L << 20),
                options.text("--postgresql-user").orElse("postgres"),
                options.path("--output"),
                StoreDirectory.of(StoreDirectory.project(), "versions"));
    }
}
