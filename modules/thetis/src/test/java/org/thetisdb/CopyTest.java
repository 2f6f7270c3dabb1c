package org.thetisdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** COPY between a database and files. */
class CopyTest {
    @TempDir
    Path folder;

    private Database database;
    private Session session;

    @BeforeEach
    void open() {
        database = Database.create(folder.resolve("database"));
        session = database.session();
    }

    @AfterEach
    void close() {
        database.close();
    }

    private Path file(String name) {
        return folder.resolve(name);
    }

    private long copyTo(String query, String name, String options) {
        return session.run(
                        "COPY (" + query + ") TO $file " + options,
                        Map.of("file", file(name).toString()))
                .single()
                .getLong("rows");
    }

    private static ThetisException failure(ErrorCode code, Runnable action) {
        ThetisException[] found = new ThetisException[1];
        assertThatThrownBy(action::run).isInstanceOfSatisfying(ThetisException.class, thrown -> {
            assertThat(thrown.code()).as(thrown.getMessage()).isEqualTo(code);
            found[0] = thrown;
        });
        return found[0];
    }

    @Test
    void to_csv_quotesWhatIsNotWhatItLooksLike() throws IOException {
        String query =
                "UNWIND [1, '1', 'a,b', 'x\"y', '', null, 1.0, date('2020-02-03'), 'plain', [1, 2], true, 'true',"
                        + " point({x: 1.0, y: 2.0}), {a: 'b'}] AS x RETURN x AS `the x`, 7 AS seven";
        assertThat(copyTo(query, "a.csv", "(TYPES false)")).isEqualTo(14);
        assertThat(Files.readAllLines(file("a.csv")))
                .containsExactly(
                        "the x,seven",
                        "1,7",
                        "\"1\",7",
                        "\"a,b\",7",
                        "\"x\"\"y\",7",
                        "\"\",7",
                        ",7",
                        "1.0,7",
                        "2020-02-03,7",
                        "plain,7",
                        "\"1;2\",7",
                        "true,7",
                        "\"true\",7",
                        "\"{srid: 7203, x: 1.0, y: 2.0}\",7",
                        "\"{\"\"a\"\":\"\"b\"\"}\",7");
        assertThat(copyTo("RETURN 'a,b' AS x, 'c;d' AS y", "b.csv", "(HEADER false, DELIMITER ';')"))
                .isEqualTo(1);
        assertThat(file("b.csv")).hasContent("a,b;\"c;d\"\n");
    }

    @Test
    void to_jsonLines_isAnObjectForEachRow() {
        copyTo("UNWIND [1, 'a\n', null, [1.5]] AS x RETURN x, {y: x} AS m", "a.jsonl", "");
        assertThat(file("a.jsonl")).hasContent("""
                {"x":1,"m":{"y":1}}
                {"x":"a\\n","m":{"y":"a\\n"}}
                {"x":null,"m":{"y":null}}
                {"x":[1.5],"m":{"y":[1.5]}}
                """);
        copyTo("RETURN 1 AS x", "a.txt", "(FORMAT jsonl)");
        assertThat(file("a.txt")).hasContent("{\"x\":1}\n");
    }

    @Test
    void to_compressedFile_isWhatLoadCsvReads() {
        for (String name : List.of("a.csv.gz", "a.csv.zst")) {
            assertThat(copyTo("UNWIND range(1, 30000) AS x RETURN x", name, "")).isEqualTo(30000);
            String load = "LOAD CSV WITH HEADERS FROM $file AS row RETURN sum(toInteger(row.x)) AS s";
            assertThat(session.run(load, Map.of("file", file(name).toString()))
                            .single()
                            .getLong("s"))
                    .isEqualTo(450015000);
        }
    }

    @Test
    void to_existingFile_isReplacedOnlyIfAsked() throws IOException {
        copyTo("RETURN 1 AS x", "a.csv", "");
        failure(ErrorCode.IMPORT_TARGET_EXISTS, () -> copyTo("RETURN 2 AS x", "a.csv", ""));
        assertThat(file("a.csv")).hasContent("x\n1\n");
        copyTo("RETURN 2 AS x", "a.csv", "(OVERWRITE true)");
        assertThat(file("a.csv")).hasContent("x\n2\n");
    }

    @Test
    void to_failingQuery_leavesNothing() throws IOException {
        copyTo("RETURN 1 AS x", "a.csv", "");
        String query = "UNWIND range(50000, 0, -1) AS x RETURN 1 / x AS y";
        failure(ErrorCode.DIVISION_BY_ZERO, () -> copyTo(query, "a.csv", "(OVERWRITE true)"));
        failure(ErrorCode.DIVISION_BY_ZERO, () -> copyTo(query, "b.csv", ""));
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(Path::getFileName).map(Path::toString)).containsExactlyInAnyOrder("a.csv", "database");
        }
        assertThat(file("a.csv")).hasContent("x\n1\n");
    }

    @Test
    void to_whatCannotBe_isRefused() {
        failure(ErrorCode.SEMANTIC, () -> copyTo("CREATE (a) RETURN a", "a.csv", ""));
        failure(ErrorCode.INVALID_ARGUMENT, () -> copyTo("RETURN 1 AS x", "a.txt", ""));
        failure(ErrorCode.INVALID_ARGUMENT, () -> copyTo("RETURN 1 AS x", "database/a.csv", ""));
        failure(ErrorCode.MISSING_PARAMETER, () -> session.run("COPY (RETURN 1 AS x) TO $file"));
        failure(ErrorCode.INVALID_PARAMETER, () -> session.run("COPY (RETURN 1 AS x) TO $f", Map.of("f", 1)));
        failure(ErrorCode.INVALID_ARGUMENT, () -> session.run("COPY (RETURN 1 AS x) TO 'https://a.org/a.csv'"));
        ThetisException wrong =
                failure(ErrorCode.UNDEFINED_VARIABLE, () -> session.run("COPY (\nRETURN y) TO 'a.csv'"));
        assertThat(wrong.position().orElseThrow().line()).isEqualTo(2);
        assertThat(wrong.position().orElseThrow().column()).isEqualTo(8);
        try (Transaction transaction = session.beginTransaction()) {
            failure(ErrorCode.USAGE, () -> transaction.run("COPY (RETURN 1 AS x) TO 'a.csv'"));
        }
    }

    @Test
    void to_queryOfThePast_showsThePast() {
        session.run("CREATE (:A {x: 1})");
        long then = session.lastRevision().orElseThrow();
        session.run("MATCH (a:A) SET a.x = 2");
        copyTo("USE revision(" + then + ") MATCH (a:A) RETURN a.x AS x", "a.csv", "");
        assertThat(file("a.csv")).hasContent("x\n1\n");
        try (Session past = database.session().at(then)) {
            past.run(
                    "COPY (MATCH (a:A) RETURN a.x AS x) TO $f",
                    Map.of("f", file("b.csv").toString()));
        }
        assertThat(file("b.csv")).hasContent("x\n1\n");
    }

    /** Runs a statement while another thread does nothing but cancel what the session runs. */
    private void runCancelled(String statement) throws InterruptedException {
        AtomicBoolean done = new AtomicBoolean();
        Thread canceller = Thread.ofPlatform().start(() -> {
            while (!done.get()) {
                session.cancel();
                LockSupport.parkNanos(1_000_000);
            }
        });
        try {
            failure(ErrorCode.QUERY_CANCELLED, () -> session.run(statement));
        } finally {
            done.set(true);
            canceller.join();
        }
    }

    @Test
    void bothWays_cancelled_changeNothing() throws IOException, InterruptedException {
        runCancelled("COPY (UNWIND range(1, 1000000000) AS x RETURN x) TO '" + file("a.csv") + "'");
        copyTo("UNWIND range(1, 200000) AS x RETURN x", "b.csv", "");
        runCancelled("COPY A FROM '" + file("b.csv") + "'");
        assertThat(session.run("MATCH (a) RETURN count(*) AS c").single().getLong("c"))
                .isZero();
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(Path::getFileName).map(Path::toString)).containsExactlyInAnyOrder("b.csv", "database");
        }
    }
}
