package org.thetisdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Goal: the first rows of an order are the first rows of the whole order, whatever a top-k leaves out on its way:
 * chunks by their zone maps, rows before hops and joins. Method: random changes and checkpoints over several chunks
 * whose values follow each other, overlap or are of several kinds; each query with its LIMIT and without, and the first
 * of each group beside all of it.
 */
final class FirstRowsTest {
    private static final long FIRST_SEED = Long.getLong("thetis.seed", 1);

    private static final int SEED_COUNT = Integer.getInteger("thetis.seeds", 4);

    private static final List<String> LABELS = List.of(":M:A", ":M:B", ":M:C");

    /** Of {@code i}, the number of a node. */
    private static final List<String> VALUES = List.of(
            "i",
            "5000 - i",
            "i * 7919 % 5003",
            "i / 4.0",
            "date('2000-01-01') + duration({days: i})",
            "datetime('2010-01-01T00:00:00Z') + duration({milliseconds: 300 * i})",
            "localtime({hour: i % 24, minute: i % 60})",
            "localdatetime({year: 1900 + i % 300})",
            "i % 2 = 0",
            "CASE WHEN i % 900 = 1 THEN 'text' ELSE i END",
            "CASE WHEN i % 700 > 1 THEN i END");

    private static final List<String> QUERIES = List.of(
            "MATCH (m:M) RETURN m.k AS k ORDER BY k",
            "MATCH (m:M) RETURN m.k AS k ORDER BY k DESC",
            "MATCH (m:M) WHERE m.k > 100 RETURN m.k AS k, m.i AS i ORDER BY k DESC, i",
            "MATCH (m:M) WHERE m.k < 4000 AND m.i % 3 > 0 RETURN m.k AS k, m.i AS i ORDER BY k, i",
            "MATCH (m:M)-[r:R]->(n) WHERE m.k > 0 RETURN m.k AS k, n.i AS i, m.i AS j ORDER BY k DESC, i, j",
            "MATCH (m:M)-[r:R]->(n) RETURN m.k AS k, n.i AS i, m.i AS j ORDER BY k, i, j",
            "MATCH (m:M) MATCH (n:N) WHERE n.i = m.g RETURN m.k AS k, n.i AS i, m.i AS j ORDER BY k, i, j",
            "MATCH (n:N) WHERE n.i > 20 WITH DISTINCT n MATCH (n)<-[:R]-(m:M) WHERE m.k > 10"
                    + " RETURN m.k AS k, m.i AS i ORDER BY k DESC, i");

    /** Each collects a list {@code all} by {@code g}. */
    private static final List<String> GROUPS = List.of(
            "MATCH (m:M) WITH m.g AS g, m.k AS k, m.i AS i, id(m) AS d ORDER BY k DESC, d"
                    + " WITH g, collect({k: k, i: i}) AS all",
            "MATCH (m:M) WITH m ORDER BY m.k, id(m) WITH m.g AS g, collect(m.i) AS all",
            "MATCH (m:M) WITH m ORDER BY m.k DESC, id(m) WITH m.g % 7 AS g, collect(m.i) AS all",
            "MATCH (m:M) WITH m ORDER BY m.i DESC, id(m) WITH m.g AS g, collect(m.k) AS all",
            "MATCH (n:N)<-[:R]-(m:M) WHERE m.i % 3 > 0 WITH n, m ORDER BY m.k, id(m)"
                    + " WITH n.i AS g, collect(m.i) AS all");

    @TempDir
    private Path folder;

    @Test
    void firstTimes_whoseOffsetsAreFarFromEachOther_areTheEarliestInstants() {
        // With one worker, chunks come one after another.
        DatabaseOptions options =
                DatabaseOptions.byDefault().withDurability(Durability.OFF).withThreadCount(1);
        try (Database database = Database.create(folder.resolve("times"), options);
                Session session = database.session()) {
            makeTimes(session, ":M:A", "hour: 2, timezone: '-12:00'");
            makeTimes(session, ":M:B", "hour: 9, timezone: '+12:00'");
            database.checkpoint();
            String query = "MATCH (m:M) WHERE m.k > time('00:00+18:00') RETURN toString(m.k) AS k ORDER BY m.k";
            assertThat(rows(session, query + " LIMIT 1")).isEqualTo(List.of(List.of("09:00+12:00")));
            assertThat(rows(session, query + " DESC LIMIT 1")).isEqualTo(List.of(List.of("02:59-12:00")));
        }
    }

    private static void makeTimes(Session session, String labels, String parts) {
        session.run("UNWIND range(0, 2999) AS i CREATE (" + labels + " {k: time({minute: i % 60, " + parts + "})})")
                .consume();
    }

    static List<Long> seeds() {
        return LongStream.range(FIRST_SEED, FIRST_SEED + SEED_COUNT).boxed().toList();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void firstRows_afterRandomChanges_areThoseOfTheWholeOrder(long seed) {
        Random random = new Random(seed);
        DatabaseOptions options =
                DatabaseOptions.byDefault().withDurability(Durability.OFF).withThreadCount(1 + random.nextInt(2));
        try (Database database = Database.create(folder.resolve("" + seed), options);
                Session session = database.session()) {
            session.run("UNWIND range(0, 49) AS i CREATE (:N {i: i})").consume();
            for (String labels : LABELS) {
                make(session, labels, 1500 + random.nextInt(1500), random);
            }
            for (int round = 0; round < 5; round++) {
                if (random.nextBoolean()) {
                    database.checkpoint();
                }
                change(session, random);
                compare(session, random, seed);
                compareGroups(session, random, seed);
            }
        }
    }

    private static void make(Session session, String labels, int count, Random random) {
        int from = random.nextInt(4000);
        session.run("UNWIND range(" + from + ", " + (from + count) + ") AS i MATCH (n:N {i: i % 50}) CREATE (m" + labels
                        + " {i: i, g: i % 60})-[:R]->(n) SET m.k = " + any(VALUES, random))
                .consume();
    }

    private static void change(Session session, Random random) {
        String some = "MATCH (m" + any(LABELS, random) + ") WHERE m.i % " + (20 + random.nextInt(800)) + " = 1 ";
        session.run(
                        switch (random.nextInt(5)) {
                            case 0 -> some + "SET m.k = " + random.nextInt(-100, 9000);
                            case 1 -> some + "WITH m, m.i AS i SET m.k = " + any(VALUES, random);
                            case 2 -> some + "REMOVE m.k";
                            case 3 -> some + "DETACH DELETE m";
                            default ->
                                "MATCH (n:N {i: 7}) CREATE (:M:A {i: -1, g: 1})-[:R]->(n)<-[:R]-(:M:B {i: -2, g: 1, k: "
                                        + random.nextInt(-9, 9000) + "})";
                        })
                .consume();
    }

    private static void compare(Session session, Random random, long seed) {
        for (String query : QUERIES) {
            int limit = 1 + random.nextInt(random.nextBoolean() ? 5 : 700);
            int skip = random.nextInt(4) == 0 ? random.nextInt(20) : 0;
            List<List<Object>> all = rows(session, query);
            List<List<Object>> expected = all.stream().skip(skip).limit(limit).toList();
            assertThat(rows(session, query + " SKIP " + skip + " LIMIT " + limit))
                    .as("seed %s: -Dthetis.seed=%s -Dthetis.seeds=1, %s", seed, seed, query)
                    .isEqualTo(expected);
        }
    }

    /** All rows are sorted where somebody asks how many there are. */
    private static void compareGroups(Session session, Random random, long seed) {
        for (String query : GROUPS) {
            String first =
                    query + " RETURN g, all[.." + (1 + random.nextInt(random.nextBoolean() ? 4 : 80)) + "] AS first";
            List<List<Object>> expected = rows(session, first + ", size(all) AS n ORDER BY g").stream()
                    .map(row -> row.subList(0, 2))
                    .toList();
            assertThat(rows(session, first + " ORDER BY g"))
                    .as("seed %s: -Dthetis.seed=%s -Dthetis.seeds=1, %s", seed, seed, first)
                    .isEqualTo(expected);
        }
    }

    /** Numbers as FLOAT: which of 1 and 1.0 comes first, no order says. */
    private static List<List<Object>> rows(Session session, String query) {
        return session.run(query).list().stream()
                .map(row -> row.values().stream()
                        .<Object>map(value -> value instanceof Number number ? number.doubleValue() : "" + value)
                        .toList())
                .toList();
    }

    private static <T> T any(List<T> list, Random random) {
        return list.get(random.nextInt(list.size()));
    }
}
