package org.thetisdb.extending;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.Database;
import org.thetisdb.DatabaseOptions;
import org.thetisdb.Durability;
import org.thetisdb.Record;
import org.thetisdb.Session;
import org.thetisdb.Transaction;
import org.thetisdb.extension.Change;
import org.thetisdb.extension.Changes;
import org.thetisdb.extension.TriggerPhase;

/**
 * Goal: what triggers are told is the difference of the graphs before and after, whatever a transaction does in which
 * order. Method: random statements in transactions; the whole graph is read before and after each and compared with
 * what was told, for the statement and for the transaction. {@code -Dthetis.seed=N} replays a run.
 */
final class TriggerRandomTest {
    private static final int TRANSACTIONS = 300;

    private static final List<String> STATEMENTS = List.of(
            "CREATE (:A {v: $x}), (:B {w: $x})",
            "CREATE (:A {v: $x})-[:R {v: $x}]->(:A:B {v: $y, w: 'text'})",
            "MATCH (a:A) WHERE a.v % 7 = $y SET a.v = $x",
            "MATCH (a:A) WHERE a.v % 7 = $y SET a.v = null, a.w = $x",
            "MATCH (a:A) WHERE a.v % 5 = $y SET a:C, a.list = [$x, $y]",
            "MATCH (c:C) WHERE c.v % 3 = 0 REMOVE c:C",
            "MATCH (c:C) SET c = {v: $x}",
            "MATCH (a:A), (b:B) WITH a, b LIMIT 3 CREATE (a)-[:S {at: $x}]->(b)",
            "MATCH ()-[r:R]->() WHERE r.v % 2 = $y SET r.v = $x",
            "MATCH ()-[r:S]->() SET r.more = $y",
            "MATCH ()-[r:S]->() WHERE r.at % 3 = $y DELETE r",
            "MATCH (a:A) WHERE a.v % 11 = $y DETACH DELETE a",
            "MATCH (b:B) WITH b LIMIT 1 DETACH DELETE b",
            "CREATE (n:Gone {v: $x}) WITH n SET n.v = 2 DELETE n",
            "MATCH (a:A) WHERE a.v = $y SET a.v = a.v + 1 WITH a SET a.v = a.v - 1",
            "MERGE (m:M {key: $y}) ON CREATE SET m.made = $x ON MATCH SET m.seen = $x");

    private static final String GRAPH = """
            MATCH (n) RETURN elementId(n) AS id, labels(n) AS names, properties(n) AS properties
            UNION ALL
            MATCH ()-[r]->() RETURN elementId(r) AS id, [type(r)] AS names, properties(r) AS properties
            """;

    @TempDir
    private Path folder;

    private final Map<TriggerPhase, Map<String, String>> told = new HashMap<>();

    @Test
    void changes_areTheDifference() {
        long seed = Long.getLong("thetis.seed", new Random().nextLong());
        Random random = new Random(seed);
        DatabaseOptions options =
                DatabaseOptions.byDefault().withDurability(Durability.OFF).withThreadCount(2);
        try (Database database = Database.create(folder.resolve("db"), options);
                Session session = database.session()) {
            for (TriggerPhase phase : TriggerPhase.values()) {
                database.extend(phase.name())
                        .trigger("told." + phase, phase, (context, changes) -> {
                            if (random.nextInt(20) == 0) {
                                // The transaction, or its changes alone, outlive the base that they lie over.
                                database.checkpoint();
                            }
                            told.put(phase, differences(changes));
                        })
                        .register();
            }
            for (int number = 0; number < TRANSACTIONS; number++) {
                transaction(session, random, "-Dthetis.seed=" + seed + ", transaction " + number);
            }
        }
    }

    private void transaction(Session session, Random random, String name) {
        List<String> done = new ArrayList<>();
        told.clear();
        Map<String, String> first;
        Map<String, String> last;
        try (Transaction transaction = session.beginTransaction()) {
            first = graph(transaction);
            last = first;
            for (int count = random.nextInt(6); count >= 0; count--) {
                String statement = STATEMENTS.get(random.nextInt(STATEMENTS.size()));
                Map<String, Object> parameters = Map.of("x", (long) random.nextInt(100), "y", (long) random.nextInt(4));
                done.add(statement + " " + parameters);
                transaction.run(statement, parameters);
                Map<String, String> next = graph(transaction);
                check(TriggerPhase.STATEMENT, last, next, name, done);
                last = next;
            }
            if (random.nextInt(10) == 0) {
                transaction.rollback();
                assertThat(told).as(name).isEmpty();
                return;
            }
            transaction.commit();
        }
        check(TriggerPhase.COMMIT, first, last, name, done);
        check(TriggerPhase.CONSTRAINT, first, last, name, done);
        check(TriggerPhase.COMMITTED, first, last, name, done);
    }

    private void check(
            TriggerPhase phase, Map<String, String> before, Map<String, String> after, String name, List<String> done) {
        Map<String, String> expected = new TreeMap<>();
        before.forEach((id, text) -> {
            if (!text.equals(after.get(id))) {
                expected.put(id, text + " -> " + after.getOrDefault(id, "nothing"));
            }
        });
        after.forEach((id, text) -> {
            if (!before.containsKey(id)) {
                expected.put(id, "nothing -> " + text);
            }
        });
        Map<String, String> found = told.remove(phase);
        assertThat(found == null ? Map.of() : found)
                .as("%s, %s%n%s", name, phase, String.join("\n", done))
                .isEqualTo(expected);
    }

    private static Map<String, String> graph(Transaction transaction) {
        Map<String, String> graph = new TreeMap<>();
        for (Record row : transaction.run(GRAPH).list()) {
            Map<String, Object> values = row.asMap();
            graph.put((String) values.get("id"), text(values.get("names"), values.get("properties")));
        }
        return graph;
    }

    private static String text(Object names, Object properties) {
        Map<Object, Object> sorted = new TreeMap<>((Map<?, ?>) properties);
        return names + " " + sorted;
    }

    private static Map<String, String> differences(Changes changes) {
        Map<String, String> differences = new TreeMap<>();
        for (Change each : changes) {
            String before = each.kind() == Change.Kind.CREATED ? "nothing" : text(each.labelsBefore(), each.before());
            String after = each.kind() == Change.Kind.DELETED ? "nothing" : text(each.labels(), each.after());
            assertThat(differences.put(each.elementId(), before + " -> " + after))
                    .isNull();
        }
        return differences;
    }
}
