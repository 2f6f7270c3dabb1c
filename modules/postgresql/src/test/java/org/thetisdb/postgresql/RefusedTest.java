package org.thetisdb.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is refused, by which code; and answers that need a driver to be seen. */
class RefusedTest {
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

    @Test
    void statements_areRefusedByTheirCodes() throws IOException, SQLException {
        String lines;
        try (InputStream stream = RefusedTest.class.getResourceAsStream("refused.txt")) {
            lines = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        }
        SoftAssertions softly = new SoftAssertions();
        try (Connection connection = server.connect("");
                Statement statement = connection.createStatement()) {
            lines.lines().filter(line -> !line.startsWith("#")).forEach(line -> {
                String sql = line.substring(6);
                SQLException failure = catchThrowableOfType(SQLException.class, () -> statement.execute(sql));
                softly.assertThat(failure == null ? "none" : failure.getSQLState())
                        .as(sql)
                        .isEqualTo(line.substring(0, 5));
                softly.assertThat(failure == null ? "" : failure.getMessage())
                        .as(sql)
                        .doesNotContain("defect");
            });
        }
        softly.assertAll();
    }

    @Test
    void columns_areCalledAsInPostgres() throws SQLException {
        try (Connection connection = server.connect("");
                Statement statement = connection.createStatement();
                ResultSet result =
                        statement.executeQuery("SELECT (SELECT 1 AS foo), (SELECT 2), 1::int, 1.5::numeric(10, 2),"
                                + " true::text, lower('A')::varchar(3), trim(LEADING FROM 'a'), substring('a' FOR 1),"
                                + " CASE WHEN true THEN 1 END, CASE WHEN false THEN 'a' ELSE name END FROM \"City\"")) {
            StringBuilder names = new StringBuilder();
            for (int column = 1; column <= result.getMetaData().getColumnCount(); column++) {
                names.append(result.getMetaData().getColumnLabel(column)).append(' ');
            }
            assertThat(names.toString()).isEqualTo("foo ?column? int4 numeric text lower ltrim substring case name ");
        }
    }

    /** As in PostgreSQL with any locale but C. */
    @Test
    void patterns_knowTheLettersOfAllScripts() throws SQLException {
        try (Connection connection = server.connect("");
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(
                        "SELECT '\u00e9' ~ '^\\w$' AND '\u00c9' ~* '\u00e9' AND '\u00e9' ~ '[[:alpha:]]'")) {
            assertThat(result.next()).isTrue();
            assertThat(result.getBoolean(1)).isTrue();
        }
    }

    @Test
    void uuid_comesBackInBinary() throws SQLException {
        UUID id = UUID.fromString("0123abcd-4567-89ef-0123-456789abcdef");
        try (Connection connection = server.connect("&prepareThreshold=-1");
                PreparedStatement statement = connection.prepareStatement("SELECT ?::uuid")) {
            statement.setObject(1, id);
            try (ResultSet result = statement.executeQuery()) {
                assertThat(result.next()).isTrue();
                assertThat(result.getObject(1)).isEqualTo(id);
            }
        }
    }

    @Test
    void preparedStatements_haveTheZoneOfTheirExecution() throws SQLException {
        try (Connection connection = server.connect("&prepareThreshold=1");
                PreparedStatement prepared =
                        connection.prepareStatement("SELECT extract(hour FROM timestamptz '2020-01-01 12:00Z')");
                Statement other = connection.createStatement()) {
            for (String zone : new String[] {"UTC 12", "Asia/Tokyo 21", "America/New_York 7"}) {
                other.execute("SET timezone = '" + zone.substring(0, zone.indexOf(' ')) + "'");
                try (ResultSet result = prepared.executeQuery()) {
                    assertThat(result.next()).isTrue();
                    assertThat(result.getInt(1)).isEqualTo(Integer.parseInt(zone.substring(zone.indexOf(' ') + 1)));
                }
            }
        }
    }
}
