package org.thetisdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.IsoDuration;
import org.thetisdb.value.Point;
import org.thetisdb.value.ThetisException;

/** What COPY writes, COPY reads as what it was. */
class CopyRoundTripTest {
    private static final List<String> TEXTS = List.of(
            "",
            " ",
            "a",
            "007",
            "1",
            "1.5",
            "-0.0",
            "1e5",
            "true",
            "True",
            "NaN",
            "Infinity",
            "null",
            "P1D",
            "PT0S",
            "2020-01-01",
            "10:20",
            "2020-01-01T10:20Z",
            "a,b",
            "a;b",
            ";",
            "a|b\tc",
            "\"",
            "\"\"",
            "x\"y\"",
            "a\nb",
            "a\r\nb",
            "\r",
            "\n",
            "\\",
            "'",
            "{}",
            "[]",
            "[1]",
            "{\"INTEGER\":\"42\"}",
            "[{\"STRING\":\"a\"}]",
            "{srid: 7203, x: 1.0, y: 2.0}",
            "{\"$type\":\"Date\",\"_value\":\"2020-01-01\"}",
            "\ufeff",
            "\u0000\u0001",
            "Grüße",
            "世界",
            "\ud83d\ude00",
            "a:b",
            ":ID",
            "x".repeat(5000) + ",\"\n");

    private static final List<Function<Random, Object>> KINDS = List.of(
            Random::nextBoolean,
            random -> random.nextLong() >> random.nextInt(64),
            CopyRoundTripTest::number,
            random -> TEXTS.get(random.nextInt(TEXTS.size())),
            CopyRoundTripTest::day,
            CopyRoundTripTest::time,
            random -> OffsetTime.of(time(random), ZoneOffset.ofTotalSeconds(random.nextInt(-18, 19) * 1800)),
            random -> LocalDateTime.of(day(random), time(random)),
            CopyRoundTripTest::zoned,
            random -> IsoDuration.of(
                    random.nextInt(-30, 30),
                    random.nextInt(-30, 30),
                    random.nextInt(-9000, 9000),
                    random.nextInt(3) * 123_456_789L),
            CopyRoundTripTest::point);

    @TempDir
    java.nio.file.Path folder;

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

    private static Object number(Random random) {
        double[] special = {0.0, -0.0, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 1e22, 4.9e-324};
        return switch (random.nextInt(3)) {
            case 0 -> special[random.nextInt(special.length)];
            case 1 -> random.nextInt(-10_000, 10_000) / 8.0;
            default -> Double.longBitsToDouble(random.nextLong() & ~(1L << 52));
        };
    }

    private static LocalDate day(Random random) {
        return LocalDate.of(random.nextInt(-500, 12_000), random.nextInt(1, 13), random.nextInt(1, 29));
    }

    private static LocalTime time(Random random) {
        return LocalTime.of(
                random.nextInt(24), random.nextInt(60), random.nextInt(2) * 59, random.nextInt(3) * 400_000_001);
    }

    private static Object zoned(Random random) {
        ZoneId[] zones = {
            ZoneOffset.UTC, ZoneOffset.ofHours(-5), ZoneId.of("Europe/Berlin"), ZoneOffset.ofHoursMinutes(5, 45)
        };
        LocalDate day = LocalDate.of(random.nextInt(1971, 2030), random.nextInt(1, 13), random.nextInt(1, 29));
        return ZonedDateTime.of(day, time(random), zones[random.nextInt(zones.length)]);
    }

    private static Object point(Random random) {
        return random.nextBoolean()
                ? Point.of(Point.WGS_84, random.nextInt(-180, 180) + 0.5, random.nextInt(-90, 90))
                : new Point(Point.CARTESIAN_3D, random.nextDouble() * 1e9, -0.0, random.nextInt());
    }

    /** Values of one column: all of a kind, lists of a kind, or whatever comes. */
    private static Function<Random, Object> column(Random random) {
        Function<Random, Object> kind = KINDS.get(random.nextInt(KINDS.size()));
        Function<Random, Object> lists = each -> list(each, kind);
        return switch (random.nextInt(4)) {
            case 0 -> lists;
            case 1 ->
                each -> {
                    Function<Random, Object> any = KINDS.get(each.nextInt(KINDS.size()));
                    return each.nextInt(3) == 0 ? list(each, any) : any.apply(each);
                };
            default -> kind;
        };
    }

    private static Object list(Random random, Function<Random, Object> kind) {
        List<Object> list = new ArrayList<>();
        int count = random.nextInt(4);
        for (int index = 0; index < count; index++) {
            list.add(kind.apply(random));
        }
        return list;
    }

    private static List<Map<String, Object>> rows(Random random) {
        List<Function<Random, Object>> columns = new ArrayList<>();
        for (int count = random.nextInt(1, 6); count > 0; count--) {
            columns.add(column(random));
        }
        List<Map<String, Object>> rows = new ArrayList<>();
        int rowCount = random.nextInt(0, 12);
        for (int row = 0; row < rowCount; row++) {
            Map<String, Object> values = new HashMap<>();
            values.put("id", (long) row);
            for (int column = 0; column < columns.size(); column++) {
                if (random.nextInt(5) > 0) {
                    values.put("c" + column, columns.get(column).apply(random));
                }
            }
            rows.add(values);
        }
        return rows;
    }

    private static Object typed(Object value) {
        return switch (value) {
            case List<?> list -> list.stream().map(CopyRoundTripTest::typed).toList();
            case Map<?, ?> map -> {
                Map<String, Object> sorted = new TreeMap<>();
                map.forEach((key, each) -> sorted.put(String.valueOf(key), typed(each)));
                yield sorted;
            }
            default -> value.getClass().getSimpleName() + " " + value;
        };
    }

    private List<Object> properties(Session of, String label) {
        return of.run("MATCH (n:" + label + ") RETURN properties(n) AS p ORDER BY n.id").stream()
                .map(row -> typed(row.getMap("p")))
                .toList();
    }

    private static void run(Session of, String text, Object file) {
        of.run(text, Map.of("file", file.toString())).consume();
    }

    @Test
    void anyRows_comeBackAsWhatTheyWere() throws IOException {
        long seed = Long.getLong("thetis.copy.seed", new Random().nextLong());
        for (int round = 0; round < 60; round++) {
            try {
                checkRound(new Random(seed + round));
            } catch (AssertionError | RuntimeException failure) {
                throw new AssertionError("replay with -Dthetis.copy.seed=" + (seed + round), failure);
            }
            session.run("MATCH (n) DETACH DELETE n");
        }
    }

    private void checkRound(Random random) throws IOException {
        session.run("UNWIND $rows AS row CREATE (n:A) SET n = row", Map.of("rows", rows(random)));
        String fields =
                "MATCH (n:A) RETURN n.id AS id, n.c0 AS c0, n.c1 AS `a,\"b`, n.c2 AS `c:date`, n.c3 AS c3, n.c4 AS c4";
        String back =
                "MATCH (n:B) WITH n, {id: n.id, c0: n.c0, c1: n.`a,\"b`, c2: n.`c:date`, c3: n.c3, c4: n.c4} AS all"
                        + " SET n = all";
        String[] delimiters = {"", "(DELIMITER ';')", "(DELIMITER '\\t')", "(DELIMITER '|')"};
        String option = delimiters[random.nextInt(delimiters.length)];
        List<Object> expected = properties(session, "A");
        for (String name : List.of("a.csv", "a.csv.gz", "a.jsonl")) {
            java.nio.file.Path file = folder.resolve(name);
            String options = name.contains("csv") ? option : "";
            run(session, "COPY (" + fields + ") TO $file " + options, file);
            String written = name.endsWith("gz") ? "" : Files.readString(file);
            run(session, "COPY B FROM $file " + options, file);
            session.run(back);
            assertThat(properties(session, "B")).as("%s:%n%s", name, written).isEqualTo(expected);
            session.run("MATCH (n:B) DELETE n");
            Files.delete(file);
        }
    }

    @Test
    void header_tellsTypesWhereValuesDoNot() throws IOException {
        session.run("CREATE (:A {id: 1, name: 'x', born: date('2020-01-01'), tags: ['a', 'b'], at: point({x: 1, y: 2}),"
                + " mixed: 1, none: []}), (:A {id: 2, mixed: 'one', marks: [1.5]})");
        java.nio.file.Path file = folder.resolve("a.csv");
        String fields = "MATCH (n:A) RETURN n.id AS id, n.name AS name, n.born AS born, n.tags AS tags, n.at AS at,"
                + " n.mixed AS mixed, n.none AS none, n.marks AS marks, n.nothing AS nothing, n.name AS `a:b`"
                + " ORDER BY id";
        run(session, "COPY (" + fields + ") TO $file", file);
        assertThat(file).hasContent("""
                id,name,born,tags:string[],at:point,mixed:any,none:string[],marks:double[],nothing,a:b:string
                1,x,2020-01-01,"a;b","{srid: 7203, x: 1.0, y: 2.0}",1,"",,,x
                2,,,,,\"""one\""",,"1.5",,
                """);
        run(session, "COPY (" + fields + ") TO $file (OVERWRITE true, TYPES false)", file);
        assertThat(file).content().startsWith("id,name,born,tags,at,mixed,none,marks,nothing,a:b\n");
        run(session, "COPY (MATCH (n:A {id: 1}) RETURN n.id AS id, n.born AS born) TO $file (OVERWRITE true)", file);
        run(session, "COPY Text FROM $file (TYPES false)", file);
        assertThat(session.run("MATCH (t:Text) RETURN t.id AS id, t.born AS born")
                        .single()
                        .values())
                .containsExactly("1", "2020-01-01");
    }

    /** What follows the rows that were read first makes the file start again. */
    @Test
    void typesThatComeLate_areToldAllTheSame() throws IOException {
        java.nio.file.Path file = folder.resolve("late.csv");
        String query = "UNWIND range(1, 5000) AS x RETURN x AS id, CASE WHEN x = 4000 THEN 'late' ELSE x END AS mixed,"
                + " CASE WHEN x = 4500 THEN [x] END AS list, CASE WHEN x > 3000 THEN x / 2.0 ELSE null END AS half";
        run(session, "COPY (" + query + ") TO $file", file);
        assertThat(file).content().startsWith("id,mixed:any,list:long[],half\n1,");
        run(session, "COPY A FROM $file", file);
        assertThat(session.run("MATCH (a:A) WHERE a.id IN [1, 4000, 4500] RETURN a ORDER BY a.id").stream()
                        .map(row -> typed(row.getNode("a").properties())))
                .containsExactly(
                        typed(Map.of("id", 1L, "mixed", 1L)),
                        typed(Map.of("id", 4000L, "mixed", "late", "half", 2000.0)),
                        typed(Map.of("id", 4500L, "mixed", 4500L, "list", List.of(4500L), "half", 2250.0)));
        assertThat(session.run("MATCH (a:A) RETURN count(*) AS c").single().getLong("c"))
                .isEqualTo(5000);
    }

    private void makeGraph() {
        session.run("CREATE (a:Person:Admin {id: 1, born: date('1815-12-10'), at: point({x: 1, y: 2}), f: -0.0})"
                + "-[:KNOWS {since: duration('P1D'), tags: ['a', 'b']}]->(b:Person {id: 2, seen: time('10:20Z')}),"
                + " (b)-[:KNOWS]->(a), (b)-[:`LIKES it`]->(b), (:`Odd, one` {nan: 0.0 / 0.0}), ({alone: true})");
    }

    private static List<Object> graph(Session of) {
        List<Object> all = new ArrayList<>();
        of.run("MATCH (n) RETURN labels(n) AS labels, properties(n) AS p").forEach(row -> all.add(typed(row.asMap())));
        of.run("MATCH (a)-[r]->(b) RETURN properties(a) AS a, type(r) AS t, properties(r) AS p, properties(b) AS b")
                .forEach(row -> all.add(typed(row.asMap())));
        return all.stream().sorted(Comparator.comparing(Object::toString)).toList();
    }

    @Test
    void wholeGraph_inOneFile_isTheSameGraph() {
        makeGraph();
        String query = "MATCH (n) OPTIONAL MATCH (n)-[r]->(m) RETURN n, r, m";
        for (String text : List.of(
                query,
                "MATCH (n) OPTIONAL MATCH p = (n)-[]->() RETURN n, p",
                "MATCH (n) RETURN n, [(n)-[r]->(m) | [r, m]] AS l")) {
            java.nio.file.Path file = folder.resolve("graph.jsonl");
            run(session, "COPY (" + text + ") TO $file (OVERWRITE true)", file);
            try (Database other = Database.create(folder.resolve("other " + text.hashCode()));
                    Session copy = other.session()) {
                ResultSummary summary = copy.run("COPY FROM $file", Map.of("file", file.toString()))
                        .summary();
                assertThat(summary.counters().nodesCreated()).isEqualTo(4);
                assertThat(summary.counters().relationshipsCreated()).isEqualTo(3);
                assertThat(graph(copy)).isEqualTo(graph(session));
            }
        }
    }

    @Test
    void wholeNodesAndRelationships_bringTheirLabelsAndProperties() {
        makeGraph();
        java.nio.file.Path nodes = folder.resolve("nodes.jsonl");
        java.nio.file.Path ends = folder.resolve("ends.jsonl");
        java.nio.file.Path keys = folder.resolve("keys.jsonl");
        run(session, "COPY (MATCH (n:Person) RETURN n) TO $file", nodes);
        run(session, "COPY (MATCH (a:Person)-[r:KNOWS]->(b:Person) RETURN a, r, b) TO $file", ends);
        run(session, "COPY (MATCH (a)-[r:KNOWS]->(b) RETURN a.id AS a, b.id AS b, r) TO $file", keys);
        for (java.nio.file.Path relationships : List.of(ends, keys)) {
            try (Database other = Database.create(folder.resolve("by " + relationships.getFileName()));
                    Session copy = other.session()) {
                run(copy, "COPY Copied FROM $file", nodes);
                run(copy, "COPY (:Copied {id: a})-[:KNOWS]->(:Person {id: b}) FROM $file", relationships);
                assertThat(copy.run("MATCH (a:Copied:Admin)-[k:KNOWS]->(b:Copied:Person {id: 2}) RETURN a.born AS born,"
                                        + " a.f AS f, b.seen AS seen, k.since AS since, k.tags AS tags")
                                .single()
                                .values())
                        .containsExactly(
                                LocalDate.of(1815, 12, 10),
                                -0.0,
                                OffsetTime.of(10, 20, 0, 0, ZoneOffset.UTC),
                                IsoDuration.of(0, 1, 0, 0),
                                List.of("a", "b"));
                assertThat(copy.run("MATCH ()-[r]->() RETURN count(*) AS c")
                                .single()
                                .getLong("c"))
                        .isEqualTo(2);
            }
        }
    }

    @Test
    void whatIsNotWhole_isNamed() throws IOException {
        makeGraph();
        java.nio.file.Path file = folder.resolve("r.jsonl");
        run(session, "COPY (MATCH (a:Person)-[r]->(b) RETURN r) TO $file", file);
        assertBad(ErrorCode.IMPORT_DANGLING_RELATIONSHIP, "COPY FROM $file", file, "a relationship without its node");
        run(session, "COPY (MATCH (n:Person) RETURN n, n.id AS id) TO $file (OVERWRITE true)", file);
        assertBad(ErrorCode.IMPORT_BAD_ROW, "COPY FROM $file", file, "whole nodes and relationships in column id");
        assertBad(ErrorCode.IMPORT_BAD_ROW, "COPY A FROM $file", file, "a whole node alone in its row");
        Files.writeString(file, "{\"a\": {\"$type\": \"Dat\", \"_value\": \"2020-01-01\"}}\n");
        assertBad(ErrorCode.IMPORT_BAD_ROW, "COPY A FROM $file", file, "a value with its type");
        Files.writeString(file, "{\"a\": {\"$type\": \"Date\", \"_value\": \"2020-02-30\"}}\n");
        assertBad(ErrorCode.IMPORT_BAD_ROW, "COPY A FROM $file", file, "a date");
        assertBad(ErrorCode.INVALID_ARGUMENT, "COPY FROM $file (FORMAT csv)", file, "from JSON lines");
    }

    private void assertBad(ErrorCode code, String text, java.nio.file.Path file, String message) {
        List<Object> before = graph(session);
        assertThatThrownBy(() -> run(session, text, file))
                .isInstanceOfSatisfying(
                        ThetisException.class,
                        thrown -> assertThat(thrown.code())
                                .as(thrown.getMessage())
                                .isEqualTo(code))
                .hasMessageContaining(message);
        assertThat(graph(session)).isEqualTo(before);
    }
}
