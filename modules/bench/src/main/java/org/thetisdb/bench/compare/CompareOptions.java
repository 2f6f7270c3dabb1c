package org.thetisdb.bench.compare;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.thetisdb.bench.harness.OptionMap;
import org.thetisdb.bench.harness.StoreDirectory;
import org.thetisdb.bench.snb.Dataset;
import org.thetisdb.bench.snb.Scale;

/**
 * What the command line asked for.
 *
 * @param commit what this tree is compared with, as git understands it
 * @param data a scale's label, {@code demo}, {@code records}, or a folder ({@link CompareData})
 * @param queryGlob which measurements, by name
 * @param setCount parameter sets per query at most
 * @param rounds interleaved rounds per query and JVM, at least 1
 * @param secondsPerQuery rounds stop when one query has taken this long in all
 * @param warmupSeconds warm-up per query and build, at most this long
 * @param importCount imports by each build, at least 1
 * @param memoryBytes page cache of each build
 * @param isRecorded whether a line is appended to the history
 * @param output a file for the report, besides the standard output
 * @param projectDirectory the project's root
 */
public record CompareOptions(
        String commit,
        String data,
        String queryGlob,
        int setCount,
        int rounds,
        int secondsPerQuery,
        int warmupSeconds,
        int importCount,
        long memoryBytes,
        boolean isRecorded,
        Optional<Path> output,
        Path projectDirectory) {
    /** The options in one text, for the usage message. */
    public static final String USAGE = """
                   thetis bench compare COMMIT [--data sf0.1|demo|records|FOLDER] [--queries GLOB] [--sets N]
                                           [--rounds N] [--seconds N] [--warmup N] [--imports N] [--memory 1g]
                                           [--output FILE] [--record]
            """;

    private static final Set<String> KNOWN = Set.of(
            "--data", "--queries", "--sets", "--rounds", "--seconds", "--warmup", "--imports", "--memory", "--output");
    private static final String RECORD = "--record";

    /**
     * Reads the options.
     *
     * @throws IllegalArgumentException naming the option that is wrong
     */
    public static CompareOptions parse(List<String> arguments) {
        if (arguments.isEmpty() || arguments.getFirst().startsWith("--")) {
            throw new IllegalArgumentException("compare lacks the commit to compare with, for example HEAD~1");
        }
        List<String> words = new ArrayList<>(arguments.subList(1, arguments.size()));
        boolean isRecorded = words.removeAll(List.of(RECORD));
        OptionMap options = OptionMap.parse(words, KNOWN);
        Path project = StoreDirectory.project();
        return new CompareOptions(
                arguments.getFirst(),
                options.text("--data").orElseGet(() -> dataAtHand(project)),
                options.text("--queries").orElse("*"),
                options.number("--sets", 1, Integer.MAX_VALUE),
                options.number("--rounds", 1, 7),
                options.number("--seconds", 1, 20),
                options.number("--warmup", 1, 1),
                options.number("--imports", 1, 5),
                options.bytes("--memory", 1L << 30),
                isRecorded,
                options.path("--output"),
                project);
    }

    /**
     * The data of the benchmarks where they are beside the project, else a network that the demonstration
     * generates.
     */
    private static String dataAtHand(Path project) {
        Path folder = Dataset.dataDirectory(project).resolve(Scale.SF0_1.folder());
        return Files.isDirectory(folder) ? Scale.SF0_1.label() : CompareData.DEMO;
    }

    QueryNames names() {
        return new QueryNames(queryGlob, Set.of());
    }

    /** Where everything that a comparison makes is kept. */
    Path directory() {
        return StoreDirectory.of(projectDirectory, "compare");
    }
}
