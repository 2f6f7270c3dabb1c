package org.thetisdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Goal: statements whose rows do not fit into memory do what others do, and leave nothing on disk, be it that they end,
 * fail, or are killed. Method: the same statements with and without spilling, and a process that is killed.
 */
final class SpillingTest {
    private static final int KILLED_NODES = 30_000;

    /** What keeps rows on disk, one of each kind. */
    enum Spilling {
        SORT("UNWIND range(1, 300000) AS x RETURN x ORDER BY x * 7919 % 100003"),
        GROUP("UNWIND range(1, 300000) AS x RETURN x * 7919 % 100003 AS k, count(*) AS n, sum(x) AS s"),
        DISTINCT("UNWIND range(1, 300000) AS x RETURN DISTINCT x * 7919 % 100003 AS k"),
        JOIN("MATCH (a:N), (b:N) WHERE a.x = b.x RETURN a.x AS x"),
        LISTS("MATCH (n:N) RETURN n.x % 9000 AS k, collect('a text of its own ' + n.x) AS l"),
        LONG_LISTS("MATCH (n:N) RETURN n.x % 3 AS k, collect('a text of its own ' + n.x) AS l,"
                + " count(DISTINCT 'another ' + n.x) AS c"),
        GATHERED_ROWS("MATCH (n:N) WITH n, 'a text that is not short, of its own ' + n.x AS t"
                + " SET n.y = coalesce(n.y, 0) + 1 RETURN max(t) AS t, count(*) AS n"),
        WRITTEN_RESULT("MATCH (n:N) SET n.y = coalesce(n.y, 0) + 1 RETURN n, n.y AS y");

        private final String statement;

        Spilling(String statement) {
            this.statement = statement;
        }
    }

    @TempDir
    private java.nio.file.Path folder;

    private static DatabaseOptions options() {
        return DatabaseOptions.byDefault().withDurability(Durability.OFF).withThreadCount(2);
    }

    /** With a commit after so many rows, whose errors make nulls of the rows of their transactions alone. */
    @Test
    void callsInTransactions_thatSpill_doTheSame() {
        List<String> statements = List.of(
                "UNWIND range(1, 50) AS x CALL (x) { CREATE (n:A {x: 1 / (x % 17)}) RETURN n.x AS y }"
                        + " IN TRANSACTIONS OF 4 ROWS ON ERROR CONTINUE REPORT STATUS AS s"
                        + " RETURN x, y, s.committed AS c, s.started AS t",
                "UNWIND range(1, 50) AS x CALL (x) { CREATE (n:B {x: 1 / (x % 17)}) RETURN n.x AS y }"
                        + " IN TRANSACTIONS OF 7 ROWS ON ERROR BREAK REPORT STATUS AS s"
                        + " RETURN x, y, s.committed AS c, s.started AS t",
                "UNWIND range(1, 50) AS x CALL (x) { UNWIND range(1, x % 3) AS y CREATE (:C {x: x, y: y}) RETURN y }"
                        + " IN TRANSACTIONS OF 1000 ROWS RETURN x, y",
                "MATCH (n) RETURN labels(n) AS l, count(*) AS c, sum(n.x) AS x ORDER BY l");
        for (int batchRows : new int[] {1, 3, 1024}) {
            DatabaseOptions usual = options().withBatchRows(batchRows);
            try (Database expected = Database.create(folder.resolve("usual" + batchRows), usual);
                    Database spilling = Database.create(
                            folder.resolve("spilling" + batchRows), usual.withEngineVariant("share-bytes=0"))) {
                for (String statement : statements) {
                    assertThat(rows(spilling, statement)).as(statement).isEqualTo(rows(expected, statement));
                }
            }
        }
    }

    private static List<Map<String, Object>> rows(Database database, String statement) {
        try (Session session = database.session()) {
            return session.run(statement).list().stream().map(Record::asMap).toList();
        }
    }

    @Test
    void aClauseThatWritesForMoreRowsThanFit_writesForAll() throws IOException {
        java.nio.file.Path directory = folder.resolve("large");
        try (Database database = Database.create(directory, options().withQueryMemoryBytes(1 << 20));
                Session session = database.session()) {
            assertThat(session.run("UNWIND range(1, 200000) AS x CREATE (n:N {x: x}) SET n.y = x % 10 RETURN count(n)")
                            .single()
                            .get(0))
                    .isEqualTo(200_000L);
            assertThat(rows(database, "MATCH (n:N) RETURN sum(n.x) AS x, sum(n.y) AS y"))
                    .containsExactly(Map.of("x", 20_000_100_000L, "y", 900_000L));
            assertThat(directory.resolve("temporary")).isDirectory();
            assertThat(left(directory)).isEmpty();
        }
    }

    /** What is known of nodes that stand for their names is forgotten with groups that go to disk, early or late. */
    @Test
    void groupsByNamesOfNodes_thatSpill_areTheSame() {
        java.nio.file.Path directory = folder.resolve("places");
        List<String> writes = List.of(
                "UNWIND range(0, 11999) AS k CREATE (:Place {k: k, name: 'place ' + k % 7001})",
                "CREATE INDEX FOR (p:Place) ON (p.k)",
                "UNWIND range(0, 19999) AS i WITH i, CASE i % 2 WHEN 0 THEN i * 7 % 50 ELSE i % 12000 END AS k"
                        + " MATCH (p:Place {k: k}) CREATE (:Item {i: i})-[:AT]->(p)");
        List<String> reads = List.of(
                "MATCH (x:Item)-[:AT]->(p:Place) RETURN p.name AS name, count(*) AS n, sum(x.i) AS s, min(x.i) AS l,"
                        + " max(x.i) AS m, sum(x.i % 7) AS v, max('text ' + x.i) AS u, min('text ' + x.i) AS t"
                        + " ORDER BY name",
                "MATCH (x:Item)-[:AT]->(p:Place) RETURN p.name AS name, x.i % 3 AS k, max(x.i) AS m ORDER BY name, k",
                "MATCH (x:Item)-[:AT]->(p:Place) WITH DISTINCT p.name AS name, x.i % 5 AS k"
                        + " RETURN k, count(*) AS n, min(name) AS l ORDER BY k",
                "MATCH (x:Item)-[:AT]->(p:Place) WITH p.name AS name, count(DISTINCT x) AS c, collect(x.i) AS l"
                        + " RETURN name, c, size(l) AS n, reduce(s = 0, i IN l | s + i) AS s ORDER BY name");
        List<List<Map<String, Object>>> expected;
        try (Database database = Database.create(directory, options())) {
            writes.forEach(statement -> rows(database, statement));
            expected =
                    reads.stream().map(statement -> rows(database, statement)).toList();
        }
        for (int shareBytes : new int[] {0, 200_000, 450_000, 1_200_000}) {
            try (Database database =
                    Database.open(directory, options().withEngineVariant("share-bytes=" + shareBytes))) {
                for (int read = 0; read < reads.size(); read++) {
                    assertThat(rows(database, reads.get(read)))
                            .as("shareBytes=%d, %s", shareBytes, reads.get(read))
                            .isEqualTo(expected.get(read));
                }
            }
        }
    }

    /** The rows that come in fit into memory, what they become does not: from one of them on that is on disk. */
    @ParameterizedTest
    @ValueSource(ints = {5_000, 10_000, 20_000, 40_000})
    void aClauseThatGivesMoreThanFits_givesAll(int count) {
        List<String> statements = List.of(
                "CREATE INDEX FOR (m:M) ON (m.k)",
                "UNWIND range(1, " + count + ") AS x MERGE (m:M {k: x % (" + count + " / 2)})"
                        + " ON CREATE SET m.v = x ON MATCH SET m.w = x"
                        + " RETURN count(*) AS n, sum(x) AS x, sum(m.v) AS v, sum(m.w) AS w, sum(m.k) AS k",
                "UNWIND range(1, " + count + ") AS x CALL (x) { UNWIND range(0, x % 5) AS y CREATE (c:C {x: x * y})"
                        + " RETURN c, y } RETURN count(*) AS n, sum(x * y) AS x, sum(c.x) AS c",
                "UNWIND range(1, " + count + ") AS x CALL (x) { UNWIND range(0, x % 5) AS y CREATE (d:D {x: x * y})"
                        + " RETURN y } IN TRANSACTIONS OF 700 ROWS RETURN count(*) AS n, sum(x * y) AS x");
        try (Database plenty = Database.create(folder.resolve("plenty"), options());
                Database little =
                        Database.create(folder.resolve("little"), options().withQueryMemoryBytes(1 << 20))) {
            for (String statement : statements) {
                assertThat(rows(little, statement)).as(statement).isEqualTo(rows(plenty, statement));
            }
        }
    }

    /** What is found for one row, or for a batch of them, is more than fits: of a node, and of a longer pattern. */
    @Test
    void aMergeThatFindsMoreThanFits_givesAll() throws IOException {
        java.nio.file.Path directory = folder.resolve("found");
        List<String> statements = List.of(
                "UNWIND range(1, 60000) AS x CREATE (:M {x: x})-[:R]->(:E {x: x})",
                "UNWIND [1, 2] AS x MERGE (m:M) ON MATCH SET m.n = coalesce(m.n, 0) + x"
                        + " RETURN x, count(*) AS n, count(DISTINCT m) AS d, sum(m.n) AS s ORDER BY x",
                "UNWIND ['a', 'b'] AS t MERGE (m:M)-[r:R]->(e:E) ON CREATE SET m.x = -1 ON MATCH SET e.t = t"
                        + " RETURN t, count(r) AS n, sum(m.x) AS m, min(e.t) AS e ORDER BY t",
                "UNWIND [1, 2] AS x MERGE (n:New {x: 0}) ON CREATE SET n.c = x ON MATCH SET n.m = x RETURN x, n.c AS c",
                "MATCH (m:M) RETURN count(*) AS n, sum(m.n) AS s");
        try (Database plenty = Database.create(folder.resolve("plenty"), options());
                Database little = Database.create(directory, options().withQueryMemoryBytes(1 << 20))) {
            for (String statement : statements) {
                assertThat(rows(little, statement)).as(statement).isEqualTo(rows(plenty, statement));
            }
            assertThat(left(directory)).isEmpty();
        }
    }

    /** Rows of 60,000 nodes, of which the first hundreds fit: all that is asked for must come back from disk. */
    @Test
    void theRowsOfAStatementThatWrites_areReadFromDiskIfTheyDoNotFit() throws IOException {
        java.nio.file.Path directory = folder.resolve("rows");
        try (Database database = Database.create(directory, options().withQueryMemoryBytes(1 << 20));
                Session session = database.session()) {
            Result result = session.run("UNWIND range(1, 30000) AS x"
                    + " CREATE p = (a:A:B {x: x, name: 'n' + x})-[r:R {y: x}]->(b:C)"
                    + " RETURN x, a, [r, {key: b, none: null}] AS list, p, [x, x * 0.5] AS numbers");
            long sum = 0;
            while (result.hasNext()) {
                sum += checkedRow(result.next());
            }
            assertThat(sum).isEqualTo(450_015_000L);
            assertThat(left(directory)).isEmpty();
            assertThat(session.run("MATCH (a:A) SET a.x = -a.x RETURN a.x AS x, a")
                            .consume())
                    .isEqualTo(30_000L);
            assertThat(rows(database, "MATCH (a:A) RETURN sum(a.x) AS x")).containsExactly(Map.of("x", -450_015_000L));
        }
    }

    private static long checkedRow(Record row) {
        long x = row.getLong("x");
        Node node = row.getNode("a");
        List<?> list = row.getList("list");
        Relationship relationship = (Relationship) list.get(0);
        Path path = row.getPath("p");
        assertThat(node.labels()).containsExactlyInAnyOrder("A", "B");
        assertThat(node.properties()).isEqualTo(Map.of("x", x, "name", "n" + x));
        assertThat(relationship.type()).isEqualTo("R");
        assertThat(relationship.properties()).isEqualTo(Map.of("y", x));
        assertThat(relationship.startNodeId()).isEqualTo(node.id());
        assertThat(((Node) ((Map<?, ?>) list.get(1)).get("key")).id()).isEqualTo(relationship.endNodeId());
        assertThat(((Map<?, ?>) list.get(1)).containsKey("none")).isTrue();
        assertThat(path.nodes().getFirst().properties()).isEqualTo(node.properties());
        assertThat(path.relationships()).containsExactly(relationship);
        assertThat(row.getList("numbers")).isEqualTo(List.of(x, x * 0.5));
        return x;
    }

    /** What was asked for before a statement writes shows the graph as it was, however much of it there is. */
    @Test
    void rowsThatNobodyHasReadYet_areKeptOnDiskWhenTheNextStatementWrites() throws IOException {
        java.nio.file.Path directory = folder.resolve("unread");
        try (Database database = Database.create(directory, options().withQueryMemoryBytes(1 << 20));
                Session session = database.session()) {
            session.run("UNWIND range(1, 50000) AS x CREATE (:A {x: x})").consume();
            try (Transaction transaction = session.beginTransaction()) {
                Result unread = transaction.run("MATCH (a:A) RETURN a, a.x AS x");
                long sum = unread.next().getLong("x");
                transaction.run("MATCH (a:A) SET a.x = 0").consume();
                while (unread.hasNext()) {
                    Record row = unread.next();
                    assertThat(row.getNode("a").getLong("x")).isEqualTo(row.getLong("x"));
                    sum += row.getLong("x");
                }
                assertThat(sum).isEqualTo(1_250_025_000L);
                Result lost = transaction.run("MATCH (a:A) RETURN a");
                transaction.run("CREATE (:B)").consume();
                assertThat(lost.hasNext()).isTrue();
            }
            assertThat(left(directory)).isEmpty();
        }
    }

    @Test
    void distinctValuesWithoutKeys_areCountedOnDiskIfTheyDoNotFit() {
        try (Database database =
                        Database.create(folder.resolve("distinct"), options().withQueryMemoryBytes(1 << 20));
                Session session = database.session()) {
            session.run("UNWIND range(1, 250000) AS x CREATE (:A {x: x, y: 'text ' + x % 200000})")
                    .consume();
            assertThat(rows(database, "MATCH (a:A) RETURN count(DISTINCT a.x) AS n"))
                    .containsExactly(Map.of("n", 250_000L));
            assertThat(rows(database, "MATCH (a:A) RETURN count(DISTINCT a.y) AS n"))
                    .containsExactly(Map.of("n", 200_000L));
            assertThat(rows(database, "MATCH (a:A) RETURN sum(DISTINCT a.x / 2) AS n"))
                    .containsExactly(Map.of("n", 7_812_562_500L));
        }
    }

    /** A node takes a hundred times what its id takes in the list that refers to it. */
    @Test
    void aListOfNodesThatHoldMoreThanFits_isGivenFromDisk() {
        try (Database database =
                        Database.create(folder.resolve("nodes"), options().withQueryMemoryBytes(1 << 20));
                Session session = database.session()) {
            session.run("UNWIND range(1, 10000) AS x CREATE (:A {x: x, name: 'a name of ' + x})-[:R {x: x}]->(:B)")
                    .consume();
            for (String list : List.of("collect(a)", "collect(r)")) {
                List<?> all = session.run("MATCH (a:A)-[r]->() RETURN " + list + " AS list")
                        .single()
                        .getList("list");
                assertThat(all.stream().mapToLong(SpillingTest::numberOf).sum()).isEqualTo(50_005_000L);
            }
            Map<?, ?> map = session.run("MATCH (a:A) WITH a ORDER BY a.x RETURN {all: [1, collect(a)]} AS map")
                    .single()
                    .getMap("map");
            List<?> all = (List<?>) ((List<?>) map.get("all")).get(1);
            assertThat(((Node) all.get(4321)).properties()).isEqualTo(Map.of("x", 4322L, "name", "a name of 4322"));
            // Its elements are made one by one, but each of them as a whole.
            String nested = "MATCH (a:A) WITH collect(a) AS all RETURN [x IN range(1, 300) | all] AS list";
            assertThatThrownBy(() -> session.run(nested).next())
                    .isInstanceOfSatisfying(
                            ThetisException.class,
                            problem -> assertThat(problem.code()).isEqualTo(ErrorCode.MEMORY_EXHAUSTED))
                    .hasMessageContaining("return a row for each");
        }
    }

    private static long numberOf(Object entity) {
        return entity instanceof Node node ? node.getLong("x") : ((Relationship) entity).getLong("x");
    }

    private static List<java.nio.file.Path> left(java.nio.file.Path directory) throws IOException {
        try (Stream<java.nio.file.Path> files = Files.list(directory.resolve("temporary"))) {
            return files.toList();
        }
    }

    /** A process that keeps rows on disk until it is killed. */
    static final class Victim {
        public static void main(String[] arguments) {
            try (Database database = Database.create(
                            java.nio.file.Path.of(arguments[0]), options().withQueryMemoryBytes(1 << 20));
                    Session session = database.session()) {
                session.run("UNWIND range(1, " + KILLED_NODES + ") AS x CREATE (:N {x: x})")
                        .consume();
                while (true) {
                    try (Result result = session.run(Spilling.valueOf(arguments[1]).statement)) {
                        result.next();
                        System.out.println("spilling");
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Spilling.class)
    void aProcessThatIsKilledWhileItSpills_leavesNothing(Spilling what) throws Exception {
        java.nio.file.Path directory = folder.resolve("killed");
        Process victim = new ProcessBuilder(
                        java.nio.file.Path.of(System.getProperty("java.home"), "bin", "java")
                                .toString(),
                        "-Xmx300m",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Victim.class.getName(),
                        directory.toString(),
                        what.name())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (var output = victim.inputReader()) {
            for (int query = 0; query < 3; query++) {
                assertThat(output.readLine()).isEqualTo("spilling");
            }
            // Into the middle of the next one, or thereabouts.
            TimeUnit.MILLISECONDS.sleep(20L * what.ordinal());
        } finally {
            victim.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
        }
        try (Database database = Database.open(directory, options().withQueryMemoryBytes(1 << 20))) {
            assertThat(left(directory)).isEmpty();
            assertThat(rows(database, "MATCH (n:N) RETURN count(*) AS n, count(DISTINCT coalesce(n.y, 0)) AS y"))
                    .as("each statement is there for all nodes, or for none")
                    .containsExactly(Map.of("n", (long) KILLED_NODES, "y", 1L));
            assertThat(rows(database, what.statement)).isNotEmpty();
            assertThat(database.check((phase, items) -> {}).findings()).isEmpty();
            assertThat(left(directory)).isEmpty();
        }
    }
}
