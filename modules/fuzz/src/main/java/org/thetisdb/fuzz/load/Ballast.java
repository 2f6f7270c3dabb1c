package org.thetisdb.fuzz.load;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.thetisdb.Database;
import org.thetisdb.Session;
import org.thetisdb.fuzz.generate.Vocabulary;
import org.thetisdb.reference.graph.ReferenceGraph;
import org.thetisdb.reference.graph.ReferenceNode;

/**
 * Nodes and relationships with long values among those of a graph. They are in the data files, whose columns and lists
 * so have many pages, and deleted in memory, so that no query sees them. One thread.
 */
final class Ballast {
    private static final int NODES_PER_LABEL_SET = 40;
    private static final int RELATIONSHIPS_MOST = 400;
    private static final int LIST_LENGTH = 300;
    private static final int WORDS = 100;

    private final Database database;
    private final SplittableRandom random;

    Ballast(Database database, long seed) {
        this.database = database;
        this.random = new SplittableRandom(seed);
    }

    /** To be called when all of the graph is there. */
    void add(ReferenceGraph graph) {
        Map<Set<String>, ReferenceNode> examples = new LinkedHashMap<>();
        graph.nodes().forEach(node -> examples.put(new TreeSet<>(node.labels()), node));
        try (Session session = database.session()) {
            examples.forEach((labels, node) -> addNodes(session, labels, node));
            Map<String, Object> parameters = Map.of("text", text(), "most", RELATIONSHIPS_MOST);
            for (String type : Vocabulary.TYPES) {
                for (String ends : List.of("(a)-[r:" + type + "]->(b)", "(b)-[r:" + type + "]->(a)")) {
                    session.run(
                                    "MATCH (a), (b) WHERE a." + Vocabulary.IDENTITY + " IS NULL WITH a, b LIMIT $most"
                                            + " CREATE " + ends + " SET r.s = $text + id(b), r.i = id(r)",
                                    parameters)
                            .consume();
                }
            }
            database.checkpoint();
            session.run("MATCH (n) WHERE n." + Vocabulary.IDENTITY + " IS NULL DETACH DELETE n")
                    .consume();
        }
    }

    private void addNodes(Session session, Set<String> labels, ReferenceNode example) {
        List<Object> rows = new ArrayList<>();
        for (int count = 0; count < NODES_PER_LABEL_SET; count++) {
            Map<String, Object> row = new LinkedHashMap<>();
            example.properties().forEach((key, value) -> row.put(key, lengthened(value)));
            row.remove(Vocabulary.IDENTITY);
            rows.add(row);
        }
        String text = labels.isEmpty() ? "" : ":" + String.join(":", labels);
        session.run("UNWIND $rows AS row CREATE (n" + text + ") SET n = row", Map.of("rows", rows))
                .consume();
    }

    /** A value of the same kind that takes more room. */
    private Object lengthened(Object value) {
        return switch (value) {
            case String _ -> text();
            case Long _ -> random.nextLong();
            case Double _ -> random.nextDouble();
            case List<?> list
            when !list.isEmpty() && list.getFirst() instanceof Long ->
                random.longs(LIST_LENGTH).boxed().toList();
            case List<?> list
            when !list.isEmpty() && list.getFirst() instanceof String ->
                random.longs(LIST_LENGTH)
                        .mapToObj(number -> Long.toString(number, Character.MAX_RADIX))
                        .toList();
            default -> value;
        };
    }

    /** Some pages hold few of them. */
    private String text() {
        StringBuilder text = new StringBuilder();
        for (int word = 0; word < WORDS; word++) {
            text.append(Long.toString(random.nextLong(), Character.MAX_RADIX)).append(' ');
        }
        return text.toString();
    }
}
