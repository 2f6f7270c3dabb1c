package org.thetisdb.query;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.thetisdb.importer.ImportOptions;
import org.thetisdb.importer.ImportPlan;
import org.thetisdb.importer.ImportProgress;
import org.thetisdb.importer.Importer;
import org.thetisdb.io.LocalFileSystem;
import org.thetisdb.snb.UpdateStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The social networks, queries and answers in the data folder beside the project. Immutable. */
final class SnbData {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String AFTER_UPDATES = "snb-sf0.1-after-updates.jsonl.gz";
    private static final long IMPORT_BYTES = 256L << 20;

    private final Path project;
    private final Path data;

    private SnbData(Path project, Path data) {
        this.project = project;
        this.data = data;
    }

    /**
     * One set of parameters and what the query gives for it; {@code columns} and {@code rows} as in the file.
     *
     * @param text the query's text; its name is {@code query}
     */
    record Case(
            String query,
            String text,
            int number,
            Map<String, Object> parameters,
            List<String> columns,
            JsonNode rows,
            boolean ordered) {
        @Override
        public String toString() {
            return query + " #" + number;
        }
    }

    /** The data, if it is there. */
    static Optional<SnbData> find() {
        Path project = Path.of(System.getProperty("thetis.project", "."))
                .toAbsolutePath()
                .normalize();
        Path data = project.resolveSibling("shared").resolve("data");
        return Files.isDirectory(data.resolve("expected")) ? Optional.of(new SnbData(project, data)) : Optional.empty();
    }

    boolean has(String scale) {
        return Files.isDirectory(data.resolve("snb-" + scale));
    }

    /** Imports a scale's initial snapshot by a mapping of the project's examples. */
    void load(String scale, String mapping, Path directory) {
        ImportPlan plan = ImportPlan.fromMapping(
                new LocalFileSystem(),
                project.resolve("examples").resolve("snb").resolve(mapping),
                data.resolve("snb-" + scale));
        new Importer(ImportOptions.defaults().withMemoryBytes(IMPORT_BYTES)).run(plan, directory, ImportProgress.NONE);
    }

    String queryText(String query) throws IOException {
        return Files.readString(data.resolve("queries").resolve(query + ".cypher"));
    }

    /** The cases of a scale by query; those without a text of a query are left out. */
    Map<String, List<Case>> cases(String scale) throws IOException {
        Map<String, List<Case>> cases = new TreeMap<>();
        try (Stream<Path> files = Files.list(data.resolve("expected").resolve(scale))) {
            for (Path file : files.sorted().toList()) {
                String name = file.getFileName().toString();
                String query = name.replace(".jsonl", "");
                if (name.endsWith(".jsonl")
                        && Files.exists(data.resolve("queries").resolve(query + ".cypher"))) {
                    cases.put(query, casesOf(query, Files.readAllLines(file)));
                }
            }
        }
        return cases;
    }

    private List<Case> casesOf(String query, List<String> lines) throws IOException {
        String text = queryText(query);
        List<Case> cases = new ArrayList<>();
        for (String line : lines) {
            if (!line.isBlank()) {
                cases.add(caseOf(query, text, cases.size() + 1, JSON.readTree(line)));
            }
        }
        return cases;
    }

    private static Case caseOf(String query, String text, int number, JsonNode node) {
        List<String> columns = new ArrayList<>();
        node.get("columns").forEach(column -> columns.add(column.asString()));
        return new Case(
                query,
                text,
                number,
                parameters(node.get("params")),
                columns,
                node.get("rows"),
                node.get("ordered").asBoolean());
    }

    /** What SF0.1 answers after all its updates: counts, then every read query. */
    List<Case> casesAfterUpdates() throws IOException {
        List<Case> cases = new ArrayList<>();
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(
                new GZIPInputStream(SnbData.class.getResourceAsStream(AFTER_UPDATES)), StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                JsonNode node = JSON.readTree(line);
                String query = node.get("query").asString();
                String text = node.has("text") ? node.get("text").asString() : queryText(query);
                cases.add(caseOf(query, text, cases.size() + 1, node));
            }
        }
        return cases;
    }

    /** The inserts and deletes of a scale, to be closed. */
    UpdateStream updates(String scale) throws IOException {
        return UpdateStream.open(data.resolve("snb-" + scale));
    }

    private static Map<String, Object> parameters(JsonNode node) {
        Map<String, Object> parameters = new LinkedHashMap<>();
        node.properties().forEach(each -> parameters.put(each.getKey(), typed(each.getValue())));
        return parameters;
    }

    /** Parameter sets for SF1, for which no answers are written down, by query. */
    Map<String, List<Map<String, Object>>> largeParameters() throws IOException {
        Path file = project.resolve("modules/bench/src/main/resources/org/thetisdb/bench/snb")
                .resolve("parameters-sf1.json");
        Map<String, List<Map<String, Object>>> sets = new TreeMap<>();
        for (JsonNode set : JSON.readTree(Files.readString(file))) {
            sets.computeIfAbsent(set.get("query").asString(), query -> new ArrayList<>())
                    .add(parameters(set.get("params")));
        }
        return sets;
    }

    private static Object typed(JsonNode node) {
        JsonNode value = node.get("value");
        return switch (node.get("type").asString()) {
            case "INTEGER" -> value.asLong();
            case "STRING" -> value.asString();
            case "DATETIME" -> OffsetDateTime.parse(value.asString()).toZonedDateTime();
            case "DATE" -> LocalDate.parse(value.asString());
            case "LIST<STRING>" -> {
                List<Object> list = new ArrayList<>();
                value.forEach(entry -> list.add(entry.asString()));
                yield list;
            }
            default -> throw new IllegalArgumentException("unknown parameter type: node=" + node);
        };
    }

    /** Counts of a scale: {@code nodes}, {@code relationships}, by label and by type. */
    JsonNode counts(String scale) throws IOException {
        return JSON.readTree(
                Files.readString(data.resolve("expected").resolve(scale).resolve("counts.json")));
    }
}
