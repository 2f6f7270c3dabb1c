package org.thetisdb.bench.snb;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * One scale of the data: where its files are, and the queries with their parameter sets. Immutable; any thread.
 *
 * <p>At SF0.1 the parameter sets and answers come from {@code expected/sf0.1}. At SF1 there are no recorded answers:
 * the parameter sets are those of the resource {@code parameters-sf1.json} (made by {@link ParameterPicker}), and the
 * peers' answers are compared with each other.
 */
public final class Dataset {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    /** Order of the groups in every table: from the shortest to the longest queries. */
    private static final List<String> GROUPS = List.of("is", "ic", "bi", "lsqb");

    /** Questions that anybody might ask of the same data, by texts of our own; only where they are named. */
    private static final String ADHOC = "adhoc";

    private static final int ADHOC_COUNT = 36;

    private final Path projectDirectory;
    private final Path dataDirectory;
    private final Scale scale;

    private Dataset(Path projectDirectory, Path dataDirectory, Scale scale) {
        this.projectDirectory = projectDirectory;
        this.dataDirectory = dataDirectory;
        this.scale = scale;
    }

    /**
     * Finds the data beside the project.
     *
     * @return the data set, or nothing if {@code ../shared/data} does not hold that scale
     */
    public static Optional<Dataset> find(Path projectDirectory, Scale scale) {
        Path data = dataDirectory(projectDirectory);
        return Files.isDirectory(data.resolve(scale.folder()))
                ? Optional.of(new Dataset(projectDirectory, data, scale))
                : Optional.empty();
    }

    /** Where the data is looked for: {@code ../shared/data}, seen from the project. */
    public static Path dataDirectory(Path projectDirectory) {
        return projectDirectory
                .toAbsolutePath()
                .normalize()
                .resolveSibling("shared")
                .resolve("data");
    }

    public Scale scale() {
        return scale;
    }

    /** The folder of this scale's CSV files. */
    public SnapshotFiles snapshot() {
        return SnapshotFiles.of(dataDirectory.resolve(scale.folder()).resolve("initial_snapshot"));
    }

    /** The folder that the mapping's file names are relative to. */
    public Path folder() {
        return dataDirectory.resolve(scale.folder());
    }

    /** The mapping of this scale's layout, which belongs to the project. */
    public Path mappingFile() {
        return projectDirectory.resolve("examples").resolve("snb").resolve(scale.mapping());
    }

    /**
     * The queries that have a text and parameters, by name, in the order is, ic, bi, lsqb and then by number.
     *
     * @param glob which queries, for instance {@code ic-*} or {@code {is-1,bi-2}}; {@code adhoc-*} are those of our own
     */
    public Map<String, List<QueryCase>> cases(String glob) {
        PathMatcher matcher = FileSystems.getDefault().getPathMatcher("glob:" + glob);
        if (glob.startsWith(ADHOC)) {
            return adhocCases(matcher);
        }
        Map<String, List<QueryCase>> cases = new TreeMap<>(queryOrder());
        try (Stream<Path> files = Files.list(dataDirectory.resolve("queries"))) {
            for (Path file : files.sorted().toList()) {
                String query = file.getFileName().toString().replace(".cypher", "");
                if (isRead(query) && matcher.matches(Path.of(query))) {
                    cases.put(query, casesOf(query, Files.readString(file)));
                }
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        cases.values().removeIf(List::isEmpty);
        return cases;
    }

    private static Map<String, List<QueryCase>> adhocCases(PathMatcher matcher) {
        Map<String, List<QueryCase>> cases = new LinkedHashMap<>();
        for (int number = 1; number <= ADHOC_COUNT; number++) {
            String query = ADHOC + "-" + number;
            if (matcher.matches(Path.of(query))) {
                cases.put(query, List.of(new QueryCase(query, adhocText(query), Map.of(), Optional.empty(), true)));
            }
        }
        return cases;
    }

    private static String adhocText(String query) {
        try (InputStream text = Dataset.class.getResourceAsStream(ADHOC + "/" + query + ".cypher")) {
            if (text == null) {
                throw new IllegalStateException("a text is missing: query=" + query);
            }
            return new String(text.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** The text of a query, an insert or a delete. */
    public String text(String query) throws IOException {
        return Files.readString(dataDirectory.resolve("queries").resolve(query + ".cypher"));
    }

    private List<QueryCase> casesOf(String query, String text) throws IOException {
        List<QueryCase> cases = new ArrayList<>();
        for (JsonNode set : parameterSets(query)) {
            cases.add(QueryCase.read(text, set));
        }
        return cases;
    }

    private List<JsonNode> parameterSets(String query) throws IOException {
        if (scale == Scale.SF1) {
            try (InputStream resource = Dataset.class.getResourceAsStream("parameters-sf1.json")) {
                if (resource == null) {
                    throw new IllegalStateException(
                            "the resource parameters-sf1.json is missing: run `bench parameters`");
                }
                List<JsonNode> sets = new ArrayList<>();
                for (JsonNode set : JSON.readTree(resource)) {
                    if (set.get("query").asString().equals(query)) {
                        sets.add(set);
                    }
                }
                return sets;
            }
        }
        return expectedFile(dataDirectory, scale, query);
    }

    /** The lines of an expected file, none if there is no such file. */
    static List<JsonNode> expectedFile(Path dataDirectory, Scale scale, String query) throws IOException {
        Path file = dataDirectory.resolve("expected").resolve(scale.label()).resolve(query + ".jsonl");
        List<JsonNode> sets = new ArrayList<>();
        if (Files.exists(file)) {
            for (String line : Files.readAllLines(file)) {
                if (!line.isBlank()) {
                    sets.add(JSON.readTree(line));
                }
            }
        }
        return sets;
    }

    private static boolean isRead(String query) {
        int dash = query.indexOf('-');
        return dash > 0 && GROUPS.contains(query.substring(0, dash));
    }

    /** Groups from short to long, then by number: {@code ic-2} comes before {@code ic-10}. */
    static Comparator<String> queryOrder() {
        return Comparator.<String>comparingInt(query -> GROUPS.indexOf(query.substring(0, query.indexOf('-'))))
                .thenComparingInt(query -> Integer.parseInt(query.substring(query.indexOf('-') + 1)));
    }
}
