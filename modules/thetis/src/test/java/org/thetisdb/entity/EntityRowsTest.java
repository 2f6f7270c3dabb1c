package org.thetisdb.entity;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.Database;
import org.thetisdb.DatabaseOptions;
import org.thetisdb.Durability;
import org.thetisdb.Node;
import org.thetisdb.Record;
import org.thetisdb.Relationship;
import org.thetisdb.Result;
import org.thetisdb.Session;
import org.thetisdb.Transaction;

/**
 * Goal: whole nodes and relationships hold what their properties are one by one, however many are read together.
 * Method: random graphs, part of them in the base, part changed and deleted since, with few and many keys, short and
 * long values, beside a model of them; read in any order, in lists, and in part.
 */
final class EntityRowsTest {
    private static final int NODES = 2_600;
    private static final int KEYS = 18;

    @TempDir
    private Path folder;

    private final Map<Long, Map<String, Object>> nodes = new HashMap<>();
    private final Map<Long, Map<String, Object>> relationships = new HashMap<>();

    private static Object value(Random random) {
        return switch (random.nextInt(7)) {
            case 0 -> random.nextBoolean();
            case 1 -> random.nextDouble();
            case 2 -> "text " + random.nextInt(20);
            case 3 -> "é".repeat(random.nextInt(200));
            case 4 -> List.of(random.nextLong(), 3L);
            default -> random.nextInt(100) == 0 ? "x".repeat(60_000) : (Object) (long) random.nextInt(1_000);
        };
    }

    private static Map<String, Object> properties(Random random, int kind) {
        Map<String, Object> properties = new HashMap<>();
        int count = random.nextInt(kind == 0 ? KEYS : 4);
        for (int key = 0; key < count; key++) {
            properties.put("k" + (kind == 0 ? random.nextInt(KEYS) : key), value(random));
        }
        return properties;
    }

    private void create(Session session, Random random, int from, int to) {
        List<Object> made = new ArrayList<>();
        List<Object> hops = new ArrayList<>();
        for (long i = from; i < to; i++) {
            int kind = random.nextInt(3);
            Map<String, Object> properties = properties(random, kind);
            properties.put("i", i);
            nodes.put(i, properties);
            made.add(Map.of("properties", properties, "kind", (long) kind));
            Map<String, Object> ofHop = properties(random, kind);
            ofHop.put("i", i);
            relationships.put(i, ofHop);
            hops.add(Map.of("properties", ofHop, "a", i, "b", (long) from + random.nextInt(to - from)));
        }
        session.run(
                        "UNWIND $made AS m CREATE (n:N) SET n = m.properties"
                                + " FOREACH (x IN CASE m.kind WHEN 1 THEN [1] ELSE [] END | SET n:One)",
                        Map.of("made", made))
                .consume();
        session.run(
                        "UNWIND $hops AS h MATCH (a:N {i: h.a}), (b:N {i: h.b})"
                                + " CREATE (a)-[r:R]->(b) SET r = h.properties",
                        Map.of("hops", hops))
                .consume();
    }

    private void change(Session session, Random random) {
        List<Object> changes = new ArrayList<>();
        for (long i = 0; i < NODES; i += 1 + random.nextInt(9)) {
            Map<String, Object> properties = properties(random, 0);
            properties.put("i", i);
            nodes.put(i, properties);
            changes.add(Map.of("i", i, "properties", properties));
        }
        session.run("UNWIND $changes AS c MATCH (n:N {i: c.i}) SET n = c.properties", Map.of("changes", changes))
                .consume();
        session.run("MATCH ()-[r:R]->() WHERE r.i % 7 = 3 SET r.later = r.i").consume();
        relationships.forEach((i, properties) -> {
            if (i % 7 == 3) {
                properties.put("later", i);
            }
        });
    }

    private void assertNode(Node node) {
        assertThat(node.properties()).isEqualTo(nodes.get(node.getLong("i")));
    }

    private void assertAll(Session session) {
        int count = 0;
        for (Record row : session.run("MATCH (n:N) RETURN n, n.i AS i ORDER BY n.i % 97, n.i")
                .list()) {
            assertNode((Node) row.get("n"));
            assertThat(((Node) row.get("n")).getLong("i")).isEqualTo(row.getLong("i"));
            count++;
        }
        assertThat(count).isEqualTo(nodes.size());
        count = 0;
        for (Record row :
                session.run("MATCH (a:N)-[r:R]->(b) RETURN a, r, b, null AS x").list()) {
            assertNode((Node) row.get("a"));
            assertNode((Node) row.get("b"));
            Relationship relationship = (Relationship) row.get("r");
            assertThat(relationship.properties()).isEqualTo(relationships.get(relationship.getLong("i")));
            assertThat(relationship.startNodeId()).isEqualTo(((Node) row.get("a")).id());
            count++;
        }
        assertThat(count).isEqualTo(relationships.size());
        for (Record row : session.run("MATCH (n:N) RETURN n.i % 13 AS k, collect(n) AS all")
                .list()) {
            ((List<?>) row.get("all")).forEach(each -> assertNode((Node) each));
        }
        Result some = session.run("MATCH (n:N) RETURN n");
        for (int row = 0; row < 21; row++) {
            assertNode((Node) some.next().get("n"));
        }
        some.close();
    }

    @Test
    void nodesAndRelationships_ofBaseAndDelta_holdTheirProperties() {
        for (long seed = 1; seed <= 2; seed++) {
            nodes.clear();
            relationships.clear();
            Random random = new Random(seed);
            DatabaseOptions options =
                    DatabaseOptions.byDefault().withDurability(Durability.OFF).withMemory("64MiB");
            try (Database database = Database.create(folder.resolve("db" + seed), options);
                    Session session = database.session()) {
                session.run("CREATE INDEX FOR (n:N) ON (n.i)").consume();
                create(session, random, 0, NODES / 2);
                assertAll(session);
                database.checkpoint();
                assertAll(session);
                change(session, random);
                create(session, random, NODES / 2, NODES);
                assertAll(session);
                database.checkpoint();
                assertAll(session);
            }
        }
    }

    @Test
    void rowsLeft_whenTheSameTransactionWrites_areAsTheyWere() {
        DatabaseOptions options = DatabaseOptions.byDefault().withDurability(Durability.OFF);
        try (Database database = Database.create(folder.resolve("db"), options);
                Session session = database.session()) {
            create(session, new Random(7), 0, 500);
            try (Transaction transaction = session.beginTransaction()) {
                Result rows = transaction.run("MATCH (n:N) RETURN n");
                assertNode((Node) rows.next().get("n"));
                transaction.run("MATCH (n:N) SET n.k0 = 'changed'").consume();
                transaction.run("MATCH (n:N) WHERE n.i > 250 DETACH DELETE n").consume();
                int count = 1;
                while (rows.hasNext()) {
                    assertNode((Node) rows.next().get("n"));
                    count++;
                }
                assertThat(count).isEqualTo(500);
                List<Record> deleted = transaction
                        .run("MATCH (n:N) WHERE n.i < 100 DETACH DELETE n RETURN n")
                        .list();
                assertThat(deleted)
                        .hasSize(100)
                        .allSatisfy(row ->
                                assertThat(((Node) row.get("n")).properties()).isEmpty());
            }
        }
    }
}
