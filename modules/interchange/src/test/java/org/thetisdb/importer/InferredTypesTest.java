package org.thetisdb.importer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.importer.load.ImportLimits;
import org.thetisdb.io.LocalFileSystem;
import org.thetisdb.value.IsoDuration;

/** Plain columns get the type of their values, or stay text as it was written. */
class InferredTypesTest {
    /** What is text by itself, and a float beside floats that have a point. */
    private static final Map<String, Double> AMONG_FLOATS = Map.of("-0", -0.0, "1e5", 1e5);

    private static final String DATE_LIKE = "20200101";
    private static final ImportLimits TINY = new ImportLimits(1 << 20, 0, 0, 64, 3, 4);

    /** The types of headers by those that are told. */
    private static final Map<String, String> HEADER_TYPES = Map.of(
            "INTEGER", "long",
            "FLOAT", "double",
            "BOOLEAN", "boolean",
            "STRING", "string",
            "DATE", "date",
            "LOCAL TIME", "localtime",
            "ZONED TIME", "time",
            "LOCAL DATETIME", "localdatetime",
            "ZONED DATETIME", "datetime",
            "DURATION", "duration");

    @TempDir
    Path data;

    private ImportResult run(RecordingLoader loader, String header, String rows, boolean infer) throws IOException {
        Path file = Files.writeString(data.resolve("a.csv"), header + "\n" + rows);
        ImportPlan.HeaderFormat format = new ImportPlan.HeaderFormat(',', ';', '"', false, List.of(), infer);
        ImportPlan plan =
                ImportPlan.fromHeaders(new LocalFileSystem(), format, List.of("A=" + file.toString()), List.of());
        return new Importer(
                        ImportOptions.defaults().withThreadCount(2),
                        (fileSystem, directory, loadOptions) -> loader,
                        TINY)
                .run(plan, data.resolve("db"), ImportProgress.NONE);
    }

    /** The type of a column with these fields, and why it is that. */
    private String inferred(String... fields) throws IOException {
        String rows = Arrays.stream(fields).map(field -> "0," + field + "\n").collect(Collectors.joining());
        ImportResult result = run(new RecordingLoader(), "n:int,a", rows, true);
        assertThat(result.inferredColumns()).hasSize(1);
        InferredColumn column = result.inferredColumns().getFirst();
        return (column.type() + " " + column.reason()).strip();
    }

    @Test
    void values_thatAreAllAlike_giveTheirType() throws IOException {
        assertThat(inferred("1", "", "-2", "9223372036854775807", "0")).isEqualTo("INTEGER");
        assertThat(inferred("1", "2.5", "-0.125")).isEqualTo("FLOAT");
        assertThat(inferred("1.0E10", "NaN", "-Infinity", "4.9E-324", "1e-05")).isEqualTo("FLOAT");
        assertThat(inferred("1.50", "2.00", "3", "10.25")).isEqualTo("FLOAT");
        assertThat(inferred("true", "false")).isEqualTo("BOOLEAN");
        assertThat(inferred("True", "", "False")).isEqualTo("BOOLEAN");
        assertThat(inferred("2020-02-29", "-0044-03-15", "+12345-01-01")).isEqualTo("DATE");
        assertThat(inferred("2020-01-01T10:20", "2020-01-01 10:20:30.5")).isEqualTo("LOCAL DATETIME");
        assertThat(inferred("2020-01-01T10:20Z", "2020-01-01T10:20:30+01:00[Europe/Berlin]"))
                .isEqualTo("ZONED DATETIME");
        assertThat(inferred("10:20", "23:59:59.999")).isEqualTo("LOCAL TIME");
        assertThat(inferred("10:20Z", "23:59:59+02:00")).isEqualTo("ZONED TIME");
        assertThat(inferred("P1Y2M", "PT0S", "PT-0.5S")).isEqualTo("DURATION");
        assertThat(inferred("", "")).isEqualTo("STRING");
        assertThat(inferred()).isEqualTo("STRING");
    }

    @Test
    void values_thatNoTypeKeeps_stayText_andWhyIsTold() throws IOException {
        assertThat(inferred("Ada", "Bob")).isEqualTo("STRING");
        assertThat(inferred("007", "008")).isEqualTo("STRING '007' (line 2) begins with a zero");
        assertThat(inferred("12345", "01234")).isEqualTo("STRING '01234' (line 3) begins with a zero");
        assertThat(inferred("+491234", "+495678")).isEqualTo("STRING '+491234' (line 2) begins with a plus sign");
        assertThat(inferred("1", "9223372036854775808"))
                .isEqualTo("STRING '9223372036854775808' (line 3) has more digits than a number keeps");
        assertThat(inferred("10000000000000000000"))
                .isEqualTo("STRING '10000000000000000000' (line 2) has more digits than a number keeps");
        assertThat(inferred("0.5", "0.12345678901234567890123"))
                .isEqualTo("STRING '0.12345678901234567890123' (line 3) has more digits than a float keeps");
        assertThat(inferred("1.5", "9007199254740993"))
                .isEqualTo("STRING '9007199254740993' (line 3) has more digits than a number keeps");
        assertThat(inferred("7", "1e5", "2e7"))
                .isEqualTo("STRING '1e5' (line 3) may be no number, for no value has a decimal point");
        assertThat(inferred("1.9", "1.10")).isEqualTo("STRING '1.10' (line 3) would lose its zero at the end");
        assertThat(inferred("-0")).isEqualTo("STRING '-0' (line 2) may be no number, for no value has a decimal point");
        assertThat(inferred("1", "unknown", "2"))
                .isEqualTo("STRING 'unknown' (line 3) is not an integer from -2^63 to 2^63-1");
        assertThat(inferred("1,5".replace(',', '.'), "x")).startsWith("STRING 'x' (line 3) is not a number");
        assertThat(inferred("\"1,5\"")).isEqualTo("STRING '1,5' (line 2) is in quotes");
        assertThat(inferred("1", "\"2\"")).isEqualTo("STRING '2' (line 3) is in quotes");
        assertThat(inferred("1", "\"\"")).isEqualTo("STRING '' (line 3) is in quotes");
        assertThat(inferred("1 000", "2 000")).isEqualTo("STRING '1 000' (line 2) is not written as a number is");
        assertThat(inferred(" 1", "2")).isEqualTo("STRING");
        assertThat(inferred("127.0.0.1", "10.0.0.1")).isEqualTo("STRING");
        assertThat(inferred("true", "FALSE"))
                .isEqualTo("STRING 'true' (line 2) is not always spelled in upper or lower case alike");
        assertThat(inferred("true", "1")).isEqualTo("STRING '1' (line 3) is not true or false");
        assertThat(inferred("2020-02-29", "2021-02-29"))
                .isEqualTo("STRING '2021-02-29' (line 3) is not a date such as 2012-11-29");
        assertThat(inferred("2020-02-29", "2020-02-29T10:00"))
                .isEqualTo("STRING '2020-02-29T10:00' (line 3) is not a date such as 2012-11-29");
        assertThat(inferred("2020-01-01T10:00", "2020-01-01T10:00Z")).startsWith("STRING '2020-01-01T10:00Z' (line 3)");
        assertThat(inferred("10:20", "25:00")).startsWith("STRING '25:00' (line 3)");
        assertThat(inferred("P12M")).isEqualTo("STRING");
        assertThat(inferred("1d", "2d")).isEqualTo("STRING");
        assertThat(inferred("0x10")).isEqualTo("STRING");
        assertThat(inferred("{x: 1, y: 2}".replace(",", ""))).isEqualTo("STRING");
    }

    @Test
    void noInfer_keepsText_andWrongRowsSayNothing() throws IOException {
        RecordingLoader loader = new RecordingLoader();
        ImportResult result = run(loader, "a,b:long", "1,2\n", false);
        assertThat(result.inferredColumns()).isEmpty();
        assertThat(loader.nodes.getFirst().properties()).isEqualTo(Map.of("a", "1", "b", 2L));
        Path file = Files.writeString(data.resolve("b.csv"), "a,b\n1,2\nx\n3,y,z\n4,5\n");
        ImportResult tolerant = ImportArguments.parse(
                        data.resolve("tolerant").toString(), "--nodes", "A=" + file, "--bad-tolerance", "2")
                .run(ImportProgress.NONE);
        assertThat(tolerant.badRowCount()).isEqualTo(2);
        assertThat(tolerant.inferredColumns()).extracting(InferredColumn::type).containsOnly("INTEGER");
    }

    // ---------------------------------------------------------------- by chance

    /** A field as it is written, with the value that it is if its column gets its type. */
    private record Field(String text, Object value) {}

    private static Field field(Random random, String type) {
        return switch (type) {
            case "INTEGER" -> {
                long number = random.nextLong() >> random.nextInt(64);
                yield new Field(Long.toString(number), number);
            }
            case "FLOAT" -> {
                double number = random.nextInt(4) == 0
                        ? Double.longBitsToDouble(random.nextLong())
                        : random.nextInt(-100_000, 100_000) / 64.0;
                yield new Field(Double.toString(number), number);
            }
            case "BOOLEAN" -> {
                boolean flag = random.nextBoolean();
                yield new Field(Boolean.toString(flag), flag);
            }
            case "DATE" -> same(day(random));
            case "LOCAL TIME" -> same(time(random));
            case "ZONED TIME" -> same(OffsetTime.of(time(random), offset(random)));
            case "LOCAL DATETIME" -> same(LocalDateTime.of(day(random), time(random)));
            case "ZONED DATETIME" -> same(ZonedDateTime.of(day(random), time(random), offset(random)));
            case "DURATION" ->
                same(IsoDuration.of(
                        random.nextInt(-50, 50),
                        random.nextInt(-50, 50),
                        random.nextInt(-5000, 5000),
                        random.nextInt(0, 3) * 500_000_000L % 1_000_000_000L));
            default -> nasty(random);
        };
    }

    private static Field same(Object value) {
        return new Field(value.toString(), value);
    }

    private static LocalDate day(Random random) {
        return LocalDate.of(random.nextInt(-100, 10_500), random.nextInt(1, 13), random.nextInt(1, 29));
    }

    private static LocalTime time(Random random) {
        return LocalTime.of(
                random.nextInt(24),
                random.nextInt(60),
                random.nextInt(60),
                random.nextInt(2) * random.nextInt(1_000_000));
    }

    private static ZoneOffset offset(Random random) {
        return ZoneOffset.ofTotalSeconds(random.nextInt(-18, 19) * 900);
    }

    private static Field nasty(Random random) {
        String[] texts = {
            "007",
            "+1",
            "-0",
            "1e5",
            "1.",
            ".5",
            "1,5",
            "0x1F",
            "1_000",
            "99999999999999999999",
            "nan",
            "inf",
            "NULL",
            "yes",
            "Truly",
            "2020-13-01",
            DATE_LIKE,
            "01/02/2020",
            "24:00",
            "7:05",
            "P",
            "P1",
            "P12M",
            "T1",
            "",
            " ",
            " 1",
            "1 ",
            "a\nb",
            "\"",
            "''",
            "{x: 1}",
            "[1]",
            "1;2",
            "Grüße",
            "\ud83d\ude00",
            "0.1000000000000000055"
        };
        String text = texts[random.nextInt(texts.length)];
        // Looks like a date, but is an integer, and is read as one where nothing else is in the column.
        return text.equals(DATE_LIKE) ? new Field(text, Long.valueOf(text)) : same(text);
    }

    private static String written(Field field, Random random) {
        String text = field.text();
        boolean needsQuotes = text.isEmpty() || text.chars().anyMatch(unit -> ",\"\n\r".indexOf(unit) >= 0);
        return needsQuotes || random.nextInt(40) == 0 && field.value() instanceof String
                ? '"' + text.replace("\"", "\"\"") + '"'
                : text;
    }

    /** What is inferred is what the same header with these types gives, and nothing is lost on the way. */
    @Test
    void anyTable_isWhatItsTypesWrittenDownGive() throws IOException {
        long seed = Long.getLong("thetis.infer.seed", new Random().nextLong());
        for (int round = 0; round < 150; round++) {
            Random random = new Random(seed + round);
            try {
                checkTable(random);
            } catch (AssertionError | RuntimeException failure) {
                throw new AssertionError("replay with -Dthetis.infer.seed=" + (seed + round), failure);
            }
        }
    }

    private void checkTable(Random random) throws IOException {
        int columnCount = random.nextInt(1, 5);
        int rowCount = random.nextInt(0, 30);
        List<String> types = new ArrayList<>(HEADER_TYPES.keySet());
        Collections.sort(types);
        List<List<Field>> columns = new ArrayList<>();
        for (int column = 0; column < columnCount; column++) {
            String type = types.get(random.nextInt(types.size()));
            boolean mixed = random.nextInt(5) == 0;
            List<Field> fields = new ArrayList<>();
            for (int row = 0; row < rowCount; row++) {
                String own = mixed && random.nextInt(10) == 0 ? types.get(random.nextInt(types.size())) : type;
                fields.add(random.nextInt(6) == 0 ? new Field("", null) : field(random, own));
            }
            columns.add(fields);
        }
        StringBuilder rows = new StringBuilder();
        for (int row = 0; row < rowCount; row++) {
            rows.append(row);
            for (List<Field> fields : columns) {
                Field field = fields.get(row);
                rows.append(',').append(field.value() == null ? "" : written(field, random));
            }
            rows.append(random.nextBoolean() ? "\n" : "\r\n");
        }
        List<String> names = new ArrayList<>();
        for (int column = 0; column < columnCount; column++) {
            names.add("c" + column);
        }
        RecordingLoader inferred = new RecordingLoader();
        ImportResult result = run(inferred, "row:int," + String.join(",", names), rows.toString(), true);
        Map<String, String> found = new LinkedHashMap<>();
        result.inferredColumns().forEach(column -> found.put(column.column(), column.type()));
        String typed = found.entrySet().stream()
                .map(column -> column.getKey() + ":" + HEADER_TYPES.get(column.getValue()))
                .collect(Collectors.joining(","));
        RecordingLoader explicit = new RecordingLoader();
        run(explicit, "row:int," + typed, rows.toString(), true);
        assertThat(byRow(inferred)).isEqualTo(byRow(explicit));
        Map<Long, Map<String, Object>> graph = byRow(inferred);
        for (int row = 0; row < rowCount; row++) {
            for (int column = 0; column < columnCount; column++) {
                Field field = columns.get(column).get(row);
                Object stored = graph.get((long) row).get(names.get(column));
                if (field.value() == null || stored instanceof String) {
                    assertThat(stored).isEqualTo(field.value() == null ? null : field.text());
                } else if (stored instanceof Double number && field.value() instanceof Long integer) {
                    assertThat(number.doubleValue() == integer && number.longValue() == integer)
                            .as("%s read as %s", field.text(), number)
                            .isTrue();
                } else if (stored instanceof Double && AMONG_FLOATS.containsKey(field.text())) {
                    assertThat(stored).isEqualTo(AMONG_FLOATS.get(field.text()));
                } else {
                    assertThat(stored).isEqualTo(field.value());
                }
            }
        }
    }

    private static Map<Long, Map<String, Object>> byRow(RecordingLoader loader) {
        Map<Long, Map<String, Object>> rows = new TreeMap<>();
        loader.nodes.forEach(node -> rows.put((Long) node.properties().get("row"), node.properties()));
        return rows;
    }
}
