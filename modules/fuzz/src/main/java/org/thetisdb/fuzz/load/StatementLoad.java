package org.thetisdb.fuzz.load;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.thetisdb.Database;
import org.thetisdb.Session;
import org.thetisdb.Transaction;
import org.thetisdb.fuzz.generate.FuzzGraph;
import org.thetisdb.fuzz.generate.Vocabulary;
import org.thetisdb.reference.graph.ReferenceNode;
import org.thetisdb.reference.graph.ReferenceRelationship;

/** Makes graphs by statements. Stateless but for its random choices; one thread. */
final class StatementLoad {
    private static final int MENDED_MOST = 40;
    private static final int SURPLUS_NODES = 7;

    private final Database database;
    private final SplittableRandom random;
    private final Spread spread;

    StatementLoad(Database database, long seed) {
        this.database = database;
        this.spread = Spread.of(seed);
        this.random = new SplittableRandom(seed);
    }

    /** All at once; what only fills a chunk is deleted afterwards. */
    void whole(FuzzGraph graph) {
        List<ReferenceNode> nodes = List.copyOf(graph.graph().nodes());
        int middle = spread.overBorder() ? nodes.size() / 2 : nodes.size();
        inTransaction(transaction -> addNodes(transaction, nodes.subList(0, middle), Map.of()));
        if (spread.overBorder()) {
            inTransaction(transaction -> addFiller(transaction, nodes));
        }
        inTransaction(transaction -> {
            addNodes(transaction, nodes.subList(middle, nodes.size()), Map.of());
            transaction.run("MATCH (n) WHERE " + Spread.FILLER + " DELETE n").consume();
        });
        inTransaction(transaction -> addRelationships(transaction, graph.graph().relationships()));
    }

    /** Fills up the chunk of some label set of the graph, if it has any. */
    private void addFiller(Transaction transaction, List<ReferenceNode> nodes) {
        Set<String> labels = nodes.isEmpty()
                ? Set.of()
                : nodes.get(random.nextInt(nodes.size())).labels();
        transaction
                .run("UNWIND range(1, " + Spread.FILLER_NODES + ") AS i CREATE (n" + text(labels) + ")")
                .consume();
    }

    private static String text(Set<String> labels) {
        return labels.isEmpty() ? "" : ":" + String.join(":", labels);
    }

    void indexes(FuzzGraph graph) {
        try (Session session = database.session()) {
            graph.indexes().forEach(index -> session.run(index.statement()).close());
        }
    }

    /**
     * A part with wrong values and surplus entities, a checkpoint, then the rest; what was wrong is corrected
     * and what was surplus is deleted.
     */
    void half(FuzzGraph graph) {
        List<ReferenceNode> early = new ArrayList<>();
        List<ReferenceNode> late = new ArrayList<>();
        graph.graph().nodes().forEach(node -> (random.nextInt(100) < 60 ? early : late).add(node));
        Map<ReferenceNode, Map<String, Object>> wrong = new HashMap<>();
        for (ReferenceNode node : early) {
            if (wrong.size() < MENDED_MOST && random.nextInt(100) < 40) {
                wrong.put(node, mistaken(node));
            }
        }
        Set<ReferenceNode> first = new HashSet<>(early);
        List<ReferenceRelationship> earlyOnes = new ArrayList<>();
        List<ReferenceRelationship> lateOnes = new ArrayList<>();
        for (ReferenceRelationship each : graph.graph().relationships()) {
            boolean possible = first.contains(each.start()) && first.contains(each.end());
            (possible && random.nextInt(100) < 70 ? earlyOnes : lateOnes).add(each);
        }
        inTransaction(transaction -> {
            addNodes(transaction, early, wrong);
            addRelationships(transaction, earlyOnes);
            addSurplus(transaction);
            if (spread.overBorder()) {
                addFiller(transaction, early.isEmpty() ? late : early);
            }
        });
        database.checkpoint();
        inTransaction(transaction -> {
            addNodes(transaction, late, Map.of());
            transaction.run("MATCH (n) WHERE " + Spread.FILLER + " DELETE n").consume();
            addRelationships(transaction, lateOnes);
        });
        inTransaction(transaction -> {
            wrong.keySet().forEach(node -> mend(transaction, node));
            transaction.run("MATCH (n) WHERE n.k < 0 DETACH DELETE n").consume();
            transaction.run("MATCH ()-[r]->() WHERE r.k < 0 DELETE r").consume();
        });
        if (random.nextInt(100) < 30) {
            database.checkpoint();
        }
    }

    /** Changes of all kinds to the newest revision. */
    void later() {
        inTransaction(transaction -> {
            transaction.run("MATCH (n) WHERE n.k % 3 = 0 DETACH DELETE n").consume();
            transaction.run("MATCH ()-[r:R]->() WHERE r.k % 2 = 0 DELETE r").consume();
            transaction
                    .run("MATCH (n:A) SET n.i = 77, n.s = 'later', n:C REMOVE n:B")
                    .consume();
            transaction
                    .run("MATCH (n) WHERE n.k % 5 = 1 CREATE (n)-[:S {k: -1}]->(:A:D {k: -2, i: 1})")
                    .consume();
        });
        if (random.nextBoolean()) {
            database.checkpoint();
        }
    }

    private interface Work {
        void on(Transaction transaction);
    }

    private void inTransaction(Work work) {
        try (Session session = database.session();
                Transaction transaction = session.beginTransaction()) {
            work.on(transaction);
            transaction.commit();
        }
    }

    /** Wrong properties, except for its number; labels may be wrong too. */
    private Map<String, Object> mistaken(ReferenceNode node) {
        Map<String, Object> properties = new LinkedHashMap<>();
        properties.put(Vocabulary.IDENTITY, node.properties().get(Vocabulary.IDENTITY));
        node.properties().forEach((key, value) -> {
            if (random.nextBoolean()) {
                properties.put(key, value);
            }
        });
        properties.putIfAbsent("s", "wrong");
        properties.putIfAbsent("l", List.of(4L, 4L));
        return properties;
    }

    private static void mend(Transaction transaction, ReferenceNode node) {
        Map<String, Object> parameters = new LinkedHashMap<>();
        parameters.put("k", node.properties().get(Vocabulary.IDENTITY));
        parameters.put("right", node.properties());
        Set<String> wrong = new TreeSet<>(Vocabulary.LABELS);
        wrong.removeAll(node.labels());
        String remove = wrong.isEmpty() ? "" : " REMOVE n:" + String.join(":", wrong);
        String set = node.labels().isEmpty() ? "" : ", n:" + String.join(":", node.labels());
        transaction
                .run("MATCH (n) WHERE n.k = $k SET n = $right" + set + remove, parameters)
                .consume();
    }

    /** Nodes in chunks of their own and among others, and relationships between them and others. */
    private void addSurplus(Transaction transaction) {
        transaction
                .run("UNWIND range(1, " + SURPLUS_NODES + ") AS i CREATE (:Surplus {k: -i})-[:S {k: -i}]->(:A {k: -i})")
                .consume();
        transaction
                .run("MATCH (s:Surplus), (n) WHERE n.k >= 0 AND n.k % 4 = 0 AND s.k = -1 CREATE (s)-[:R {k: -9}]->(n)")
                .consume();
        transaction
                .run("MATCH (a), (b) WHERE a.k = 0 AND b.k % 4 = 1 CREATE (a)-[:T {k: -8}]->(b)")
                .consume();
    }

    private void addNodes(
            Transaction transaction, Iterable<ReferenceNode> nodes, Map<ReferenceNode, Map<String, Object>> instead) {
        Map<Set<String>, List<Object>> groups = new LinkedHashMap<>();
        for (ReferenceNode node : nodes) {
            Set<String> labels = new TreeSet<>(node.labels());
            if (instead.containsKey(node) && random.nextBoolean()) {
                labels.remove("A");
                labels.add("D");
            }
            groups.computeIfAbsent(labels, key -> new ArrayList<>()).add(instead.getOrDefault(node, node.properties()));
        }
        groups.forEach((labels, rows) -> {
            transaction
                    .run("UNWIND $rows AS row CREATE (n" + text(labels) + ") SET n = row", Map.of("rows", rows))
                    .consume();
        });
    }

    private static void addRelationships(Transaction transaction, Iterable<ReferenceRelationship> relationships) {
        Map<String, List<Object>> groups = new LinkedHashMap<>();
        for (ReferenceRelationship each : relationships) {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("start", each.start().properties().get(Vocabulary.IDENTITY));
            row.put("end", each.end().properties().get(Vocabulary.IDENTITY));
            row.put("properties", each.properties());
            groups.computeIfAbsent(each.type(), key -> new ArrayList<>()).add(row);
        }
        groups.forEach((type, rows) -> transaction
                .run(
                        "UNWIND $rows AS row MATCH (a), (b) WHERE a.k = row.start AND b.k = row.end CREATE (a)-[r:"
                                + type + "]->(b) SET r = row.properties",
                        Map.of("rows", rows))
                .consume());
    }
}
