package org.thetisdb.bench.memory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.thetisdb.bench.harness.ChildJvm;
import org.thetisdb.bench.snb.Dataset;
import org.thetisdb.bench.snb.QueryCase;
import tools.jackson.databind.json.JsonMapper;

/**
 * The commands of a run, each with a name: those of the launcher that a user would type, and the writers' program.
 *
 * <p>Used by one thread.
 */
final class MemorySteps {
    /**
     * A command.
     *
     * @param name what it does
     * @param words the command
     */
    record Step(String name, List<String> words) {}

    /** All messages, in the ways that gather the most. By length alone they make some 10¹² pairs at SF1. */
    private static final Map<String, String> MESSAGES = messages();

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final MemoryOptions options;
    private final String launcher;

    MemorySteps(MemoryOptions options) {
        this.options = options;
        this.launcher = options.projectDirectory().resolve("thetis").toString();
    }

    private static Map<String, String> messages() {
        Map<String, String> texts = new LinkedHashMap<>();
        texts.put(
                "messages sorted by content",
                "MATCH (m:Message) RETURN m.content AS content, m.id AS id ORDER BY content");
        texts.put(
                "messages grouped by content",
                "MATCH (m:Message) RETURN m.content AS content, count(*) AS messages, max(m.creationDate) AS latest");
        texts.put(
                "messages joined by length, the first 10,000,000 pairs",
                "MATCH (a:Message), (b:Message) WHERE a.length = b.length WITH a.id AS a, b.id AS b LIMIT 10000000"
                        + " RETURN count(*), max(a), max(b)");
        texts.put(
                "messages joined by length and day",
                "MATCH (a:Message), (b:Message) WHERE a.length = b.length AND a.creationDate = b.creationDate"
                        + " RETURN count(*), sum(a.id - b.id), max(a.content)");
        texts.put(
                "ids collected per country",
                "MATCH (m:Message)-[:IS_LOCATED_IN]->(c:Country) WITH c.name AS country, collect(m.id) AS ids"
                        + " RETURN country, size(ids), ids[0]");
        texts.put(
                "ids collected per country, all returned",
                "MATCH (m:Message)-[:IS_LOCATED_IN]->(c:Country) RETURN c.name AS country, collect(m.id) AS ids");
        return texts;
    }

    /** The import of the data. */
    Step load(Dataset dataset) {
        return new Step(
                "import",
                List.of(
                        launcher,
                        "import",
                        options.database().toString(),
                        "--mapping",
                        dataset.mappingFile().toString(),
                        "--data",
                        dataset.folder().toString(),
                        "--memory",
                        options.memory(),
                        "--overwrite"));
    }

    /**
     * The read queries, each with its first parameters.
     *
     * @param folder where texts and parameters are put
     */
    List<Step> queries(Dataset dataset, Path folder) throws IOException {
        List<Step> steps = new ArrayList<>();
        for (Map.Entry<String, List<QueryCase>> query :
                dataset.cases(options.queryGlob()).entrySet()) {
            QueryCase first = query.getValue().getFirst();
            Path parameters = folder.resolve(query.getKey() + ".json");
            Files.writeString(parameters, JSON.writeValueAsString(typed(first.parameters())));
            steps.add(query(query.getKey(), first.text(), folder, List.of("--params", parameters.toString())));
        }
        return steps;
    }

    private static Map<String, Object> typed(Map<String, Object> parameters) {
        Map<String, Object> typed = new LinkedHashMap<>();
        parameters.forEach((name, value) -> typed.put(
                name,
                switch (value) {
                    case ZonedDateTime date -> Map.of("$type", "ZonedDateTime", "_value", date.toString());
                    case LocalDate date -> Map.of("$type", "Date", "_value", date.toString());
                    default -> value;
                }));
        return typed;
    }

    /** All messages sorted, grouped, joined and collected. */
    List<Step> messages(Path folder) throws IOException {
        List<Step> steps = new ArrayList<>();
        for (Map.Entry<String, String> query : MESSAGES.entrySet()) {
            steps.add(query(query.getKey(), query.getValue(), folder, List.of()));
        }
        return steps;
    }

    private Step query(String name, String text, Path folder, List<String> more) throws IOException {
        Path file = folder.resolve(name.replaceAll("\\W+", "-") + ".cypher");
        Files.writeString(file, text);
        List<String> words = new ArrayList<>(List.of(
                launcher,
                "query",
                options.database().toString(),
                "--file",
                file.toString(),
                "--memory",
                options.memory(),
                "--read-only",
                "--format",
                "csv"));
        words.addAll(more);
        return new Step(name, words);
    }

    /** Writers, readers, time travel and checkpoints together. */
    Step writers() {
        return new Step(
                "writers of all sizes, readers, time travel and checkpoints",
                ChildJvm.launched(
                        options.projectDirectory(),
                        options.memory(),
                        WriterMix.class,
                        List.of(
                                options.writersDatabase().toString(),
                                options.memory(),
                                Integer.toString(options.minutes()),
                                Integer.toString(options.relationshipCount()))));
    }
}
