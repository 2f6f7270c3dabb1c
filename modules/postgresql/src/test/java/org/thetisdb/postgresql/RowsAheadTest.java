package org.thetisdb.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Goal: whoever fetches from a cursor sees nothing of the rows that were read before they were asked for. Method:
 * clients that wait between two fetches for as long as it takes to read ahead.
 */
class RowsAheadTest {
    private static final String NUMBERS =
            "SELECT n, n * 0.5 AS half FROM cypher($$ UNWIND range(1, 20000) AS n RETURN n $$)" + " AS (n bigint)";

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

    private static Statement begin(Connection connection, String query) throws SQLException {
        connection.setAutoCommit(false);
        Statement statement = connection.createStatement();
        statement.execute("DECLARE c CURSOR FOR " + query);
        return statement;
    }

    private static List<Long> fetch(Statement statement, int count) throws SQLException {
        List<Long> numbers = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery("FETCH " + count + " FROM c")) {
            while (rows.next()) {
                numbers.add(rows.getLong(1));
            }
        }
        return numbers;
    }

    /** Long enough for some thousand rows. */
    private static void await() {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
    }

    private static List<Long> numbers(long from, long to) {
        return LongStream.rangeClosed(from, to).boxed().toList();
    }

    @Test
    void fetches_ofAllSizes_giveEachRowOnce() throws SQLException {
        Random random = new Random(5);
        try (Connection connection = server.connect("");
                Statement statement = begin(connection, NUMBERS)) {
            long next = 1;
            while (next <= 20_000) {
                int count = 1 + random.nextInt(random.nextBoolean() ? 3000 : 200);
                long last = Math.min(20_000, next + count - 1);
                if (random.nextInt(4) == 0) {
                    assertThat(statement.executeUpdate("MOVE " + count + " FROM c"))
                            .isEqualTo((int) (last - next + 1));
                } else {
                    assertThat(fetch(statement, count)).isEqualTo(numbers(next, last));
                }
                next = last + 1;
                if (random.nextInt(3) == 0) {
                    await();
                }
            }
            assertThat(fetch(statement, 10)).isEmpty();
        }
    }

    @Test
    void rows_thatWereReadAhead_haveTheFormThatIsAskedForLater() throws SQLException {
        String times = "SELECT n, at FROM cypher($$ UNWIND range(1, 3000) AS n"
                + " RETURN n, datetime('2020-01-01T00:00:00Z') AS at $$) AS (n bigint, at timestamptz)";
        try (Connection connection = server.connect("&preferQueryMode=simple");
                Statement statement = begin(connection, times)) {
            statement.execute("SET TimeZone = 'UTC'");
            fetch(statement, 1000);
            await();
            statement.execute("SET TimeZone = 'Europe/Rome'");
            for (int portion = 0; portion < 3; portion++) {
                try (ResultSet rows = statement.executeQuery("FETCH 300 FROM c")) {
                    assertThat(rows.next()).isTrue();
                    assertThat(rows.getString(2)).isEqualTo("2020-01-01 01:00:00+01");
                }
            }
        }
    }

    @Test
    void portions_ofTheDriver_giveEachRowOnce() throws SQLException {
        for (String options : List.of("", "&binaryTransfer=true&prepareThreshold=-1")) {
            try (Connection connection = server.connect(options);
                    Statement statement = connection.createStatement()) {
                connection.setAutoCommit(false);
                statement.setFetchSize(700);
                List<Long> found = new ArrayList<>();
                try (ResultSet rows = statement.executeQuery(NUMBERS)) {
                    while (rows.next()) {
                        found.add(rows.getLong(1));
                        assertThat(rows.getDouble(2)).isEqualTo(found.size() * 0.5);
                        if (found.size() % 7000 == 0) {
                            await();
                        }
                    }
                }
                assertThat(found).isEqualTo(numbers(1, 20_000));
            }
        }
    }
}
