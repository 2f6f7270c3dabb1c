package org.thetisdb.importer;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.thetisdb.dump.CsvDump;
import org.thetisdb.io.memory.MemoryBudget;
import org.thetisdb.io.memory.MemoryEnvironment;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * The arguments of {@code thetis import}, checked as far as that goes without reading files. Immutable.
 *
 * @param database the directory to create
 * @param source which files, and what their columns mean
 * @param options memory, threads and what is tolerated
 */
public record ImportArguments(Path database, Source source, ImportOptions options) {
    /** What {@code thetis import --help} prints. */
    public static final String USAGE = """
            Usage: thetis import DB --mapping FILE --data DIR [options]
                   thetis import DB --nodes [LABEL[:LABEL]...=]FILE[,FILE]... [--nodes ...]
                                    [--relationships [TYPE=]FILE[,FILE]...] [options]

            Creates the database DB (a directory) from CSV files: plain, .gz or .zst, by their names.

            Files that have headers of their own:
              --mapping FILE          JSON that says what the columns are; see examples/snb
              --data DIR              where the mapping's files are; alone: DIR has a mapping.json, as a dump writes

            Files with import headers: name, name:type, name:type[], :ID(Space), name:ID(Space), :LABEL,
            :START_ID(Space), :END_ID(Space), :TYPE, :IGNORE. The first row of the first file is the header.
            Types: int long float double boolean byte short char string point date localtime time
            localdatetime datetime duration, and any: JSON such as 42, "text" or {"DATE": "2012-11-29"}.
              --nodes ...             a table of nodes; may be repeated
              --relationships ...     a table of relationships; may be repeated
              --delimiter C           between fields (,); TAB for tabulators
              --array-delimiter C     between the entries of a list (;), which stands in quotes if C is between
                                      fields, too
              --quote C               around fields (")
              --id-type TYPE          string or integer (string)
              --no-infer              plain columns, such as born, are text; else a column gets the type that all of
                                      its values have, if none loses anything by it
              --index LABEL.PROPERTY          creates an index; may be repeated
              --unique-index LABEL.PROPERTY   creates a constraint: each value once, and its index

            Options:
              --memory SIZE           what the import may use, such as 512MiB or 2GiB (1GiB)
              --threads N             workers (one per processor)
              --bad-tolerance N       skips up to N wrong rows instead of stopping at the first (0)
              --report FILE           one line per wrong row: CSV if FILE ends with .csv, else JSON lines
              --overwrite             replaces DB, once the new one is complete
            """;

    private static final Set<String> FLAGS = Set.of("--overwrite", "--no-infer");
    private static final Set<String> NAMES = Set.of(
            "--mapping",
            "--data",
            "--nodes",
            "--relationships",
            "--delimiter",
            "--array-delimiter",
            "--quote",
            "--id-type",
            "--index",
            "--unique-index",
            "--memory",
            "--threads",
            "--bad-tolerance",
            "--report");

    /** What belongs to files with import headers. */
    private static final Set<String> HEADER_OPTIONS = Set.of(
            "--delimiter",
            "--array-delimiter",
            "--quote",
            "--id-type",
            "--no-infer",
            "--index",
            "--unique-index",
            "--relationships");

    private static final Pattern INDEX = Pattern.compile("([^.]+)\\.(.+)");

    /** What is read. */
    public sealed interface Source {
        /**
         * Files described by a mapping.
         *
         * @param mappingFile JSON that says what the columns are
         * @param dataDirectory what the names of files in the mapping are relative to
         */
        record Mapping(Path mappingFile, Path dataDirectory) implements Source {}

        /**
         * Files described by their headers.
         *
         * @param format how the files are written
         * @param nodes such as {@code Person=persons.csv}
         * @param relationships such as {@code KNOWS=knows.csv}
         */
        record Headers(ImportPlan.HeaderFormat format, List<String> nodes, List<String> relationships)
                implements Source {
            /** Takes copies of the lists. */
            public Headers {
                nodes = List.copyOf(nodes);
                relationships = List.copyOf(relationships);
            }
        }
    }

    /**
     * Reads the arguments after {@code thetis import}.
     *
     * @param arguments words of a command line
     * @return what they ask for
     * @throws ThetisException {@link ErrorCode#USAGE} with what is wrong and where help is
     */
    public static ImportArguments parse(String... arguments) {
        List<String[]> pairs = new ArrayList<>();
        Optional<String> database = Optional.empty();
        for (int index = 0; index < arguments.length; index++) {
            String argument = arguments[index];
            int equals = argument.indexOf('=');
            String name = equals > 0 ? argument.substring(0, equals) : argument;
            if (!argument.startsWith("--")) {
                if (database.isPresent()) {
                    throw usage("one database only: '" + database.get() + "' and '" + argument + "'");
                }
                database = Optional.of(argument);
            } else if (FLAGS.contains(argument)) {
                pairs.add(new String[] {argument, ""});
            } else if (!NAMES.contains(name)) {
                throw usage("unknown option: '" + name + "'" + ImportPlan.suggestion(name, NAMES));
            } else if (equals > 0) {
                pairs.add(new String[] {name, argument.substring(equals + 1)});
            } else if (index + 1 == arguments.length) {
                throw usage("value missing: " + name);
            } else {
                pairs.add(new String[] {name, arguments[++index]});
            }
        }
        String directory = database.orElseThrow(() -> usage("no database named"));
        return new ImportArguments(Path.of(directory), source(pairs), options(pairs));
    }

    private static Source source(List<String[]> pairs) {
        Optional<String> mapping = value(pairs, "--mapping");
        List<String> nodes = values(pairs, "--nodes");
        Optional<String> data = value(pairs, "--data");
        if (mapping.isEmpty() && nodes.isEmpty() && data.isPresent()) {
            requireNone(pairs, HEADER_OPTIONS);
            // What a dump has written.
            return new Source.Mapping(Path.of(data.get(), CsvDump.MAPPING_FILE), Path.of(data.get()));
        }
        if (mapping.isPresent() != nodes.isEmpty()) {
            throw usage("give either --mapping with --data, or --nodes with --relationships");
        }
        if (mapping.isPresent()) {
            requireNone(pairs, HEADER_OPTIONS);
            String below = data.orElseThrow(() -> usage("--mapping needs --data DIR"));
            return new Source.Mapping(Path.of(mapping.get()), Path.of(below));
        }
        String idType = value(pairs, "--id-type").orElse("string");
        if (!idType.equalsIgnoreCase("string") && !idType.equalsIgnoreCase("integer")) {
            throw usage("--id-type is string or integer, not '" + idType + "'");
        }
        List<ImportPlan.Index> indexes = new ArrayList<>();
        values(pairs, "--index").forEach(text -> indexes.add(index(text, false)));
        values(pairs, "--unique-index").forEach(text -> indexes.add(index(text, true)));
        ImportPlan.HeaderFormat format = new ImportPlan.HeaderFormat(
                character(pairs, "--delimiter", ','),
                character(pairs, "--array-delimiter", ';'),
                character(pairs, "--quote", '"'),
                idType.equalsIgnoreCase("integer"),
                indexes,
                value(pairs, "--no-infer").isEmpty());
        return new Source.Headers(format, nodes, values(pairs, "--relationships"));
    }

    /** A mapping says all this itself. */
    private static void requireNone(List<String[]> pairs, Set<String> names) {
        for (String[] pair : pairs) {
            if (names.contains(pair[0])) {
                throw usage(pair[0] + " is for --nodes and --relationships; a mapping says it in its own words, see "
                        + "examples/README.md");
            }
        }
    }

    private static ImportOptions options(List<String[]> pairs) {
        ImportOptions options = ImportOptions.defaults()
                .withBadTolerance(
                        number(pairs, "--bad-tolerance").orElse(0L),
                        value(pairs, "--report").map(Path::of))
                .withOverwrite(value(pairs, "--overwrite").isPresent());
        Optional<Long> threads = number(pairs, "--threads");
        if (threads.isPresent()) {
            options = options.withThreadCount((int) Math.min(threads.get(), 1024));
        }
        Optional<String> memory = value(pairs, "--memory");
        if (memory.isPresent()) {
            options = options.withMemoryBytes(
                    MemoryBudget.parse(memory.get(), MemoryEnvironment.detect()).bytes());
        }
        return options;
    }

    private static ImportPlan.Index index(String text, boolean unique) {
        Matcher matcher = INDEX.matcher(text);
        if (!matcher.matches()) {
            throw usage("an index is written LABEL.PROPERTY, not '" + text + "'");
        }
        return new ImportPlan.Index(matcher.group(1), matcher.group(2), unique);
    }

    private static char character(List<String[]> pairs, String name, char preset) {
        String text = value(pairs, name).orElse(String.valueOf(preset));
        if (text.equalsIgnoreCase("TAB") || text.equals("\\t")) {
            return '\t';
        }
        if (text.length() != 1) {
            throw usage(name + " is one character, not '" + text + "'");
        }
        return text.charAt(0);
    }

    private static Optional<Long> number(List<String[]> pairs, String name) {
        try {
            return value(pairs, name).map(Long::parseLong);
        } catch (NumberFormatException wrong) {
            throw usage(name + " is a number, not '" + value(pairs, name).orElse("") + "'");
        }
    }

    private static List<String> values(List<String[]> pairs, String name) {
        return pairs.stream()
                .filter(pair -> pair[0].equals(name))
                .map(pair -> pair[1])
                .toList();
    }

    private static Optional<String> value(List<String[]> pairs, String name) {
        List<String> values = values(pairs, name);
        if (values.size() > 1) {
            throw usage(name + " is given " + values.size() + " times");
        }
        return values.stream().findFirst();
    }

    private static ThetisException usage(String what) {
        return new ThetisException(
                ErrorCode.USAGE, what + (what.endsWith("?") ? " See" : "; see") + " thetis import --help");
    }

    /**
     * Reads the plan and runs the import: all that a command line has to do.
     *
     * @param progress hears how far it is; {@link ImportProgress#NONE} if nobody asks
     * @return what was imported
     * @throws ThetisException as {@link ImportPlan} and {@link Importer#run}
     */
    public ImportResult run(ImportProgress progress) {
        return new Importer(options).run(this::plan, database, progress);
    }

    private ImportPlan plan() {
        return switch (source) {
            case Source.Mapping mapping ->
                ImportPlan.fromMapping(options.fileSystem(), mapping.mappingFile(), mapping.dataDirectory());
            case Source.Headers headers ->
                ImportPlan.fromHeaders(
                        options.fileSystem(), headers.format(), headers.nodes(), headers.relationships());
        };
    }
}
