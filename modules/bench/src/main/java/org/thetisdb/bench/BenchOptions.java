package org.thetisdb.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.thetisdb.bench.snb.Scale;

/**
 * What the command line asked for.
 *
 * @param scale the data
 * @param queryGlob which queries
 * @param setCount parameter sets per query at most
 * @param rounds interleaved rounds per query, at least 1
 * @param secondsPerQuery rounds stop when one query has taken this long in all; also the limit of one execution
 * @param warmupSeconds warm-up per query and peer, at most this long
 * @param peers names of the peers; ratios are relative to the first
 * @param memoryBytes page cache of every peer
 * @param output a file for the report, besides the standard output
 * @param projectDirectory the project's root
 */
public record BenchOptions(
        Scale scale,
        String queryGlob,
        int setCount,
        int rounds,
        int secondsPerQuery,
        int warmupSeconds,
        List<String> peers,
        long memoryBytes,
        Optional<Path> output,
        Path projectDirectory) {
    /** The options in one text, for the usage message. */
    public static final String USAGE = """
            usage: thetis bench snb        [--scale sf0.1|sf1] [--queries GLOB] [--sets N] [--peers thetis,neo4j,kuzu]
                                           [--rounds N] [--seconds N] [--warmup N] [--memory 2g] [--output FILE]
                   thetis bench import     [--scale …] [--peers …] [--memory …] [--output FILE]
                   thetis bench parameters [--output FILE]      (writes the parameter sets of SF1)
                   thetis bench micro      [REGEX]              (JMH)
            """;

    /**
     * Reads the options.
     *
     * @throws IllegalArgumentException naming the option that is wrong
     */
    public static BenchOptions parse(List<String> arguments) {
        Scale scale = Scale.SF0_1;
        String queryGlob = "*";
        int setCount = Integer.MAX_VALUE;
        int rounds = 7;
        int secondsPerQuery = 60;
        int warmupSeconds = 3;
        List<String> peers = List.of("thetis", "neo4j");
        long memoryBytes = 2L << 30;
        Optional<Path> output = Optional.empty();
        List<String> rest = new ArrayList<>(arguments);
        while (!rest.isEmpty()) {
            String option = rest.removeFirst();
            if (rest.isEmpty()) {
                throw new IllegalArgumentException("an option lacks its value: option=" + option);
            }
            String value = rest.removeFirst();
            switch (option) {
                case "--scale" ->
                    scale = Scale.named(value)
                            .orElseThrow(() -> new IllegalArgumentException("no such scale: --scale=" + value));
                case "--queries" -> queryGlob = value;
                case "--sets" -> setCount = positive(option, value);
                case "--rounds" -> rounds = positive(option, value);
                case "--seconds" -> secondsPerQuery = positive(option, value);
                case "--warmup" -> warmupSeconds = positive(option, value);
                case "--peers" -> peers = List.of(value.split(","));
                case "--memory" -> memoryBytes = bytes(value);
                case "--output" -> output = Optional.of(Path.of(value));
                default -> throw new IllegalArgumentException("no such option: option=" + option);
            }
        }
        Path project = Path.of(System.getProperty("thetis.project", "."))
                .toAbsolutePath()
                .normalize();
        return new BenchOptions(
                scale,
                queryGlob,
                setCount,
                rounds,
                secondsPerQuery,
                warmupSeconds,
                peers,
                memoryBytes,
                output,
                project);
    }

    /** Where a peer's store of this scale is kept between runs. */
    public Path storeDirectory(String peer) {
        return projectDirectory.resolve("build").resolve("bench").resolve(peer + "-" + scale.label());
    }

    private static int positive(String option, String value) {
        int number = Integer.parseInt(value);
        if (number < 1) {
            throw new IllegalArgumentException("must be at least 1: " + option + "=" + value);
        }
        return number;
    }

    private static long bytes(String value) {
        String lower = value.toLowerCase(Locale.ROOT);
        int shift = switch (lower.charAt(lower.length() - 1)) {
            case 'k' -> 10;
            case 'm' -> 20;
            case 'g' -> 30;
            default -> 0;
        };
        String digits = shift == 0 ? lower : lower.substring(0, lower.length() - 1);
        return Long.parseLong(digits) << shift;
    }
}
