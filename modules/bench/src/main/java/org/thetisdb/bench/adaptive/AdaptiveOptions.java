package org.thetisdb.bench.adaptive;

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
 * @param data as {@code compare} takes it: {@code records}, {@code demo}, a scale's label, or a folder
 * @param store a database of that data that was imported before; without it there is one below {@code build/bench}
 * @param parts which experiments
 * @param queryGlob which queries
 * @param isQueryAlone whether each query has processes of its own, instead of each group
 * @param rounds processes of each mode for each measurement, at least 1
 * @param limits how long each may take
 * @param threadCounts threads of a query; one measurement for each
 * @param memoryBytes all that a database may hold in memory
 * @param codeCache a directory where the adaptive modes keep code from one process to the next
 * @param plots a folder for plots
 * @param output a file for the report, besides the standard output
 * @param projectDirectory the project's root
 */
public record AdaptiveOptions(
        String data,
        Optional<Path> store,
        List<Part> parts,
        String queryGlob,
        boolean isQueryAlone,
        int rounds,
        Limits limits,
        List<Integer> threadCounts,
        long memoryBytes,
        Optional<Path> codeCache,
        Optional<Path> plots,
        Optional<Path> output,
        Path projectDirectory) {
    /** The options in one text, for the usage message. */
    public static final String USAGE = """
                   thetis bench adaptive   [--data records|demo|sf0.1|sf1|FOLDER] [--store DIRECTORY] [--queries GLOB]
                                           [--parts runs,short,hops,modes,first-seconds] [--processes group|query]
                                           [--rounds N] [--seconds N] [--warmup N] [--times N] [--threads 1,2]
                                           [--memory 1g] [--code-cache DIRECTORY] [--plots FOLDER]
                                           [--output FILE]
            """;

    private static final Set<String> KNOWN = Set.of(
            "--data",
            "--store",
            "--parts",
            "--queries",
            "--processes",
            "--rounds",
            "--seconds",
            "--warmup",
            "--times",
            "--threads",
            "--memory",
            "--code-cache",
            "--plots",
            "--output");

    private static final String BY_GROUP = "group";
    private static final String BY_QUERY = "query";

    /**
     * How long something is done.
     *
     * @param secondsPerQuery runs of a query end after so long, at least 1
     * @param warmupSeconds warm-up for each query, at least 1
     * @param times how often each number of hops is compiled by a process, at least 1
     */
    record Limits(int secondsPerQuery, int warmupSeconds, int times) {}

    /**
     * Reads the options.
     *
     * @throws IllegalArgumentException naming the option that is wrong
     */
    public static AdaptiveOptions parse(List<String> arguments) {
        OptionMap options = OptionMap.parse(arguments, KNOWN);
        return new AdaptiveOptions(
                options.text("--data").orElse("records"),
                options.path("--store").map(Path::toAbsolutePath),
                options.list("--parts", Part.labels()).stream().map(Part::named).toList(),
                options.text("--queries").orElse("*"),
                isQueryAlone(options.text("--processes").orElse(BY_GROUP)),
                options.number("--rounds", 1, 5),
                new Limits(
                        options.number("--seconds", 1, 5),
                        options.number("--warmup", 1, 2),
                        options.number("--times", 1, 20)),
                threadCounts(options.list("--threads", List.of("1", "2"))),
                options.bytes("--memory", 1L << 30),
                options.path("--code-cache").map(Path::toAbsolutePath),
                options.path("--plots"),
                options.path("--output"),
                StoreDirectory.project());
    }

    private static boolean isQueryAlone(String word) {
        if (!word.equals(BY_GROUP) && !word.equals(BY_QUERY)) {
            throw new IllegalArgumentException("neither " + BY_GROUP + " nor " + BY_QUERY + ": --processes=" + word);
        }
        return word.equals(BY_QUERY);
    }

    private static List<Integer> threadCounts(List<String> words) {
        List<Integer> counts = new ArrayList<>();
        for (String word : words) {
            if (!word.matches("[1-9]\\d{0,3}")) {
                throw new IllegalArgumentException("not a number of threads: --threads=" + word);
            }
            counts.add(Integer.parseInt(word));
        }
        return counts;
    }
}
