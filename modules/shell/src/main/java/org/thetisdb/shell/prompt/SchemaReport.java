package org.thetisdb.shell.prompt;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.thetisdb.CypherText;
import org.thetisdb.Database;
import org.thetisdb.Record;
import org.thetisdb.Result;
import org.thetisdb.Schema;
import org.thetisdb.Session;
import org.thetisdb.shell.output.Figures;
import org.thetisdb.shell.output.Output;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.Suggestions;
import org.thetisdb.value.ThetisException;

/**
 * What {@code .schema} prints. There is no schema but what the graph is made of: properties, their types and the ends
 * of relationships are those of the first nodes and relationships of each kind, and it says so if there are more.
 *
 * <pre>
 *   (:Person)  2 nodes
 *     id    INTEGER
 *     seen  ZONED DATETIME  on 1 of 2
 *   [:KNOWS]  1 relationship
 *     (:Person)-[:KNOWS]->(:Person)
 *     since  DATE
 *   indexes
 *     :Person(id) unique
 * </pre>
 */
final class SchemaReport {
    /** So many are read in a moment. */
    private static final long SAMPLED = 20_000;

    private static final String NOT_NULL = " NOT NULL";

    private final Output output;

    SchemaReport(Output output) {
        this.output = output;
    }

    /** @param only the label or type to tell of; empty for all */
    void print(Database database, String only) {
        Schema schema = database.schema();
        requireKnown(schema, only);
        try (Session session = database.session()) {
            for (String label : schema.labels()) {
                if (only.isEmpty() || only.equals(label)) {
                    label(session, CypherText.name(label), only.isEmpty());
                }
            }
            for (String type : schema.types()) {
                if (only.isEmpty() || only.equals(type)) {
                    type(session, CypherText.name(type), only.isEmpty());
                }
            }
        }
        indexes(schema, only);
    }

    private static void requireKnown(Schema schema, String only) {
        List<String> names = new ArrayList<>(schema.labels());
        names.addAll(schema.types());
        if (!only.isEmpty() && !names.contains(only)) {
            throw new ThetisException(
                    ErrorCode.USAGE,
                    "there is no label or type " + CypherText.name(only) + Suggestions.didYouMean(only, names));
        }
    }

    /** @param used whether to pass over a name that nothing carries any more */
    private void label(Session session, String label, boolean used) {
        String match = "MATCH (x:" + label + ")";
        long count = count(session, match);
        if (used && count == 0) {
            return;
        }
        output.println("(:" + label + ")  " + Figures.counted(count, "node"));
        properties(session, match, count);
    }

    private void type(Session session, String type, boolean used) {
        String match = "MATCH (from)-[x:" + type + "]->(to)";
        long count = count(session, "MATCH ()-[x:" + type + "]->()");
        if (used && count == 0) {
            return;
        }
        output.println("[:" + type + "]  " + Figures.counted(count, "relationship"));
        String ends = match + " WITH from, to LIMIT " + SAMPLED
                + " RETURN DISTINCT labels(from) AS starts, labels(to) AS ends";
        Set<String> lines = new TreeSet<>();
        try (Result result = session.run(ends)) {
            for (Record row : result) {
                lines.add("  " + node(list(row, "starts")) + "-[:" + type + "]->" + node(list(row, "ends")));
            }
        }
        lines.forEach(output::println);
        properties(session, match, count);
    }

    /** A column whose query makes a list for each row. */
    private static List<?> list(Record row, String column) {
        return row.get(column) instanceof List<?> list ? list : List.of();
    }

    private static String node(List<?> labels) {
        return labels.stream()
                .map(label -> ":" + CypherText.name((String) label))
                .collect(Collectors.joining("", "(", ")"));
    }

    private static long count(Session session, String match) {
        try (Result result = session.run(match + " RETURN count(*) AS count")) {
            return result.next().getLong("count");
        }
    }

    private void properties(Session session, String match, long count) {
        List<List<String>> lines = new ArrayList<>();
        long seen = Math.min(count, SAMPLED);
        String query = match + " WITH x LIMIT " + SAMPLED
                + " UNWIND keys(x) AS key RETURN key, collect(DISTINCT valueType(x[key])) AS types, count(*) AS count"
                + " ORDER BY key";
        try (Result result = session.run(query)) {
            for (Record row : result) {
                String types = list(row, "types").stream()
                        .map(type -> withoutNotNull((String) type))
                        .sorted()
                        .collect(Collectors.joining(" | "));
                long having = row.getLong("count");
                String share = having == seen ? "" : "  on " + Figures.grouped(having) + " of " + Figures.grouped(seen);
                lines.add(List.of(CypherText.name(String.valueOf(row.get("key"))), types + share));
            }
        }
        int width =
                lines.stream().mapToInt(line -> line.getFirst().length()).max().orElse(0);
        for (List<String> line : lines) {
            String name = line.getFirst();
            output.println("  " + name + " ".repeat(width - name.length()) + "  " + line.getLast());
        }
        if (count > SAMPLED) {
            output.println("  as of the first " + Figures.grouped(SAMPLED));
        }
    }

    /** A property that is there is never null. */
    private static String withoutNotNull(String type) {
        return type.endsWith(NOT_NULL) ? type.substring(0, type.length() - NOT_NULL.length()) : type;
    }

    private void indexes(Schema schema, String only) {
        List<Schema.Index> indexes = schema.indexes().stream()
                .filter(index -> only.isEmpty() || only.equals(index.label()))
                .toList();
        if (!indexes.isEmpty()) {
            output.println("indexes");
        }
        for (Schema.Index index : indexes) {
            output.println("  :" + CypherText.name(index.label()) + "(" + CypherText.name(index.propertyKey()) + ")"
                    + (index.unique() ? " unique" : ""));
        }
    }
}
