package org.thetisdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Goal: each node and relationship has the properties that it was given, and no others, however checkpoints come
 * between its making and those of others. Method: statements at random, some of which leave properties out, beside a
 * model.
 */
final class CheckpointedPropertiesTest {
    private static final long FIRST_SEED = Long.getLong("thetis.seed", 60);

    private static final int SEED_COUNT = Integer.getInteger("thetis.seeds", 50);

    private static final List<String> LABELS = List.of(":A", ":A:B", ":C");
    private static final List<String> TYPES = List.of("R", "S");

    @TempDir
    private java.nio.file.Path folder;

    private static final DatabaseOptions OPTIONS =
            DatabaseOptions.byDefault().withThreadCount(1).withDurability(Durability.OFF);

    @Test
    void nodeWithoutAProperty_inTheSpareRowOfAColumnWithoutNulls_hasNone() {
        try (Database database = Database.create(folder.resolve("spare"), OPTIONS);
                Session session = database.session()) {
            session.run("UNWIND range(0, 2099) AS i CREATE (:A {i: i, k: i})").consume();
            database.checkpoint();
            session.run("CREATE (:A {i: -1}), (:A {i: -2})").consume();
            database.checkpoint();
            Record row = session.run("MATCH (n:A) RETURN count(*) AS n, count(n.k) AS k, sum(n.i) AS i")
                    .single();
            assertThat(row.asMap()).isEqualTo(Map.of("n", 2_102L, "k", 2_100L, "i", 2_099L * 2_100 / 2 - 3));
        }
    }

    static List<Long> seeds() {
        return java.util.stream.LongStream.range(FIRST_SEED, FIRST_SEED + SEED_COUNT)
                .boxed()
                .toList();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void nodesAndRelationships_afterRandomStatementsAndCheckpoints_haveWhatTheyWereGiven(long seed) {
        try (Database database = Database.create(folder.resolve("random"), OPTIONS);
                Session session = database.session()) {
            Steps steps = new Steps(session, new Random(seed));
            int count = 12 + steps.random.nextInt(10);
            for (int step = 0; step < count; step++) {
                steps.step();
                if (steps.random.nextInt(3) == 0) {
                    database.checkpoint();
                }
            }
            steps.check(seed);
            database.checkpoint();
            steps.check(seed);
        }
    }

    /** A graph, and what it should be. */
    private static final class Steps {
        private final Session session;
        private final Random random;
        private final Map<Object, Object> nodes = new HashMap<>();
        private final Map<Object, Object> relationships = new HashMap<>();

        Steps(Session session, Random random) {
            this.session = session;
            this.random = random;
        }

        void step() {
            int kind = nodes.isEmpty() ? 0 : random.nextInt(10);
            if (kind < 4) {
                int count = 1 + random.nextInt(random.nextBoolean() ? 4 : 300);
                put(
                        nodes,
                        "UNWIND range(1, " + count + ") AS i CREATE (n" + any(LABELS) + ") " + properties("i"),
                        Map.of());
            } else if (kind < 7) {
                List<List<Object>> pairs = new ArrayList<>();
                List<Object> ids = new ArrayList<>(nodes.keySet());
                int count = 1 + random.nextInt(random.nextBoolean() ? 3 : 150);
                for (int index = 0; index < count; index++) {
                    pairs.add(List.of(any(ids), ids.get(random.nextInt(Math.min(ids.size(), 20)))));
                }
                String text = "UNWIND $pairs AS p MATCH (x), (y) WHERE id(x) = p[0] AND id(y) = p[1] CREATE (x)-[n:"
                        + any(TYPES) + "]->(y) ";
                put(relationships, text + properties("id(x)"), Map.of("pairs", pairs));
            } else if (kind < 8 && !relationships.isEmpty()) {
                List<Object> ids = new ArrayList<>(relationships.keySet());
                Collections.shuffle(ids, random);
                List<Object> chosen = List.copyOf(ids.subList(0, Math.min(ids.size(), 1 + random.nextInt(3))));
                session.run("MATCH ()-[n]->() WHERE id(n) IN $ids DELETE n", Map.of("ids", chosen))
                        .consume();
                chosen.forEach(relationships::remove);
            } else {
                String value = random.nextBoolean() ? "null" : Integer.toString(random.nextInt(100));
                Object id = any(List.copyOf(nodes.keySet()));
                put(nodes, "MATCH (n) WHERE id(n) = $id SET n.k = " + value, Map.of("id", id));
            }
        }

        private <T> T any(List<T> list) {
            return list.get(random.nextInt(list.size()));
        }

        private String properties(String number) {
            List<String> all = new ArrayList<>();
            if (random.nextInt(3) > 0) {
                all.add("n.k = " + number + " % 50");
            }
            if (random.nextInt(3) > 0) {
                all.add("n.t = 'text ' + " + number);
            }
            if (random.nextInt(4) == 0) {
                all.add("n.f = " + number + " * 0.5");
            }
            return all.isEmpty() ? "" : "SET " + String.join(", ", all);
        }

        private void put(Map<Object, Object> into, String text, Map<String, ?> parameters) {
            for (Record row : session.run(text + " RETURN id(n) AS id, properties(n) AS all", parameters)) {
                into.put(row.get("id"), row.get("all"));
            }
        }

        void check(long seed) {
            assertThat(found("MATCH (n)")).as("nodes, -Dthetis.seed=%d", seed).isEqualTo(nodes);
            assertThat(found("MATCH ()-[n]->()"))
                    .as("relationships, -Dthetis.seed=%d", seed)
                    .isEqualTo(relationships);
            for (String key : List.of("k", "t", "f")) {
                long expected = nodes.values().stream()
                        .filter(all -> ((Map<?, ?>) all).containsKey(key))
                        .count();
                Record row = session.run("MATCH (n) RETURN count(n." + key + ") AS n")
                        .single();
                assertThat(row.getLong("n"))
                        .as("%s, -Dthetis.seed=%d", key, seed)
                        .isEqualTo(expected);
            }
        }

        private Map<Object, Object> found(String pattern) {
            Map<Object, Object> found = new HashMap<>();
            for (Record row : session.run(pattern + " RETURN id(n) AS id, properties(n) AS all")) {
                found.put(row.get("id"), row.get("all"));
            }
            return found;
        }
    }
}
