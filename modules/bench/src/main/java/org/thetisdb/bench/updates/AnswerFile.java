package org.thetisdb.bench.updates;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.thetisdb.bench.peer.Peer;
import org.thetisdb.bench.snb.Answer;
import org.thetisdb.bench.snb.AnswerComparison;
import org.thetisdb.bench.snb.Dataset;
import org.thetisdb.bench.snb.QueryCase;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a database answers after the updates: counts by label and type, then every read query with every parameter set.
 * Written as JSON lines in the format of the data's expected files; the counts carry their text as well.
 *
 * @param cases each with the answer as its expected one
 */
record AnswerFile(List<QueryCase> cases) {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Duration LIMIT = Duration.ofMinutes(10);
    private static final String COUNT_LABELS =
            "MATCH (n) UNWIND labels(n) AS label RETURN label, count(*) AS count ORDER BY label";
    private static final String COUNT_TYPES =
            "MATCH ()-[r]->() RETURN type(r) AS type, count(*) AS count ORDER BY type";
    private static final List<QueryCase> COUNTS = List.of(
            count("count-nodes", "MATCH (n) RETURN count(*) AS count"),
            count("count-relationships", "MATCH ()-[r]->() RETURN count(r) AS count"),
            count("count-labels", COUNT_LABELS),
            count("count-types", COUNT_TYPES));

    private static QueryCase count(String query, String text) {
        return new QueryCase(query, text, Map.of(), Optional.empty(), true);
    }

    /** Runs everything on a peer. */
    static AnswerFile of(Peer peer, Dataset dataset) {
        List<QueryCase> questions = new ArrayList<>(COUNTS);
        dataset.cases("*").values().forEach(questions::addAll);
        List<QueryCase> answered = new ArrayList<>();
        for (QueryCase question : questions) {
            Peer.RawAnswer raw = peer.run(question.query(), question.text(), question.parameters(), LIMIT);
            answered.add(question.withExpected(Answer.canonical(raw.columns(), raw.rows())));
        }
        return new AnswerFile(answered);
    }

    static AnswerFile read(Path file) throws IOException {
        List<QueryCase> cases = new ArrayList<>();
        for (String line : Files.readAllLines(file)) {
            cases.add(QueryCase.read("", JSON.readTree(line)));
        }
        return new AnswerFile(cases);
    }

    void write(Path file) throws IOException {
        List<String> lines = new ArrayList<>();
        for (QueryCase each : cases) {
            Answer answer = each.expected().orElseThrow();
            ObjectNode node = JSON.createObjectNode();
            node.put("query", each.query());
            if (COUNTS.stream().anyMatch(count -> count.query().equals(each.query()))) {
                node.put("text", each.text());
            }
            ObjectNode parameters = node.putObject("params");
            each.parameters()
                    .forEach((name, value) -> parameters
                            .putObject(name)
                            .put("type", type(value))
                            .set("value", JSON.valueToTree(Answer.canonicalValue(value))));
            ArrayNode columns = node.putArray("columns");
            answer.columns().forEach(columns::add);
            node.set("rows", JSON.valueToTree(answer.rows()));
            node.put("ordered", each.ordered());
            lines.add(JSON.writeValueAsString(node));
        }
        Files.write(file, lines);
    }

    private static String type(Object value) {
        return switch (value) {
            case Long number -> "INTEGER";
            case String text -> "STRING";
            case ZonedDateTime datetime -> "DATETIME";
            case LocalDate date -> "DATE";
            case List<?> list -> "LIST<STRING>";
            default ->
                throw new IllegalArgumentException("a parameter of an unexpected type: type="
                        + value.getClass().getName());
        };
    }

    /** Every answer that differs, in words; none if all are equal. */
    List<String> differences(AnswerFile found) {
        List<String> differences = new ArrayList<>();
        if (cases.size() != found.cases.size()) {
            differences.add("count of answers: expected=" + cases.size() + " found=" + found.cases.size());
        }
        for (int index = 0; index < Math.min(cases.size(), found.cases.size()); index++) {
            QueryCase expected = cases.get(index);
            QueryCase other = found.cases.get(index);
            if (!expected.query().equals(other.query())
                    || !expected.parameters().equals(other.parameters())) {
                differences.add("not the same question: expected=" + expected.query() + expected.parameters()
                        + " found=" + other.query() + other.parameters());
                continue;
            }
            Answer right = expected.expected().orElseThrow();
            Answer answer = other.expected().orElseThrow();
            AnswerComparison.difference(right, answer, expected.ordered())
                    .ifPresent(difference ->
                            differences.add(expected.query() + " " + expected.parameters() + ": " + difference));
        }
        return differences;
    }
}
