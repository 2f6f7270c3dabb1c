package org.thetisdb.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Values in text and in binary, out and in again. */
class TypesTest {
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

    private static Connection connect(boolean binary) throws SQLException {
        String formats = binary ? "&binaryTransfer=true&prepareThreshold=-1" : "&binaryTransfer=false";
        return server.connect("&options=-c%20TimeZone=UTC" + formats);
    }

    private static String value(Connection connection, String expression) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SELECT " + expression);
                ResultSet rows = statement.executeQuery()) {
            rows.next();
            return rows.getString(1);
        }
    }

    /** Expression, and what it is as text. */
    private static final List<List<String>> TEXTS = List.of(
            List.of("true", "t"),
            List.of("(-7)::smallint", "-7"),
            List.of("2147483648", "2147483648"),
            List.of("1e20::float8", "1e+20"),
            List.of("0.1::float4", "0.1"),
            List.of("'NaN'::float8", "NaN"),
            List.of("1234567.125::numeric", "1234567.125"),
            List.of("(-0.00012)::numeric", "-0.00012"),
            List.of("'ü€\uD83D\uDE00'::text", "ü€\uD83D\uDE00"),
            List.of("date '2020-02-29'", "2020-02-29"),
            List.of("date '0044-03-15' - 20000", "0012-06-12 BC"),
            List.of("time '01:02:03.5'", "01:02:03.5"),
            List.of("timestamp '2020-01-02 03:04:05.000006'", "2020-01-02 03:04:05.000006"),
            List.of("timestamptz '2020-01-02 03:04:05+02'", "2020-01-02 01:04:05+00"),
            List.of("interval '1 year 2 mons -3 days 04:05:06.7'", "1 year 2 mons -3 days +04:05:06.7"),
            List.of("interval '-00:00:01'", "-00:00:01"),
            List.of("ARRAY[1, 2, NULL]", "{1,2,NULL}"),
            List.of("ARRAY['a', 'b c', '', 'NULL', 'q\"\\']", "{a,\"b c\",\"\",\"NULL\",\"q\\\"\\\\\"}"),
            List.of("'{\"a\": [1, {\"b\": null}]}'::jsonb", "{\"a\": [1, {\"b\": null}]}"));

    @Test
    void values_areWrittenAsPostgresWritesThem() throws SQLException {
        try (Connection connection = connect(false)) {
            for (List<String> each : TEXTS) {
                assertThat(value(connection, each.getFirst()))
                        .as(each.getFirst())
                        .isEqualTo(each.getLast());
            }
        }
    }

    @Test
    void binary_meansTheSame() throws SQLException {
        try (Connection connection = connect(true);
                ResultSet rows = connection
                        .prepareStatement("SELECT true, (-7)::smallint, 5::int4, 2147483648, 1e20::float8, 0.5::float4,"
                                + " 1234567.125::numeric, date '2020-02-29', ARRAY[1, 2]::int4[],"
                                + " timestamp '2020-01-02 03:04:05.000006'")
                        .executeQuery()) {
            rows.next();
            assertThat(rows.getBoolean(1)).isTrue();
            assertThat(rows.getInt(2)).isEqualTo(-7);
            assertThat(rows.getInt(3)).isEqualTo(5);
            assertThat(rows.getLong(4)).isEqualTo(2147483648L);
            assertThat(rows.getDouble(5)).isEqualTo(1e20);
            assertThat(rows.getFloat(6)).isEqualTo(0.5f);
            assertThat(rows.getBigDecimal(7)).isEqualByComparingTo("1234567.125");
            assertThat(rows.getDate(8)).hasToString("2020-02-29");
            Array array = rows.getArray(9);
            assertThat((Object[]) array.getArray()).containsExactly(1, 2);
            assertThat(rows.getTimestamp(10)).hasToString("2020-01-02 03:04:05.000006");
        }
    }

    @Test
    void parameters_comeBackAsTheyWere() throws SQLException {
        for (boolean binary : List.of(false, true)) {
            try (Connection connection = connect(binary);
                    PreparedStatement statement = connection.prepareStatement(
                            "SELECT ?::int8, ?::float8, ?::bool, ?::text, ?::date, ?::int4[], ?::numeric, ?::text")) {
                statement.setLong(1, Long.MIN_VALUE);
                statement.setDouble(2, -0.25);
                statement.setBoolean(3, true);
                statement.setString(4, "a'b\\c");
                statement.setObject(5, java.time.LocalDate.of(1999, 12, 31));
                statement.setArray(6, connection.createArrayOf("int4", new Integer[] {3, null}));
                statement.setBigDecimal(7, new java.math.BigDecimal("-12.5"));
                statement.setNull(8, java.sql.Types.VARCHAR);
                try (ResultSet rows = statement.executeQuery()) {
                    rows.next();
                    assertThat(rows.getLong(1)).isEqualTo(Long.MIN_VALUE);
                    assertThat(rows.getDouble(2)).isEqualTo(-0.25);
                    assertThat(rows.getBoolean(3)).isTrue();
                    assertThat(rows.getString(4)).isEqualTo("a'b\\c");
                    assertThat(rows.getDate(5)).hasToString("1999-12-31");
                    assertThat((Object[]) rows.getArray(6).getArray()).containsExactly(3, null);
                    assertThat(rows.getBigDecimal(7)).isEqualByComparingTo("-12.5");
                    assertThat(rows.getString(8)).isNull();
                }
            }
        }
    }
}
