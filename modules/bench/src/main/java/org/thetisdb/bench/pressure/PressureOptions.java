package org.thetisdb.bench.pressure;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.thetisdb.bench.harness.OptionMap;
import org.thetisdb.bench.harness.StoreDirectory;
import org.thetisdb.bench.peer.ThetisPeer;
import org.thetisdb.bench.snb.Scale;

/**
 * What the command line asked for.
 *
 * @param scale the data
 * @param database the imported graph
 * @param queryGlob which read queries
 * @param setCount parameter sets of each at most
 * @param divisors the database's bytes divided by them are the budgets
 * @param spareBytes what the groups have beside, for the system's cache
 * @param engine the I/O engine of the processes in groups
 * @param rounds executions of all sets of a query that are timed
 * @param warmupSeconds executions of a query before
 * @param secondsPerQuery the limit of one execution
 * @param pointSeconds how long keys are read; 0 for not at all
 * @param output a file for the report, besides the standard output
 * @param projectDirectory the project's root
 */
public record PressureOptions(
        Scale scale,
        Path database,
        String queryGlob,
        int setCount,
        List<Integer> divisors,
        long spareBytes,
        String engine,
        int rounds,
        int warmupSeconds,
        int secondsPerQuery,
        int pointSeconds,
        Optional<Path> output,
        Path projectDirectory) {
    /** The options in one text, for the usage message. */
    public static final String USAGE = """
                   thetis bench pressure   [--scale sf0.1|sf1] [--database FOLDER] [--queries GLOB] [--sets N]
                                           [--divisors 4,10] [--spare BYTES] [--engine NAME] [--rounds N]
                                           [--warmup N] [--seconds N] [--points SECONDS] [--output FILE]
            """;

    private static final Set<String> KNOWN = Set.of(
            "--scale",
            "--database",
            "--queries",
            "--sets",
            "--divisors",
            "--spare",
            "--engine",
            "--rounds",
            "--warmup",
            "--seconds",
            "--points",
            "--output");

    /**
     * Reads the options.
     *
     * @throws IllegalArgumentException naming the option that is wrong
     */
    public static PressureOptions parse(List<String> arguments) {
        OptionMap options = OptionMap.parse(arguments, KNOWN);
        Scale scale = Scale.option(options, Scale.SF1);
        Path project = StoreDirectory.project();
        return new PressureOptions(
                scale,
                options.path("--database")
                        .orElseGet(() -> ThetisPeer.databaseIn(StoreDirectory.of(project, "thetis-" + scale.label()))),
                options.text("--queries").orElse("*"),
                options.number("--sets", 1, Integer.MAX_VALUE),
                options.numbers("--divisors", List.of(4, 10)),
                options.bytes("--spare", 0),
                options.text("--engine").orElse("auto"),
                options.number("--rounds", 1, 5),
                options.number("--warmup", 1, 2),
                options.number("--seconds", 1, 60),
                options.number("--points", 0, 5),
                options.path("--output"),
                project);
    }
}
