package org.thetisdb.bench.postgresql;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.thetisdb.bench.harness.OptionMap;
import org.thetisdb.bench.harness.StoreDirectory;

/**
 * What the command line asked for.
 *
 * @param rounds rounds that count; one more is run before them to warm up
 * @param rowCount foreign rows, and local ones
 * @param databaseUser the account that runs PostgreSQL's server if this process belongs to root
 * @param directory where both keep their files
 */
public record ForeignOptions(int rounds, int rowCount, String databaseUser, Path directory) {
    /** The options in one text, for the usage message. */
    public static final String USAGE = """
                   thetis bench postgresql [--rounds N] [--rows N] [--postgresql-user NAME]
            """;

    private static final Set<String> KNOWN = Set.of("--rounds", "--rows", "--postgresql-user");

    /**
     * Reads the options.
     *
     * @throws IllegalArgumentException naming the option that is wrong
     */
    public static ForeignOptions parse(List<String> arguments) {
        OptionMap options = OptionMap.parse(arguments, KNOWN);
        return new ForeignOptions(
                options.number("--rounds", 1, 7),
                options.number("--rows", 1_000, 1_000_000),
                options.text("--postgresql-user").orElse("postgres"),
                StoreDirectory.of(StoreDirectory.project(), "postgresql"));
    }
}
