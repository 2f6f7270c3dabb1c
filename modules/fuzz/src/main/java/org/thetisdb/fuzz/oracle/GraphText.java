package org.thetisdb.fuzz.oracle;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.thetisdb.CypherText;
import org.thetisdb.fuzz.generate.Vocabulary;
import org.thetisdb.fuzz.query.Literals;
import org.thetisdb.reference.graph.ReferenceGraph;
import org.thetisdb.reference.graph.ReferenceNode;
import org.thetisdb.reference.graph.ReferenceRelationship;

/** Graphs as statements. Stateless. */
public final class GraphText {
    private static final int SINGLE_STATEMENT_PARTS = 200;
    private static final int STATEMENT_PARTS = 50;

    private GraphText() {}

    /** Statements that make the graph in an empty database: a single one if the graph is small. */
    public static List<String> statements(ReferenceGraph graph) {
        if (graph.nodes().isEmpty()) {
            return List.of();
        }
        int partCount = graph.nodes().size() + graph.relationships().size();
        return partCount <= SINGLE_STATEMENT_PARTS ? List.of(single(graph)) : many(graph);
    }

    private static String single(ReferenceGraph graph) {
        Map<ReferenceNode, String> names = new IdentityHashMap<>();
        List<String> parts = new ArrayList<>();
        for (ReferenceNode node : graph.nodes()) {
            names.put(node, "n" + names.size());
            parts.add("(" + names.get(node) + described(node) + ")");
        }
        for (ReferenceRelationship each : graph.relationships()) {
            parts.add("(" + names.get(each.start()) + ")" + described(each) + "(" + names.get(each.end()) + ")");
        }
        return "CREATE " + String.join(",\n  ", parts);
    }

    /** Several, which find the ends of relationships by the number that each node has. */
    private static List<String> many(ReferenceGraph graph) {
        List<String> statements = new ArrayList<>();
        List<String> parts = new ArrayList<>();
        for (ReferenceNode node : graph.nodes()) {
            parts.add("(" + described(node) + ")");
            if (parts.size() == STATEMENT_PARTS) {
                statements.add("CREATE " + String.join(",\n  ", parts));
                parts.clear();
            }
        }
        if (!parts.isEmpty()) {
            statements.add("CREATE " + String.join(",\n  ", parts));
        }
        for (ReferenceRelationship each : graph.relationships()) {
            statements.add("MATCH (a {k: " + identity(each.start()) + "}), (b {k: " + identity(each.end())
                    + "}) CREATE (a)" + described(each) + "(b)");
        }
        return statements;
    }

    private static @Nullable Object identity(ReferenceNode node) {
        return node.properties().get(Vocabulary.IDENTITY);
    }

    private static String described(ReferenceNode node) {
        StringBuilder text = new StringBuilder();
        node.labels().forEach(label -> text.append(':').append(CypherText.name(label)));
        if (!node.properties().isEmpty()) {
            text.append(text.isEmpty() ? "" : " ");
            Literals.append(text, node.properties());
        }
        return text.toString();
    }

    private static String described(ReferenceRelationship each) {
        String properties = each.properties().isEmpty() ? "" : " " + Literals.of(each.properties());
        return "-[:" + CypherText.name(each.type()) + properties + "]->";
    }
}
