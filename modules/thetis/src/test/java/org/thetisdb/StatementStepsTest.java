package org.thetisdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** Statements that are more than one transaction, and those that read files, through a session. */
class StatementStepsTest {
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

    private long count(String pattern) {
        return session.run("MATCH " + pattern + " RETURN count(*) AS c")
                .single()
                .getLong("c");
    }

    private static void assertCode(ErrorCode code, Runnable action) {
        assertThatThrownBy(action::run)
                .isInstanceOfSatisfying(
                        ThetisException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    @Test
    void loadCsv_inTransactions_commitsAsItGoes() throws IOException {
        Path file = folder.resolve("people.csv");
        Files.writeString(file, "id,name\n1,Ada\n2,\n3,Bo\n0,Nobody\n5,Cy\n");
        String load = "LOAD CSV WITH HEADERS FROM $file AS row CALL (row) {"
                + " MERGE (p:Person {id: toInteger(row.id)}) SET p.name = row.name, p.part = 6 / p.id"
                + " RETURN p } IN TRANSACTIONS OF 2 ROWS";
        Map<String, Object> parameters = Map.of("file", file.toUri().toString());
        assertCode(ErrorCode.DIVISION_BY_ZERO, () -> session.run(load + " RETURN 1 AS x", parameters));
        assertThat(count("(p:Person)")).isEqualTo(2);
        List<Boolean> committed = session
                .run(load + " ON ERROR CONTINUE REPORT STATUS AS s RETURN s.committed AS c, p.name AS n", parameters)
                .stream()
                .map(record -> record.get("c", Boolean.class))
                .toList();
        assertThat(committed).containsExactly(true, true, false, false, true);
        assertThat(count("(p:Person) WHERE p.name IS NOT NULL")).isEqualTo(2);
        assertCode(ErrorCode.USAGE, () -> {
            try (Transaction transaction = session.beginTransaction()) {
                transaction.run(load + " RETURN 1 AS x", parameters);
            }
        });
    }

    @Test
    void schemaCommands_areKeptAndShown() {
        session.run("UNWIND range(1, 100) AS x CREATE (:A {x: x, y: x % 10})");
        assertThat(session.run("CREATE INDEX by_y FOR (a:A) ON (a.y)")
                        .summary()
                        .counters()
                        .indexesAdded())
                .isEqualTo(1);
        assertThat(session.run("EXPLAIN MATCH (a:A) WHERE a.y = 3 RETURN a")
                        .plan()
                        .orElseThrow())
                .contains("IndexSeek");
        assertThat(count("(a:A {y: 3})")).isEqualTo(10);
        assertCode(ErrorCode.SCHEMA_EXISTS, () -> session.run("CREATE INDEX by_y FOR (a:A) ON (a.y)"));
        session.run("CREATE INDEX by_y IF NOT EXISTS FOR (a:A) ON (a.y)");
        session.run("CREATE CONSTRAINT one FOR (a:A) REQUIRE a.x IS UNIQUE");
        assertCode(ErrorCode.CONSTRAINT_VIOLATED, () -> session.run("CREATE (:A {x: 7})"));
        assertCode(
                ErrorCode.CONSTRAINT_VIOLATED,
                () -> session.run("CREATE CONSTRAINT FOR (a:A) REQUIRE a.none IS NOT NULL"));
        assertThat(session.run("SHOW CONSTRAINTS YIELD name").stream().toList()).hasSize(1);
        assertThat(session.run("SHOW INDEXES YIELD name").stream().toList()).hasSize(2);
        session.run("DROP CONSTRAINT one");
        session.run("DROP INDEX by_y");
        session.run("DROP INDEX by_y IF EXISTS");
        assertCode(ErrorCode.SCHEMA_NOT_FOUND, () -> session.run("DROP INDEX by_y"));
        session.run("CREATE (:A {x: 7})");
        assertThat(count("(a:A {x: 7})")).isEqualTo(2);
    }
}
