package org.thetisdb.bench.memory;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.thetisdb.bench.harness.OptionMap;
import org.thetisdb.bench.harness.StoreDirectory;
import org.thetisdb.bench.snb.Scale;

/**
 * What the command line asked for.
 *
 * @param scale the data
 * @param memory the budget, as {@code --memory} takes it
 * @param groupBytes what a process may take in all, files' pages included
 * @param parts which of {@link #PARTS} are run; without {@code import} the database of an earlier run is used
 * @param queryGlob which read queries
 * @param minutes how long the writers write
 * @param relationshipCount relationships of a large transaction; 0 for none
 * @param output a file for the report, besides the standard output
 * @param projectDirectory the project's root
 */
public record MemoryOptions(
        Scale scale,
        String memory,
        long groupBytes,
        List<String> parts,
        String queryGlob,
        int minutes,
        int relationshipCount,
        Optional<Path> output,
        Path projectDirectory) {
    /** The options in one text, for the usage message. */
    public static final String USAGE = """
                   thetis bench memory     [--scale sf0.1|sf1] [--memory 128MiB] [--group 300m] [--minutes 30]
                                           [--parts import,queries,messages,writers] [--queries GLOB]
                                           [--relationships 20000000] [--output FILE]
            """;

    /** What can be run. */
    static final List<String> PARTS = List.of("import", "queries", "messages", "writers");

    private static final Set<String> KNOWN = Set.of(
            "--scale", "--memory", "--group", "--parts", "--queries", "--minutes", "--relationships", "--output");

    private static final int MINUTES = 30;

    private static final int RELATIONSHIP_COUNT = 20_000_000;

    private static final long GROUP_BYTES = 300L << 20;

    /**
     * Reads the options.
     *
     * @throws IllegalArgumentException naming the option that is wrong
     */
    public static MemoryOptions parse(List<String> arguments) {
        OptionMap options = OptionMap.parse(arguments, KNOWN);
        List<String> parts = options.list("--parts", PARTS);
        for (String part : parts) {
            if (!PARTS.contains(part)) {
                throw new IllegalArgumentException("no such part: --parts=" + part);
            }
        }
        return new MemoryOptions(
                Scale.option(options, Scale.SF1),
                options.text("--memory").orElse("128MiB"),
                options.bytes("--group", GROUP_BYTES),
                parts,
                options.text("--queries").orElse("*"),
                options.number("--minutes", 1, MINUTES),
                options.number("--relationships", 0, RELATIONSHIP_COUNT),
                options.path("--output"),
                StoreDirectory.project());
    }

    /** Where the imported database is, which a later run may use again. */
    Path database() {
        return StoreDirectory.of(projectDirectory, "memory-" + scale.label());
    }

    /** Where the writers' database is. */
    Path writersDatabase() {
        return StoreDirectory.of(projectDirectory, "memory-writers");
    }
}
