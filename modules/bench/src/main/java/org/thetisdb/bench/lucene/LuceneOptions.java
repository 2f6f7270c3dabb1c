package org.thetisdb.bench.lucene;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.thetisdb.bench.harness.OptionMap;
import org.thetisdb.bench.harness.StoreDirectory;

/**
 * What the command line asked for.
 *
 * @param documentCount of the index
 * @param directories which ones
 * @param situations where they are asked
 * @param rounds how many JVMs each directory gets in each situation
 * @param vectorModule whether Lucene may use the JDK's vector module
 * @param output a file for the report, besides the standard output
 * @param projectDirectory the project's root
 */
public record LuceneOptions(
        int documentCount,
        List<DirectoryKind> directories,
        List<Situation> situations,
        int rounds,
        boolean vectorModule,
        Optional<Path> output,
        Path projectDirectory) {
    /** The options in one text, for the usage message. */
    public static final String USAGE = """
                   thetis bench lucene     [--documents N] [--rounds N]
                                           [--directories thetis,thetis_direct,mmap,niofs,direct]
                                           [--situations resident,limited,cold] [--vector-module yes|no]
                                           [--output FILE]
            """;

    private static final Set<String> KNOWN =
            Set.of("--documents", "--directories", "--situations", "--rounds", "--vector-module", "--output");

    /**
     * Reads the options.
     *
     * @throws IllegalArgumentException naming the option that is wrong
     */
    public static LuceneOptions parse(List<String> arguments) {
        OptionMap options = OptionMap.parse(arguments, KNOWN);
        return new LuceneOptions(
                options.number("--documents", 1_000, 1_000_000),
                options.list("--directories", labels(DirectoryKind.values())).stream()
                        .map(label -> named(label, DirectoryKind.values()))
                        .toList(),
                options.list("--situations", labels(Situation.values())).stream()
                        .map(label -> named(label, Situation.values()))
                        .toList(),
                options.number("--rounds", 1, 3),
                isYes(options.text("--vector-module").orElse("no")),
                options.path("--output"),
                StoreDirectory.project());
    }

    private static boolean isYes(String text) {
        return switch (text) {
            case "yes" -> true;
            case "no" -> false;
            default -> throw new IllegalArgumentException("neither yes nor no: --vector-module=" + text);
        };
    }

    /** A constant as options and reports name it. */
    static String label(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    /** The constant of that label. */
    static <E extends Enum<E>> E named(String label, E[] constants) {
        return Arrays.stream(constants)
                .filter(constant -> label(constant).equals(label))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalArgumentException("no such name: name=" + label + ", known=" + labels(constants)));
    }

    private static List<String> labels(Enum<?>[] constants) {
        return Arrays.stream(constants).map(LuceneOptions::label).toList();
    }
}
