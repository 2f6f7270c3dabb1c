package org.thetisdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Goal: statements whose rows do not fit into memory do what others do, and leave nothing on disk, be it that they end,
 * fail, or are killed. Method: the same statements with and without spilling, and a process that is killed.
 */
final class SpillingTest {
    private static final String SORT = "UNWIND range(1, 300000) AS x RETURN x ORDER BY x * 7919 % 100003";

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

    private static List<java.nio.file.Path> left(java.nio.file.Path directory) throws IOException {
        try (Stream<java.nio.file.Path> files = Files.list(directory.resolve("temporary"))) {
            return files.toList();
        }
    }

    /** A process that sorts on disk until it is killed. */
    static final class Victim {
        public static void main(String[] arguments) {
            try (Database database = Database.create(
                            java.nio.file.Path.of(arguments[0]), options().withQueryMemoryBytes(1 << 20));
                    Session session = database.session()) {
                while (true) {
                    try (Result result = session.run(SORT)) {
                        result.next();
                        System.out.println("spilling");
                    }
                }
            }
        }
    }

    @Test
    void aProcessThatIsKilledWhileItSpills_leavesNothing() throws Exception {
        java.nio.file.Path directory = folder.resolve("killed");
        Process victim = new ProcessBuilder(
                        java.nio.file.Path.of(System.getProperty("java.home"), "bin", "java")
                                .toString(),
                        "-Xmx300m",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Victim.class.getName(),
                        directory.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (var output = victim.inputReader()) {
            for (int round = 0; round < 3; round++) {
                assertThat(output.readLine()).isEqualTo("spilling");
            }
        } finally {
            victim.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
        }
        try (Database database = Database.open(directory, options().withQueryMemoryBytes(1 << 20))) {
            assertThat(left(directory)).isEmpty();
            assertThat(rows(database, SORT)).hasSize(300_000);
            assertThat(left(directory)).isEmpty();
        }
    }
}
