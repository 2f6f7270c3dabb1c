package org.thetisdb.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Date;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.sql.Types;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.util.PSQLException;

/** What programs do through JDBC. */
class JdbcTest {
    @TempDir
    static Path directory;

    private static GraphServer server;

    @BeforeAll
    static void start() {
        server = GraphServer.start(directory);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static List<List<Object>> rows(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            return rows(result);
        }
    }

    private static List<List<Object>> rows(ResultSet result) throws SQLException {
        List<List<Object>> rows = new ArrayList<>();
        while (result.next()) {
            List<Object> row = new ArrayList<>();
            for (int index = 1; index <= result.getMetaData().getColumnCount(); index++) {
                row.add(result.getObject(index));
            }
            rows.add(row);
        }
        return rows;
    }

    @Test
    void functionsOfExtensions_areCalledByTheirNames() throws SQLException {
        server.database()
                .extend("numbers")
                .longFunction("numbers.triple", number -> number * 3)
                .register();
        try (Connection connection = server.connect("")) {
            assertThat(rows(connection, "SELECT numbers.triple(4), numbers.triple(NULL)"))
                    .containsExactly(Arrays.asList(12L, null));
            assertThat(rows(
                            connection,
                            "SELECT numbers.triple(n) FROM cypher($$ UNWIND [2, 1] AS n RETURN n $$) AS (n bigint)"
                                    + " WHERE numbers.triple(n) > 3 ORDER BY 1"))
                    .containsExactly(List.of(6L));
        } finally {
            server.database().dropExtension("numbers");
        }
    }

    @Test
    void queries_ofTables_giveTypedValues() throws SQLException {
        try (Connection connection = server.connect("");
                PreparedStatement statement = connection.prepareStatement(
                        "SELECT id, name, score, born, active, at FROM \"Person\" WHERE id = ? AND born > ?")) {
            // Often enough for the driver to go over to a named statement and binary values.
            for (int round = 1; round <= 8; round++) {
                statement.setLong(1, round);
                statement.setObject(2, LocalDate.of(1979, 12, 31));
                try (ResultSet result = statement.executeQuery()) {
                    assertThat(result.next()).isTrue();
                    assertThat(result.getLong(1)).isEqualTo(round);
                    assertThat(result.getString("name")).isEqualTo("name" + round);
                    assertThat(result.getDouble(3)).isEqualTo(round * 0.5);
                    assertThat(result.getDate(4))
                            .isEqualTo(Date.valueOf(LocalDate.of(1980, 1, 1).plusDays(round)));
                    assertThat(result.getBoolean(5)).isEqualTo(round % 2 == 0);
                    assertThat(result.getObject(6, OffsetDateTime.class).toInstant())
                            .isEqualTo(OffsetDateTime.parse("2020-01-01T00:00:00Z")
                                    .plusHours(round)
                                    .toInstant());
                    assertThat(result.next()).isFalse();
                }
            }
            ResultSetMetaData columns = statement.getMetaData();
            assertThat(columns.getColumnTypeName(1)).isEqualTo("int8");
            assertThat(columns.getColumnType(4)).isEqualTo(Types.DATE);
            assertThat(statement.getParameterMetaData().getParameterTypeName(1)).isEqualTo("int8");
        }
    }

    @Test
    void metaData_showTablesAndColumns() throws SQLException {
        try (Connection connection = server.connect("")) {
            List<String> tables = new ArrayList<>();
            try (ResultSet result = connection.getMetaData().getTables(null, "public", "%", new String[] {"TABLE"})) {
                while (result.next()) {
                    tables.add(result.getString("TABLE_NAME"));
                }
            }
            assertThat(tables).contains("City", "KNOWS", "Person");
            List<String> columns = new ArrayList<>();
            try (ResultSet result = connection.getMetaData().getColumns(null, "public", "KNOWS", "%")) {
                while (result.next()) {
                    columns.add(result.getString("COLUMN_NAME") + " " + result.getString("TYPE_NAME") + " "
                            + result.getString("IS_NULLABLE"));
                }
            }
            assertThat(columns).containsExactly("_id int8 NO", "_start int8 NO", "_end int8 NO", "since int8 YES");
            try (ResultSet schemas = connection.getMetaData().getSchemas()) {
                assertThat(schemas.next()).isTrue();
            }
            try (ResultSet keys = connection.getMetaData().getPrimaryKeys(null, "public", "Person")) {
                assertThat(keys.next()).isFalse();
            }
        }
    }

    @Test
    void cypher_runsAnything_withParameters() throws SQLException {
        try (Connection connection = server.connect("")) {
            assertThat(rows(
                            connection,
                            "SELECT * FROM cypher($$ MATCH (p:Person {id: 3})-[:KNOWS]->(f) RETURN f.id, f.name"
                                    + " ORDER BY f.id $$) AS (a bigint, b text)"))
                    .containsExactly(List.of(4L, "name4"), List.of(10L, "name10"));
            try (PreparedStatement statement = connection.prepareStatement(
                    "SELECT * FROM cypher($$ RETURN $p1 + 1, $p2 $$, ?::bigint, ?::text) AS (a bigint, b text)")) {
                statement.setLong(1, 41);
                statement.setString(2, "x");
                assertThat(rows(statement.executeQuery())).containsExactly(List.of(42L, "x"));
            }
        }
    }

    @Test
    void cursor_fetchesInPortions_inATransaction() throws SQLException {
        try (Connection connection = server.connect("")) {
            connection.setAutoCommit(false);
            try (Statement statement = connection.createStatement()) {
                statement.setFetchSize(64);
                try (ResultSet result = statement.executeQuery("SELECT id FROM \"Person\" ORDER BY id")) {
                    long sum = 0;
                    while (result.next()) {
                        sum += result.getLong(1);
                    }
                    assertThat(sum).isEqualTo(500_500);
                }
            }
            connection.commit();
        }
    }

    @Test
    void transactions_commitAndRollBack() throws SQLException {
        try (Connection connection = server.connect("");
                Connection other = server.connect("")) {
            connection.setAutoCommit(false);
            String count = "SELECT * FROM cypher($$ MATCH (n:Draft) RETURN count(n) $$) AS (n bigint)";
            rows(connection, "SELECT * FROM cypher($$ CREATE (n:Draft) RETURN 1 $$) AS (n bigint)");
            assertThat(rows(connection, count)).containsExactly(List.of(1L));
            assertThat(rows(other, count)).containsExactly(List.of(0L));
            connection.rollback();
            assertThat(rows(connection, count)).containsExactly(List.of(0L));
            rows(connection, "SELECT * FROM cypher($$ CREATE (n:Draft) RETURN 1 $$) AS (n bigint)");
            connection.commit();
            assertThat(rows(other, count)).containsExactly(List.of(1L));
            rows(connection, "SELECT * FROM cypher($$ MATCH (n:Draft) DELETE n RETURN 1 $$) AS (n bigint)");
            connection.commit();
        }
    }

    @Test
    void errors_haveStateAndPlace_andFailTheTransaction() throws SQLException {
        try (Connection connection = server.connect("")) {
            PSQLException unknown = error(connection, "SELECT nope FROM \"Person\"");
            assertThat(unknown.getSQLState()).isEqualTo("42703");
            assertThat(unknown.getServerErrorMessage().getPosition()).isEqualTo(8);
            PSQLException inside = error(connection, "SELECT * FROM cypher($$ MATCH (n) RETURN m $$) AS (a bigint)");
            assertThat(inside.getSQLState()).isEqualTo("42703");
            assertThat(inside.getServerErrorMessage().getPosition()).isEqualTo(42);
            assertThat(inside.getServerErrorMessage().getDetail()).isEqualTo("THETIS-1002");
            assertThat(error(connection, "SELECT 1 / 0").getSQLState()).isEqualTo("22012");
            assertThat(error(connection, "SELEC 1").getSQLState()).isEqualTo("42601");
            assertThat(error(connection, "TRUNCATE \"Person\"").getSQLState()).isEqualTo("0A000");
            connection.setAutoCommit(false);
            error(connection, "SELECT * FROM nothing");
            assertThat(error(connection, "SELECT 1").getSQLState()).isEqualTo("25P02");
            connection.rollback();
            assertThat(rows(connection, "SELECT 1")).containsExactly(List.of(1));
        }
    }

    @Test
    void savepoints_recoverFromErrors_ifNothingWasWritten() throws SQLException {
        try (Connection connection = server.connect("")) {
            assertThat(error(connection, "SAVEPOINT a").getSQLState()).isEqualTo("25P01");
            connection.setAutoCommit(false);
            String count = "SELECT * FROM cypher($$ MATCH (n:Kept) RETURN count(n) $$) AS (n bigint)";
            rows(connection, "SELECT * FROM cypher($$ CREATE (n:Kept) RETURN 1 $$) AS (n bigint)");
            Savepoint outer = connection.setSavepoint("outer");
            Savepoint inner = connection.setSavepoint("in ner");
            assertThat(error(connection, "SELECT 1 / 0").getSQLState()).isEqualTo("22012");
            assertThat(error(connection, "SELECT 1").getSQLState()).isEqualTo("25P02");
            connection.rollback(inner);
            assertThat(error(connection, "SELECT * FROM cypher($$ CREATE (:Kept {x: 1 / 0}) $$) AS (n bigint)")
                            .getSQLState())
                    .isEqualTo("22012");
            connection.rollback(outer);
            assertThat(error(connection, "RELEASE \"in ner\"").getSQLState()).isEqualTo("3B001");
            connection.rollback(outer);
            connection.releaseSavepoint(outer);
            assertThat(rows(connection, count)).containsExactly(List.of(1L));
            Savepoint before = connection.setSavepoint();
            rows(connection, "SELECT * FROM cypher($$ CREATE (n:Kept) RETURN 1 $$) AS (n bigint)");
            assertThat(catchThrowableOfType(PSQLException.class, () -> connection.rollback(before))
                            .getSQLState())
                    .isEqualTo("0A000");
            connection.rollback();
            assertThat(rows(connection, count)).containsExactly(List.of(0L));
        }
    }

    @Test
    void autosave_goesOnAfterAnError() throws SQLException {
        try (Connection connection = server.connect("&autosave=always")) {
            connection.setAutoCommit(false);
            rows(connection, "SELECT * FROM cypher($$ CREATE (n:Saved) RETURN 1 $$) AS (n bigint)");
            assertThat(error(connection, "SELECT 1 / 0").getSQLState()).isEqualTo("22012");
            assertThat(error(connection, "SELECT nope").getSQLState()).isEqualTo("42703");
            connection.commit();
            assertThat(rows(
                            connection,
                            "SELECT * FROM cypher($$ MATCH (n:Saved) DELETE n RETURN count(n) $$) AS (n int)"))
                    .containsExactly(List.of(1));
            connection.commit();
        }
    }

    @Test
    void changes_countTheirRows_andAreOfATransaction() throws SQLException {
        try (Connection connection = server.connect("");
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            try (PreparedStatement insert =
                    connection.prepareStatement("INSERT INTO \"City\" (name, people, tags) VALUES (?, ?, ?)")) {
                for (int round = 1; round <= 8; round++) {
                    insert.setString(1, "town" + round);
                    insert.setInt(2, round);
                    insert.setArray(3, connection.createArrayOf("text", new String[] {"t"}));
                    insert.addBatch();
                }
                assertThat(insert.executeBatch()).containsOnly(1).hasSize(8);
            }
            assertThat(statement.executeUpdate("UPDATE \"City\" SET people = people * 2 WHERE name LIKE 'town%'"))
                    .isEqualTo(8);
            assertThat(rows(
                            connection,
                            "DELETE FROM \"City\" WHERE people BETWEEN 13 AND 99 RETURNING name, people / 2, tags"))
                    .hasSize(2);
            assertThat(statement.executeUpdate("DELETE FROM \"City\" WHERE name LIKE 'town%' AND people = 0"))
                    .isZero();
            assertThat(rows(connection, "SELECT count(*) FROM \"City\"")).containsExactly(List.of(8L));
            connection.rollback();
            assertThat(rows(connection, "SELECT count(*) FROM \"City\"")).containsExactly(List.of(2L));
            try (PreparedStatement insert = connection.prepareStatement(
                    "INSERT INTO \"City\" (name) VALUES (?)", Statement.RETURN_GENERATED_KEYS)) {
                insert.setString(1, "keyed");
                assertThat(insert.executeUpdate()).isEqualTo(1);
                try (ResultSet keys = insert.getGeneratedKeys()) {
                    assertThat(keys.next()).isTrue();
                    assertThat(keys.getString("name")).isEqualTo("keyed");
                }
            }
            connection.rollback();
        }
    }

    @Test
    void changes_thatMeanNothingHere_areRefused() throws SQLException {
        try (Connection connection = server.connect("")) {
            assertThat(error(connection, "INSERT INTO \"City\" (_id) VALUES (7)")
                            .getSQLState())
                    .isEqualTo("428C9");
            assertThat(error(connection, "INSERT INTO \"City\" (mayor) VALUES ('x')")
                            .getSQLState())
                    .isEqualTo("42703");
            assertThat(error(connection, "INSERT INTO \"KNOWS\" (_start) VALUES (1)")
                            .getSQLState())
                    .isEqualTo("23502");
            assertThat(error(connection, "INSERT INTO pg_class (relname) VALUES ('x')")
                            .getSQLState())
                    .isEqualTo("42809");
            assertThat(error(connection, "UPDATE \"KNOWS\" SET _end = 1").getSQLState())
                    .isEqualTo("0A000");
            assertThat(error(connection, "UPDATE \"City\" SET people = 'many'").getSQLState())
                    .isEqualTo("22P02");
            assertThat(error(connection, "UPDATE \"City\" SET people = name").getSQLState())
                    .isEqualTo("42804");
            assertThat(error(connection, "DELETE FROM \"Person\" WHERE id = 5").getSQLState())
                    .isEqualTo("23001");
            assertThat(error(connection, "WITH gone AS (DELETE FROM \"City\" RETURNING name) SELECT * FROM gone")
                            .getSQLState())
                    .isEqualTo("0A000");
            assertThat(error(connection, "WITH c AS (SELECT 1 AS a) DELETE FROM \"City\"")
                            .getSQLState())
                    .isEqualTo("0A000");
            assertThat(error(connection, "INSERT INTO \"City\" (name) VALUES ('x') ON CONFLICT DO NOTHING")
                            .getSQLState())
                    .isEqualTo("0A000");
        }
    }

    private static PSQLException error(Connection connection, String sql) {
        return catchThrowableOfType(PSQLException.class, () -> rows(connection, sql));
    }

    @Test
    void cancel_endsAStatement_andTheConnectionGoesOn() throws Exception {
        try (Connection connection = server.connect("");
                Statement statement = connection.createStatement()) {
            CountDownLatch begun = new CountDownLatch(1);
            Thread canceller = Thread.ofPlatform().start(() -> {
                try {
                    begun.await();
                    for (int round = 0; round < 100 && !Thread.interrupted(); round++) {
                        TimeUnit.MILLISECONDS.sleep(50);
                        statement.cancel();
                    }
                } catch (InterruptedException | SQLException end) {
                    // The statement has ended.
                }
            });
            begun.countDown();
            PSQLException cancelled = catchThrowableOfType(
                    PSQLException.class,
                    () -> rows(statement.executeQuery("SELECT * FROM cypher($$ UNWIND range(1, 100000) AS a"
                            + " UNWIND range(1, 100000) AS b RETURN sum(a * b % 7) $$) AS (n bigint)")));
            canceller.interrupt();
            canceller.join();
            assertThat(cancelled.getSQLState()).isEqualTo("57014");
            assertThat(rows(connection, "SELECT 1")).containsExactly(List.of(1));
        }
    }
}
