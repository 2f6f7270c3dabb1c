package org.thetisdb.h2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import org.h2.tools.Restore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What H2 promises its users, over our files. */
class H2DatabaseTest {
    private static final int ROWS = 3_000;

    @TempDir
    private Path folder;

    private static Connection open(String url) throws SQLException {
        return DriverManager.getConnection(url, "sa", "");
    }

    private static void execute(Connection connection, String... statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    private static long number(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            rows.next();
            return rows.getLong(1);
        }
    }

    /** Rows 0 to ROWS - 1, a transaction for each hundred, with texts that fill some pages and some that are LOBs. */
    private static void fill(Connection connection) throws SQLException {
        execute(connection, "CREATE TABLE t(id INT PRIMARY KEY, k INT, s VARCHAR, l CLOB)", "CREATE INDEX ON t(k)");
        connection.setAutoCommit(false);
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (?, ?, ?, ?)")) {
            for (int id = 0; id < ROWS; id++) {
                insert.setInt(1, id);
                insert.setInt(2, id % 7);
                insert.setString(3, ("text " + id + " ").repeat(20));
                insert.setString(4, id % 100 == 0 ? ("large " + id).repeat(2_000) : "small");
                insert.executeUpdate();
                if (id % 100 == 99) {
                    connection.commit();
                }
            }
        }
        connection.commit();
        connection.setAutoCommit(true);
    }

    private static void verify(Connection connection) throws SQLException {
        assertThat(number(connection, "SELECT count(*) FROM t")).isEqualTo(ROWS);
        assertThat(number(connection, "SELECT sum(id) FROM t")).isEqualTo((long) ROWS * (ROWS - 1) / 2);
        assertThat(number(connection, "SELECT count(*) FROM t WHERE k = 3")).isEqualTo((ROWS + 3) / 7);
        assertThat(number(connection, "SELECT count(*) FROM t WHERE s LIKE 'text ' || id || ' %'"))
                .isEqualTo(ROWS);
        assertThat(number(connection, "SELECT sum(length(l)) FROM t WHERE mod(id, 100) = 0"))
                .isGreaterThan(200_000);
    }

    @ParameterizedTest
    @ValueSource(longs = {Pages.TINY, Pages.AMPLE})
    void manyTransactions_areThereAfterClosingCompactingAndReopening(long budgetBytes)
            throws IOException, SQLException {
        try (Pages pages = Pages.register(folder, budgetBytes)) {
            String url = pages.url("people");
            try (Connection connection = open(url)) {
                fill(connection);
                verify(connection);
            }
            try (Connection connection = open(url)) {
                verify(connection);
                execute(connection, "UPDATE t SET s = 'x' || s", "UPDATE t SET s = substr(s, 2)");
                execute(connection, "SHUTDOWN COMPACT");
            }
            try (Connection connection = open(url)) {
                verify(connection);
                connection.setAutoCommit(false);
                execute(connection, "DELETE FROM t");
                connection.rollback();
                verify(connection);
                execute(connection, "SHUTDOWN DEFRAG");
            }
        }
        // The same file, by H2's own.
        try (Connection connection = open("jdbc:h2:file:" + folder.resolve("people"))) {
            verify(connection);
        }
    }

    @Test
    void severalConnections_writeAndRead() throws Exception {
        try (Pages pages = Pages.register(folder, Pages.TINY)) {
            String url = pages.url("busy") + ";CACHE_SIZE=64;WRITE_DELAY=0";
            try (Connection connection = open(url)) {
                fill(connection);
                Thread[] threads = new Thread[3];
                Throwable[] problems = new Throwable[threads.length];
                for (int i = 0; i < threads.length; i++) {
                    int number = i;
                    threads[i] = Thread.ofPlatform().start(() -> {
                        try (Connection own = open(url)) {
                            for (int round = 0; round < 30; round++) {
                                execute(own, "UPDATE t SET k = k + 7 WHERE mod(id, 3) = " + number + " AND id < 900");
                                number(own, "SELECT sum(length(s)) FROM t");
                            }
                        } catch (SQLException | RuntimeException problem) {
                            problems[number] = problem;
                        }
                    });
                }
                for (Thread thread : threads) {
                    thread.join();
                }
                assertThat(Arrays.stream(problems)).containsOnlyNulls();
                assertThat(number(connection, "SELECT sum(k) FROM t WHERE id < 900"))
                        .isEqualTo(number(connection, "SELECT sum(mod(id, 7) + 210) FROM t WHERE id < 900"));
            }
        }
    }

    @Test
    void backups_restoreAndScriptsRun() throws IOException, SQLException {
        try (Pages pages = Pages.register(folder, Pages.TINY)) {
            Path zip = folder.resolve("backup.zip");
            Path script = folder.resolve("script.sql");
            try (Connection connection = open(pages.url("people"))) {
                fill(connection);
                execute(connection, "BACKUP TO '" + zip + "'", "SCRIPT TO '" + script + "'");
            }
            Restore.execute(zip.toString(), "paged:" + folder.resolve("restored"), "people");
            try (Connection connection = open(pages.url("restored/people"))) {
                verify(connection);
            }
            try (Connection connection = open(pages.url("again"))) {
                execute(connection, "RUNSCRIPT FROM '" + script + "'");
                verify(connection);
                execute(connection, "CALL CSVWRITE('paged:" + folder.resolve("t.csv") + "', 'SELECT id, k FROM t')");
                assertThat(number(connection, "SELECT count(*) FROM CSVREAD('paged:" + folder.resolve("t.csv") + "')"))
                        .isEqualTo(ROWS);
            }
        }
    }

    @Test
    void aCipher_worksOnTop() throws IOException, SQLException {
        try (Pages pages = Pages.register(folder, Pages.TINY)) {
            String url = pages.url("secret") + ";CIPHER=AES";
            try (Connection connection = DriverManager.getConnection(url, "sa", "file user")) {
                fill(connection);
            }
            try (Connection connection = DriverManager.getConnection(url, "sa", "file user")) {
                verify(connection);
            }
            assertThatThrownBy(() -> DriverManager.getConnection(url, "sa", "wrong user"))
                    .isInstanceOf(SQLException.class);
        }
    }

    @Test
    void splitFiles_workOnTop() throws IOException, SQLException {
        try (Pages pages = Pages.register(folder, Pages.TINY)) {
            String url = "jdbc:h2:split:16:paged:" + folder.resolve("parts");
            try (Connection connection = open(url)) {
                fill(connection);
            }
            try (Connection connection = open(url)) {
                verify(connection);
            }
            try (var files = Files.list(folder)) {
                assertThat(files.filter(file -> file.toString().endsWith(".part")))
                        .hasSizeGreaterThan(3);
            }
        }
    }

    @Test
    void traceAndTemporaryFiles_work() throws IOException, SQLException {
        try (Pages pages = Pages.register(folder, Pages.TINY)) {
            String url = pages.url("traced") + ";TRACE_LEVEL_FILE=2;FILE_LOCK=FILE;MAX_MEMORY_ROWS=100";
            try (Connection connection = open(url)) {
                fill(connection);
                assertThat(number(connection, "SELECT count(*) FROM (SELECT DISTINCT s FROM t ORDER BY s DESC)"))
                        .isEqualTo(ROWS);
                assertThat(folder.resolve("traced.lock.db")).exists();
            }
            assertThat(folder.resolve("traced.trace.db")).isNotEmptyFile();
            assertThat(folder.resolve("traced.lock.db")).doesNotExist();
        }
    }

    @Test
    void aSecondProcessOrClassLoader_isLockedOut() throws IOException, SQLException {
        try (Pages pages = Pages.register(folder, Pages.TINY);
                Connection connection = open(pages.url("locked"))) {
            fill(connection);
            assertThatThrownBy(() -> open("jdbc:h2:file:" + folder.resolve("locked")))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("locked");
            verify(connection);
        }
    }

    @Test
    void aReadOnlyFile_isRead() throws IOException, SQLException {
        try (Pages pages = Pages.register(folder, Pages.TINY)) {
            String url = pages.url("fixed");
            try (Connection connection = open(url)) {
                fill(connection);
            }
            try (Connection connection = open(url + ";ACCESS_MODE_DATA=r")) {
                verify(connection);
                assertThatThrownBy(() -> execute(connection, "DELETE FROM t")).isInstanceOf(SQLException.class);
            }
        }
    }
}
