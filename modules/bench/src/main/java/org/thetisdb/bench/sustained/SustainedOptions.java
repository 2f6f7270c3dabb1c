package org.thetisdb.bench.sustained;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.thetisdb.bench.harness.OptionMap;
import org.thetisdb.bench.harness.StoreDirectory;

/**
 * What the command line asked for.
 *
 * @param stores names of the systems
 * @param clientCount threads that commit without a pause
 * @param seconds that count
 * @param warmupSeconds before them
 * @param itemCount items of a commit
 * @param memoryBytes what each system may use
 * @param databaseUser the account that runs PostgreSQL's server if this process belongs to root
 * @param output a file for the report, besides the standard output
 * @param directory where every system keeps its files
 */
public record SustainedOptions(
        List<String> stores,
        int clientCount,
        int seconds,
        int warmupSeconds,
        int itemCount,
        long memoryBytes,
        String databaseUser,
        Optional<Path> output,
        Path directory) {
    /** The options in one text, for the usage message. */
    public static final String USAGE = """
                   thetis bench sustained  [--stores thetis,postgresql,rocksdb] [--clients N] [--seconds N] [--warmup N]
                                           [--items N] [--memory 256m] [--postgresql-user NAME] [--output FILE]
            """;

    private static final Set<String> KNOWN = Set.of(
            "--stores", "--clients", "--seconds", "--warmup", "--items", "--memory", "--postgresql-user", "--output");

    /**
     * Reads the options.
     *
     * @throws IllegalArgumentException naming the option that is wrong
     */
    public static SustainedOptions parse(List<String> arguments) {
        OptionMap options = OptionMap.parse(arguments, KNOWN);
        return new SustainedOptions(
                options.list("--stores", List.of("thetis", "postgresql", "rocksdb")),
                options.number("--clients", 1, 16),
                options.number("--seconds", 1, 600),
                options.number("--warmup", 0, 30),
                options.number("--items", 1, 10),
                options.bytes("--memory", 256L << 20),
                options.text("--postgresql-user").orElse("postgres"),
                options.path("--output"),
                StoreDirectory.of(StoreDirectory.project(), "sustained"));
    }

    /** The same as arguments, for a process that runs one of the stores. */
    List<String> arguments(String store) {
        return List.of(
                "--stores", store,
                "--clients", String.valueOf(clientCount),
                "--seconds", String.valueOf(seconds),
                "--warmup", String.valueOf(warmupSeconds),
                "--items", String.valueOf(itemCount),
                "--memory", String.valueOf(memoryBytes),
                "--postgresql-user", databaseUser,
                "--output", resultFile(store).toString());
    }

    Path storeDirectory(String store) {
        return directory.resolve(store);
    }

    Path resultFile(String store) {
        return directory.resolve(store + ".properties");
    }
}
