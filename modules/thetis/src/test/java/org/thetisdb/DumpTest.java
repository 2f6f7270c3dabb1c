package org.thetisdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.dump.CsvDump;
import org.thetisdb.importer.ImportArguments;
import org.thetisdb.importer.ImportProgress;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.IsoDuration;
import org.thetisdb.value.Point;
import org.thetisdb.value.ThetisException;

@Timeout(120)
final class DumpTest {
    @TempDir
    Path folder;

    private static final List<Object> SCALARS = List.of(
            true,
            false,
            0L,
            Long.MAX_VALUE,
            Long.MIN_VALUE,
            0.1,
            -0.0,
            Double.NaN,
            Double.POSITIVE_INFINITY,
            Double.NEGATIVE_INFINITY,
            Double.MIN_VALUE,
            Double.MAX_VALUE,
            "",
            " ",
            "comma, \"quote\", 'apostrophe', back\\slash, `tick`, {brace}; semicolon",
            "line\nline\r\nline\ttab // no comment /* none */",
            "\u0000\u0001\u001f\u007f\ufeff",
            "Grüße, 世界, \ud83d\ude00",
            "\\u0041 null NaN 42",
            LocalDate.of(2012, 2, 29),
            LocalDate.of(-44, 3, 15),
            LocalDate.of(123_456, 1, 1),
            LocalTime.of(2, 52),
            LocalTime.of(23, 59, 59, 999_999_999),
            OffsetTime.of(2, 52, 48, 123_000_000, ZoneOffset.ofHoursMinutes(-3, -30)),
            OffsetTime.of(2, 52, 0, 0, ZoneOffset.UTC),
            LocalDateTime.of(2012, 11, 29, 2, 52, 48, 1),
            LocalDateTime.of(2012, 11, 29, 0, 0),
            ZonedDateTime.parse("2012-11-29T02:52:48.123Z"),
            ZonedDateTime.parse("2012-11-29T02:52+05:45"),
            ZonedDateTime.parse("2012-10-28T02:30+01:00[Europe/Berlin]"),
            ZonedDateTime.parse("2012-10-28T02:30+02:00[Europe/Berlin]"),
            IsoDuration.ZERO,
            IsoDuration.of(14, 10, 9005, 500_000_000),
            IsoDuration.of(-14, 10, -1, 500_000_000),
            IsoDuration.of(0, 0, 0, -1),
            Point.of(Point.WGS_84, 12.8, 56.7),
            new Point(Point.WGS_84_3D, 12.8, 56.7, -3),
            Point.of(Point.CARTESIAN, -1e300, 1e-300),
            new Point(Point.CARTESIAN_3D, 0, -0.5, 12));

    private static DatabaseOptions options() {
        return DatabaseOptions.byDefault().withThreadCount(2).withMemoryBytes(16 << 20);
    }

    private static void run(Session session, String text, Map<String, Object> parameters) {
        session.run(text, parameters).consume();
    }

    private void fill(Database database) {
        try (Session session = database.session()) {
            run(session, "CREATE INDEX item_number FOR (i:Item) ON (i.number)", Map.of());
            run(session, "CREATE INDEX FOR (i:Item) ON (i.number, i.value)", Map.of());
            run(session, "CREATE CONSTRAINT FOR (i:Item) REQUIRE i.number IS NOT NULL", Map.of());
            run(session, "CREATE CONSTRAINT `one, only` FOR (i:Unique) REQUIRE i.`a key` IS UNIQUE", Map.of());
            int number = 0;
            for (Object scalar : SCALARS) {
                Map<String, Object> parameters = new LinkedHashMap<>();
                parameters.put("number", (long) number++);
                parameters.put("value", scalar);
                parameters.put("list", List.of(scalar, scalar));
                run(
                        session,
                        "CREATE (i:Item {number: $number, value: $value, list: $list})-[:`HAS it` {value: $value}]->"
                                + "(:Other:Unique {`a key`: $number})",
                        parameters);
            }
            Map<String, List<Object>> byClass = new TreeMap<>();
            SCALARS.forEach(each -> byClass.computeIfAbsent(each.getClass().getName(), _ -> new ArrayList<>())
                    .add(each));
            byClass.forEach((name, values) -> run(
                    session,
                    "UNWIND $values AS value CREATE (:`Of ``one`` type` {class: $name, value: value})",
                    Map.of("name", name, "values", values)));
            byClass.forEach((name, values) -> {
                String key = name.substring(name.lastIndexOf('.') + 1);
                run(
                        session,
                        "UNWIND $values AS value CREATE (:Typed {`" + key + "`: value, all: $values})",
                        Map.of("values", values));
            });
            run(session, "CREATE (), ({none: []}), (:Loop)-[:SELF]->(:Loop)", Map.of());
            run(session, "MATCH (l:Loop) CREATE (l)-[:SELF]->(l)", Map.of());
            run(session, "MATCH (i:Item {number: 3}) DETACH DELETE i", Map.of());
            run(session, "MATCH (i:Item {number: 4}) SET i:Changed REMOVE i.value", Map.of());
            database.checkpoint();
            run(session, "MATCH (i:Item {number: 5}) SET i.value = 'changed later'", Map.of());
        }
    }

    /** All nodes and relationships with the classes of their values, without ids, in an order of its own. */
    private static List<String> describe(Database database) {
        List<String> lines = new ArrayList<>();
        try (Session session = database.session()) {
            for (String text : List.of(
                    "MATCH (n) RETURN labels(n) AS labels, properties(n) AS properties",
                    "MATCH (a)-[r]->(b) RETURN properties(a) AS a, labels(a) AS la, type(r) AS type,"
                            + " properties(r) AS r, properties(b) AS b, labels(b) AS lb")) {
                for (Record row : session.run(text, Map.of()).list()) {
                    Map<String, Object> map = new TreeMap<>(row.asMap());
                    // In what order labels are listed depends on which was known first.
                    for (String labels : List.of("labels", "la", "lb")) {
                        map.computeIfPresent(labels, (name, value) -> new TreeSet<>((List<?>) value).toString());
                    }
                    lines.add(String.valueOf(typed(map)));
                }
            }
        }
        lines.sort(null);
        return lines;
    }

    private static List<String> schema(Database database) {
        List<String> lines = new ArrayList<>();
        try (Session session = database.session()) {
            for (String text : List.of("SHOW INDEXES", "SHOW CONSTRAINTS")) {
                for (Record row : session.run(text, Map.of()).list()) {
                    Map<String, Object> map = new TreeMap<>(row.asMap());
                    map.remove("id");
                    lines.add(map.toString());
                }
            }
        }
        lines.sort(null);
        return lines;
    }

    private static Object typed(Object value) {
        return switch (value) {
            case Map<?, ?> map -> {
                Map<String, Object> sorted = new TreeMap<>();
                map.forEach((key, each) -> sorted.put(String.valueOf(key), typed(each)));
                yield sorted;
            }
            case List<?> list -> list.stream().map(DumpTest::typed).toList();
            default -> value.getClass().getSimpleName() + " " + value;
        };
    }

    private static void execute(Database database, Path file) throws IOException {
        try (Session session = database.session()) {
            for (String statement : Files.readString(file).split(";\n")) {
                run(session, statement, Map.of());
            }
        }
    }

    @Test
    void statements_make_an_equal_graph() throws IOException {
        Path file = folder.resolve("dump.cypher");
        try (Database database = Database.create(folder.resolve("db"), options());
                Database copy = Database.create(folder.resolve("copy"), options())) {
            fill(database);
            DumpResult result = database.dumpCypher(file);
            assertThat(result.nodeCount())
                    .isEqualTo(describe(database).stream()
                            .filter(line -> line.startsWith("{labels="))
                            .count());
            assertThat(result.bytes()).isEqualTo(Files.size(file));
            execute(copy, file);
            assertThat(describe(copy)).isEqualTo(describe(database));
            assertThat(schema(copy)).isEqualTo(schema(database));
            // The copy knows the names that the dump used; its dump must choose others.
            database.dumpCypher(file);
        }
    }

    @Test
    void files_make_an_equal_graph() throws IOException {
        Path directory = folder.resolve("dump");
        Path copy = folder.resolve("copy");
        try (Database database = Database.create(folder.resolve("db"), options())) {
            fill(database);
            DumpResult result = database.dumpCsv(directory);
            assertThat(result.schemaStatements()).isEqualTo(4);
            ImportArguments.parse(copy.toString(), "--data", directory.toString())
                    .run(ImportProgress.NONE);
            try (Database imported = Database.open(copy, options())) {
                assertThat(describe(imported)).isEqualTo(describe(database));
                execute(imported, directory.resolve(CsvDump.SCHEMA_FILE));
                assertThat(schema(imported)).isEqualTo(schema(database));
                assertThat(imported.check((phase, items) -> {}).findings()).isEmpty();
            }
            assertThatThrownBy(() -> database.dumpCsv(directory))
                    .isInstanceOfSatisfying(
                            ThetisException.class,
                            problem -> assertThat(problem.code()).isEqualTo(ErrorCode.IMPORT_TARGET_EXISTS));
        }
    }

    /** Labels and types may be anything; files may not, and must not meet where upper and lower case are one. */
    @Test
    void files_are_named_by_labels_and_types_wherever_they_lie() throws IOException {
        Path directory = folder.resolve("dump");
        Path copy = folder.resolve("copy");
        String lengthy = "L".repeat(300);
        try (Database database = Database.create(folder.resolve("db"), options())) {
            try (Session session = database.session()) {
                run(
                        session,
                        "CREATE (:Message:Comment), (:Message_Comment), (:person)-[:PERSON]->(:Person), (:CON),"
                                + " (:`a/../b`), (:`世界`)-[:`世界`]->(:`?`), (), (:`" + lengthy
                                + "`), (:nodes), (:`-rf *`), (:mapping)-[:aux]->(:`Person.csv`)",
                        Map.of());
            }
            database.dumpCsv(directory);
            assertThat(names(directory))
                    .containsExactly(
                            "CON_.csv",
                            "L".repeat(100) + ".csv",
                            "Message_Comment-2.csv",
                            "Message_Comment.csv",
                            "PERSON-3.csv",
                            "Person-2.csv",
                            "Person_csv.csv",
                            "_rf__.csv",
                            "a____b.csv",
                            "aux_.csv",
                            "mapping.csv",
                            "nodes-2.csv",
                            "nodes-3.csv",
                            "nodes-4.csv",
                            "nodes.csv",
                            "person.csv",
                            "relationships.csv");
            ImportArguments.parse(copy.toString(), "--data", directory.toString())
                    .run(ImportProgress.NONE);
            try (Database imported = Database.open(copy, options())) {
                assertThat(describe(imported)).isEqualTo(describe(database));
            }
        }
    }

    private static List<String> names(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".csv"))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void graph_of_many_batches() throws IOException {
        try (Database database = Database.create(folder.resolve("db"), options());
                Database copy = Database.create(folder.resolve("copy"), options())) {
            try (Session session = database.session()) {
                run(session, "UNWIND range(1, 3000) AS i CREATE (:A {i: i})-[:TO {i: i}]->(:B {i: -i})", Map.of());
                run(session, "MATCH (a:A), (b:B) WHERE a.i % 1000 = 7 CREATE (a)-[:MANY]->(b)", Map.of());
            }
            Path file = folder.resolve("dump.cypher");
            DumpResult statements = database.dumpCypher(file);
            assertThat(statements.nodeCount()).isEqualTo(6_000);
            assertThat(statements.relationshipCount()).isEqualTo(12_000);
            execute(copy, file);
            assertThat(describe(copy)).isEqualTo(describe(database));
            Path directory = folder.resolve("dump");
            database.dumpCsv(directory);
            Path imported = folder.resolve("imported");
            ImportArguments.parse(imported.toString(), "--data", directory.toString())
                    .run(ImportProgress.NONE);
            try (Database opened = Database.open(imported, options())) {
                assertThat(describe(opened)).isEqualTo(describe(database));
            }
        }
    }

    @Test
    void empty_graph() {
        Path copy = folder.resolve("copy");
        try (Database database = Database.create(folder.resolve("db"), options())) {
            assertThat(database.dumpCsv(folder.resolve("dump")).nodeCount()).isZero();
            assertThat(database.dumpCypher(folder.resolve("dump.cypher")).nodeCount())
                    .isZero();
        }
        ImportArguments.parse(copy.toString(), "--data", folder.resolve("dump").toString())
                .run(ImportProgress.NONE);
        try (Database imported = Database.open(copy, options())) {
            assertThat(describe(imported)).isEmpty();
        }
    }
}
