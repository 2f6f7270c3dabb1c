package org.thetisdb.fuzz.shrink;

import java.time.temporal.Temporal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.thetisdb.CypherText;
import org.thetisdb.fuzz.generate.FuzzGraph;
import org.thetisdb.fuzz.oracle.Answer;
import org.thetisdb.fuzz.oracle.Answer.NodeShape;
import org.thetisdb.fuzz.oracle.Answer.PathShape;
import org.thetisdb.fuzz.oracle.Answer.RelationshipShape;
import org.thetisdb.fuzz.oracle.GraphText;
import org.thetisdb.fuzz.query.FuzzQuery;
import org.thetisdb.fuzz.query.Sort;
import org.thetisdb.value.IsoDuration;
import org.thetisdb.value.Point;

/** Findings as scenarios of feature files. Stateless. */
public final class ScenarioText {
    private static final String INDENT = "      ";

    private ScenarioText() {}

    /** A scenario of a query whose answer is known. */
    public static String of(String name, FuzzGraph graph, FuzzQuery query, Answer expected) {
        StringBuilder text = new StringBuilder("  Scenario: " + name + "\n    Given an empty graph\n");
        for (String statement : GraphText.statements(graph.graph())) {
            text.append("    And having executed:\n");
            appendBlock(text, statement);
        }
        graph.indexes()
                .forEach(index -> text.append(index.unique() ? "    And a unique index on " : "    And an index on ")
                        .append(":" + index.label() + "(" + index.key() + ")\n"));
        String queryText = query.text();
        List<String> mentioned = query.parameters().keySet().stream()
                .filter(parameter -> queryText.matches("(?s).*\\$" + parameter + "\\b.*"))
                .toList();
        if (!mentioned.isEmpty()) {
            text.append("    And parameters are:\n");
            mentioned.forEach(parameter -> text.append(
                    INDENT + "| " + parameter + " | " + cell(query.parameters().get(parameter)) + " |\n"));
        }
        text.append("    When executing query:\n");
        appendBlock(text, queryText);
        switch (expected) {
            case Answer.Rows rows -> appendRows(text, query, rows);
            case Answer.Failure failure ->
                text.append("    Then an error should be raised: " + failure.message() + "\n");
            case Answer.Defect defect -> text.append("    Then it should end without this: " + defect.kind() + "\n");
            case Answer.Declined declined -> text.append("    Then it should give an answer\n");
        }
        return text.toString();
    }

    private static void appendBlock(StringBuilder text, String block) {
        text.append(INDENT + "\"\"\"\n");
        block.strip().lines().forEach(line -> text.append(INDENT + line + "\n"));
        text.append(INDENT + "\"\"\"\n");
    }

    private static void appendRows(StringBuilder text, FuzzQuery query, Answer.Rows rows) {
        if (rows.rows().isEmpty()) {
            text.append("    Then the result should be empty\n");
            return;
        }
        boolean ordered = query.sortedBy().containsAll(rows.columns());
        boolean bags = FuzzQuery.hasSort(query.root(), Sort::isBag);
        String how = ordered ? ", in order" : bags ? "" : ", in any order";
        text.append(
                "    Then the result should be" + how + (bags ? " (ignoring element order for lists)" : "") + ":\n");
        List<String> head = new ArrayList<>(rows.columns());
        text.append(INDENT + "| " + String.join(" | ", head) + " |\n");
        for (List<Object> row : rows.rows()) {
            List<String> cells = new ArrayList<>();
            row.forEach(value -> cells.add(cell(value).replace("\\", "\\\\").replace("|", "\\|")));
            text.append(INDENT + "| " + String.join(" | ", cells) + " |\n");
        }
    }

    private static String cell(@Nullable Object value) {
        return switch (value) {
            case null -> "null";
            case NodeShape node -> "(" + labels(node) + properties(node.properties()) + ")";
            case RelationshipShape each -> "[:" + each.type() + properties(each.properties()) + "]";
            case PathShape path -> path(path);
            case Temporal temporal -> "'" + temporal + "'";
            case IsoDuration duration -> "'" + duration + "'";
            case Point point -> "'" + point + "'";
            case List<?> list -> {
                List<String> elements = new ArrayList<>();
                list.forEach(element -> elements.add(cell(element)));
                yield elements.toString();
            }
            case Map<?, ?> map -> {
                List<String> entries = new ArrayList<>();
                map.forEach((key, element) -> entries.add(key + ": " + cell(element)));
                yield "{" + String.join(", ", entries) + "}";
            }
            default -> CypherText.of(value);
        };
    }

    private static String labels(NodeShape node) {
        return node.labels().isEmpty() ? "" : ":" + String.join(":", node.labels());
    }

    private static String properties(Map<String, Object> properties) {
        return properties.isEmpty() ? "" : " " + cell(properties);
    }

    private static String path(PathShape path) {
        StringBuilder text = new StringBuilder("<");
        for (int index = 0; index < path.relationships().size(); index++) {
            boolean forward = path.forward().get(index);
            text.append(cell(path.nodes().get(index)))
                    .append(forward ? "-" : "<-")
                    .append(cell(path.relationships().get(index)))
                    .append(forward ? "->" : "-");
        }
        return text.append(cell(path.nodes().getLast())).append('>').toString();
    }
}
