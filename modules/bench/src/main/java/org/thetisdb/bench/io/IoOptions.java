package org.thetisdb.bench.io;

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
 * @param parts what is read
 * @param ways how
 * @param fileBytes the file's length, about
 * @param ratios the file's length divided by the memory
 * @param threadCounts reading threads
 * @param seconds how long each measurement takes, after half as long to warm up
 * @param rounds processes for each way and ratio
 * @param directory where the files are
 * @param plots a folder for plots
 * @param output a file for the report, besides the standard output
 */
public record IoOptions(
        List<IoPart> parts,
        List<Way> ways,
        long fileBytes,
        List<Double> ratios,
        List<Integer> threadCounts,
        int seconds,
        int rounds,
        Path directory,
        Optional<Path> plots,
        Optional<Path> output) {
    /** The options in one text, for the usage message. */
    public static final String USAGE = """
                   thetis bench io         [--parts random,sequential,small,cold] [--ways GLOB] [--file-bytes 1g]
                                           [--ratios 0.5,1,2] [--threads 1,2,4,8,16] [--seconds 2] [--rounds 3]
                                           [--directory DIRECTORY] [--plots DIRECTORY] [--output FILE]
            """;

    private static final long FILE_BYTES_MIN = 64L << 20;

    private static final Set<String> KNOWN = Set.of(
            "--parts",
            "--ways",
            "--file-bytes",
            "--ratios",
            "--threads",
            "--seconds",
            "--rounds",
            "--directory",
            "--plots",
            "--output");

    /**
     * Reads the options.
     *
     * @throws IllegalArgumentException naming the option that is wrong
     */
    public static IoOptions parse(List<String> arguments) {
        OptionMap options = OptionMap.parse(arguments, KNOWN);
        long fileBytes = options.bytes("--file-bytes", 1L << 30);
        if (fileBytes < FILE_BYTES_MIN) {
            throw new IllegalArgumentException(
                    "too short a file: --file-bytes=" + fileBytes + ", least=" + FILE_BYTES_MIN);
        }
        return new IoOptions(
                options.list("--parts", IoPart.labels()).stream()
                        .map(IoPart::named)
                        .toList(),
                Way.matching(options.text("--ways").orElse("*")),
                fileBytes,
                ratios(options.list("--ratios", List.of("0.5", "1", "2"))),
                options.numbers("--threads", List.of(1, 2, 4, 8, 16)),
                options.number("--seconds", 1, 2),
                options.number("--rounds", 1, 3),
                options.path("--directory")
                        .map(Path::toAbsolutePath)
                        .orElse(StoreDirectory.of(StoreDirectory.project(), "io")),
                options.path("--plots"),
                options.path("--output"));
    }

    private static List<Double> ratios(List<String> words) {
        List<Double> ratios = new ArrayList<>();
        for (String word : words) {
            if (!word.matches("\\d+(\\.\\d+)?") || Double.parseDouble(word) <= 0) {
                throw new IllegalArgumentException("not a ratio: --ratios=" + word);
            }
            ratios.add(Double.parseDouble(word));
        }
        return ratios;
    }

    /** What all of a process may take. */
    long groupBytes(double ratio) {
        return (long) (fileBytes / ratio);
    }
}
