package org.thetisdb.importer.csv;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetTime;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.thetisdb.value.IsoDuration;
import org.thetisdb.value.Point;
import org.thetisdb.value.vector.Vector;

class ColumnParserTest {
    private static final String WRONG = "wrong";

    private static Object parse(ScalarType type, boolean list, byte[] bytes) {
        FieldTable table = new FieldTable();
        table.reset(bytes, 1, 1);
        table.starts()[0] = 0;
        table.lengths()[0] = bytes.length;
        table.endRow(1);
        List<String> errors = new ArrayList<>();
        BadCells bad = new BadCells() {
            @Override
            public void badField(FieldTable ignored, int row, int field, String expected) {
                errors.add(expected);
            }

            @Override
            public void badRow(long line, String found, String expected) {
                errors.add(expected);
            }
        };
        Vector target = new Vector();
        new ColumnParser(new CsvFormat((byte) ',', '"', (byte) ';'))
                .parse(table, 0, new ValueType(type, list), target, bad);
        return errors.isEmpty() ? target.valueAt(0) : WRONG;
    }

    private static Object parse(ScalarType type, String text) {
        return parse(type, false, text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void integers_ofEveryWidth_areCheckedForRange() {
        assertThat(parse(ScalarType.INTEGER, "9223372036854775807")).isEqualTo(Long.MAX_VALUE);
        assertThat(parse(ScalarType.INTEGER, "-9223372036854775808")).isEqualTo(Long.MIN_VALUE);
        assertThat(parse(ScalarType.INTEGER, "9223372036854775808")).isEqualTo(WRONG);
        assertThat(parse(ScalarType.INT32, "-2147483648")).isEqualTo((long) Integer.MIN_VALUE);
        assertThat(parse(ScalarType.INT32, "2147483648")).isEqualTo(WRONG);
        assertThat(parse(ScalarType.INT16, "40000")).isEqualTo(WRONG);
        assertThat(parse(ScalarType.INT8, "-128")).isEqualTo(-128L);
        assertThat(parse(ScalarType.INT8, "128")).isEqualTo(WRONG);
        for (String text : List.of("", "-", "+", "1.0", " 1", "1 ", "0x1", "1e3", "--1")) {
            assertThat(parse(ScalarType.INTEGER, text)).as(text).isEqualTo(WRONG);
        }
    }

    @Test
    void floats_comeOutAsJavaReadsThem() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 20_000; round++) {
            String text = switch (round % 3) {
                case 0 -> Double.toString(Double.longBitsToDouble(random.nextLong()));
                case 1 -> (random.nextInt() / 1000.0) + "";
                default -> random.nextInt(1_000_000) + "." + random.nextInt(1_000_000);
            };
            assertThat(parse(ScalarType.FLOAT, text))
                    .as("seed %d, text %s", seed, text)
                    .isEqualTo(Double.parseDouble(text));
        }
        assertThat(parse(ScalarType.FLOAT, "-Infinity")).isEqualTo(Double.NEGATIVE_INFINITY);
        for (String text : List.of("", ".", "-", "1d", "0x1p3", " 1", "1,5", "abc")) {
            assertThat(parse(ScalarType.FLOAT, text)).as(text).isEqualTo(WRONG);
        }
    }

    @Test
    void temporals_comeOutAsJavaReadsThem() {
        assertThat(parse(ScalarType.DATE, "2012-02-29")).isEqualTo(LocalDate.of(2012, 2, 29));
        assertThat(parse(ScalarType.LOCAL_TIME, "02:52:48.123456789")).isEqualTo(LocalTime.parse("02:52:48.123456789"));
        assertThat(parse(ScalarType.TIME, "02:52+01:30")).isEqualTo(OffsetTime.parse("02:52+01:30"));
        assertThat(parse(ScalarType.LOCAL_DATETIME, "1969-12-31T23:59:59.5"))
                .isEqualTo(LocalDateTime.parse("1969-12-31T23:59:59.5"));
        for (String text : List.of(
                "2012-11-29T02:52:48.123+00:00",
                "2012-11-29T02:52:48Z",
                "0001-01-01T00:00:00-18:00",
                "2024-07-01T12:00:00+02:00[Europe/Berlin]",
                "2024-07-01T12:00:00.000000001+05:45")) {
            assertThat(((ZonedDateTime) parse(ScalarType.ZONED_DATETIME, text)).toString())
                    .isEqualTo(ZonedDateTime.parse(text).toString());
        }
        assertThat(parse(ScalarType.ZONED_DATETIME, "2024-07-01T12:00:00[Europe/Berlin]"))
                .isEqualTo(ZonedDateTime.parse("2024-07-01T12:00:00+02:00[Europe/Berlin]"));
    }

    @Test
    void temporals_thatAreNone_areWrong() {
        for (String text :
                List.of("2011-02-29", "2012-13-01", "2012-1-01", "12-01-01", "2012-01-01x", "", "2012-01-")) {
            assertThat(parse(ScalarType.DATE, text)).as(text).isEqualTo(WRONG);
        }
        for (String text : List.of(
                "2012-11-29",
                "2012-11-29T",
                "2012-11-29T25:00:00Z",
                "2012-11-29T02:52:48.+00:00",
                "2012-11-29T02:52:48+19:00",
                "2012-11-29T02:52:48[Nowhere/City]",
                "2012-11-29T02:52:48+00:00x",
                "2012-11-29T02:52:48+05:00[Europe/Berlin]")) {
            assertThat(parse(ScalarType.ZONED_DATETIME, text)).as(text).isEqualTo(WRONG);
        }
    }

    @Test
    void otherScalars_areRead() {
        assertThat(parse(ScalarType.BOOLEAN, "TRUE")).isEqualTo(true);
        assertThat(parse(ScalarType.BOOLEAN, "yes")).isEqualTo(WRONG);
        assertThat(parse(ScalarType.CHARACTER, "é")).isEqualTo("é");
        assertThat(parse(ScalarType.CHARACTER, "ab")).isEqualTo(WRONG);
        assertThat(parse(ScalarType.DURATION, "P1Y2M10DT2H30M5.5S"))
                .isEqualTo(IsoDuration.of(14, 10, 9005, 500_000_000));
        assertThat(parse(ScalarType.DURATION, "PT-1.5S")).isEqualTo(IsoDuration.of(0, 0, -1, -500_000_000));
        assertThat(parse(ScalarType.DURATION, "P")).isEqualTo(WRONG);
        assertThat(parse(ScalarType.POINT, "{x: 1.5, y:-2}")).isEqualTo(Point.of(Point.CARTESIAN, 1.5, -2));
        assertThat(parse(ScalarType.POINT, "{latitude:56.7, longitude:12.8, height:8}"))
                .isEqualTo(new Point(Point.WGS_84_3D, 12.8, 56.7, 8));
        assertThat(parse(ScalarType.POINT, "{x:1, y:2, crs:'wgs-84'}")).isEqualTo(Point.of(Point.WGS_84, 1, 2));
        assertThat(parse(ScalarType.POINT, "{x:1}")).isEqualTo(WRONG);
        assertThat(parse(ScalarType.STRING, "größer 😀 als acht Bytes")).isEqualTo("größer 😀 als acht Bytes");
    }

    @Test
    void lists_areReadEntryByEntry() {
        assertThat(parse(ScalarType.STRING, true, "zh;en;;x".getBytes(StandardCharsets.UTF_8)))
                .isEqualTo(List.of("zh", "en", "", "x"));
        assertThat(parse(ScalarType.INTEGER, true, "1;2;-3".getBytes(StandardCharsets.UTF_8)))
                .isEqualTo(List.of(1L, 2L, -3L));
        assertThat(parse(ScalarType.DATE, true, "2012-01-01".getBytes(StandardCharsets.UTF_8)))
                .isEqualTo(List.of(LocalDate.of(2012, 1, 1)));
        assertThat(parse(ScalarType.INTEGER, true, "1;x".getBytes(StandardCharsets.UTF_8)))
                .isEqualTo(WRONG);
        assertThat(parse(ScalarType.STRING, true, new byte[0])).isEqualTo(List.of());
    }
}
