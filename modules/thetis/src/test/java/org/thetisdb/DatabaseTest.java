package org.thetisdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.Period;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.IsoDuration;
import org.thetisdb.value.ThetisException;

@Timeout(60)
final class DatabaseTest {
    /** Rows enough to outlast every test that stops it. */
    private static final String ENDLESS =
            "UNWIND range(1, 100000) AS a UNWIND range(1, 100000) AS b WITH a, b WHERE a + b = -1 RETURN a";

    @TempDir
    static java.nio.file.Path folder;

    private static Database database;
    private static java.nio.file.Path directory;

    private Session session;

    @BeforeAll
    static void open() {
        directory = SmallDatabase.create(folder);
        database = Database.open(directory, DatabaseOptions.byDefault().withThreadCount(2));
    }

    @AfterAll
    static void close() {
        database.close();
    }

    @BeforeEach
    void openSession() {
        session = database.session();
    }

    @AfterEach
    void closeSession() {
        session.close();
    }

    private Record one(String text, Map<String, ?> parameters) {
        return session.run(text, parameters).single();
    }

    private static void assertCode(ErrorCode code, org.assertj.core.api.ThrowableAssert.ThrowingCallable action) {
        assertThatThrownBy(action)
                .isInstanceOfSatisfying(
                        ThetisException.class, error -> assertThat(error.code()).isEqualTo(code));
    }

    @Test
    void record_typedAccess_givesJavaValues() {
        Record ada = one(
                "MATCH (p:Person {id: $id}) RETURN p.id AS id, p.name AS name, p.born AS born, p.seen AS seen,"
                        + " p.height AS height, p.tags AS tags, p.member AS member, p.nothing AS nothing",
                Map.of("id", 1));
        assertThat(ada.keys()).containsExactly("id", "name", "born", "seen", "height", "tags", "member", "nothing");
        assertThat(ada.getLong("id")).isEqualTo(1);
        assertThat(ada.get("id", int.class)).isEqualTo(1);
        assertThat(ada.getDouble("id")).isEqualTo(1.0);
        assertThat(ada.getString("name")).isEqualTo("Ada");
        assertThat(ada.get("born", LocalDate.class)).isEqualTo(LocalDate.of(1815, 12, 10));
        assertThat(ada.get("seen", ZonedDateTime.class).toInstant())
                .isEqualTo(Instant.parse("2012-11-29T02:52:48.123Z"));
        assertThat(ada.getDouble("height")).isEqualTo(1.65);
        assertThat(ada.getList("tags")).isEqualTo(List.of("math", "verse"));
        assertThat(ada.getBoolean("member")).isTrue();
        assertThat(ada.isNull("nothing")).isTrue();
        assertThat(ada.getString("nothing")).isNull();
        assertThat(ada.asMap()).containsEntry("name", "Ada").containsEntry("nothing", null);
    }

    @Test
    void record_wrongTypeOrColumn_namesIt() {
        Record row = one("RETURN 'x' AS text, null AS nothing, 3000000000 AS large", Map.of());
        assertThatThrownBy(() -> row.getLong("text")).hasMessageContainingAll("text", "INTEGER", "STRING", "'x'");
        assertCode(ErrorCode.TYPE_MISMATCH, () -> row.getLong("nothing"));
        assertCode(ErrorCode.TYPE_MISMATCH, () -> row.get("large", Integer.class));
        assertCode(ErrorCode.NO_SUCH_COLUMN, () -> row.get("texts"));
        assertCode(ErrorCode.NO_SUCH_COLUMN, () -> row.get(3));
    }

    @Test
    void record_graphValues_holdEverythingAndOutliveTheSession() {
        Record row;
        try (Session other = database.session()) {
            row = other.run("MATCH path = (a:Person {id: 1})-[k:KNOWS]->(b) RETURN a, k, path, [a, {b: b}] AS mixed")
                    .single();
        }
        Node ada = row.getNode("a");
        assertThat(ada.labels()).containsExactly("Person");
        assertThat(ada.getString("name")).isEqualTo("Ada");
        assertThat(ada.properties().keySet())
                .containsExactlyInAnyOrder("id", "name", "born", "seen", "height", "tags", "member");
        Relationship knows = row.getRelationship("k");
        assertThat(knows.type()).isEqualTo("KNOWS");
        assertThat(knows.getLong("since")).isEqualTo(2001);
        assertThat(knows.startNodeElementId()).isEqualTo(ada.elementId());
        Path path = row.getPath("path");
        assertThat(path.length()).isEqualTo(1);
        assertThat(path.start()).isEqualTo(ada);
        assertThat(path.relationships()).containsExactly(knows);
        assertThat(row.getList("mixed").get(0)).isEqualTo(ada);
        assertThat(((Map<?, ?>) row.getList("mixed").get(1)).get("b")).isEqualTo(path.end());
        assertThat(knows).hasToString("[:KNOWS {since: 2001}]");
        assertThat(path.end().toString()).startsWith("(:Person {id: 2, name: 'Bob'");
    }

    @Test
    void parameters_ofPlainJavaValues_areConverted() {
        Map<String, Object> given = Map.ofEntries(
                Map.entry("short", (short) 7),
                Map.entry("float", 1.5f),
                Map.entry("char", 'c'),
                Map.entry("array", new int[] {1, 2}),
                Map.entry("instant", Instant.parse("2020-01-01T00:00:00Z")),
                Map.entry("duration", Duration.ofMillis(1500)),
                Map.entry("period", Period.of(1, 2, 3)),
                Map.entry("map", Map.of("deep", List.of(Map.of("x", 1)))));
        Record row = one(
                "RETURN $short AS a, $float AS b, $char AS c, $array AS d, $instant AS e, $duration AS f,"
                        + " $period AS g, $map.deep[0].x AS h",
                given);
        assertThat(row.getLong("a")).isEqualTo(7);
        assertThat(row.getDouble("b")).isEqualTo(1.5);
        assertThat(row.getString("c")).isEqualTo("c");
        assertThat(row.getList("d")).isEqualTo(List.of(1L, 2L));
        assertThat(row.get("e", ZonedDateTime.class).toInstant()).isEqualTo(Instant.parse("2020-01-01T00:00:00Z"));
        assertThat(row.get("f")).isEqualTo(new IsoDuration(0, 0, 1, 500_000_000));
        assertThat(row.get("g")).isEqualTo(new IsoDuration(14, 3, 0, 0));
        assertThat(row.getLong("h")).isEqualTo(1);
    }

    @Test
    void parameters_nodesOfEarlierRecords_areTheSameNodes() {
        Node ada = one("MATCH (p:Person {id: 1}) RETURN p", Map.of()).getNode("p");
        Record friend = one("MATCH (p:Person)-[:KNOWS]->(f) WHERE p = $p RETURN f.name AS name", Map.of("p", ada));
        assertThat(friend.getString("name")).isEqualTo("Bob");
    }

    @Test
    void parameters_withoutMeaningInCypher_areNamedInTheError() {
        assertThatThrownBy(() -> session.run("RETURN $x", Map.of("x", List.of(1, new Object()))))
                .hasMessageContainingAll("`x`", "x[1]", "java.lang.Object");
        List<Object> cycle = new ArrayList<>();
        cycle.add(cycle);
        assertCode(ErrorCode.INVALID_PARAMETER, () -> session.run("RETURN $x", Map.of("x", cycle)));
        assertCode(ErrorCode.INVALID_PARAMETER, () -> session.run("RETURN $x", Map.of("x", Instant.MAX)));
        assertCode(ErrorCode.INVALID_PARAMETER, () -> session.run("RETURN $x", Map.of("$x", 1)));
        assertCode(
                ErrorCode.INVALID_PARAMETER,
                () -> session.run("RETURN $x", Map.of("x", java.math.BigInteger.ONE.shiftLeft(63))));
        assertCode(ErrorCode.MISSING_PARAMETER, () -> session.run("RETURN $x"));
    }

    @Test
    void parameters_changedAfterRun_doNotMatter() {
        List<Object> list = new ArrayList<>(List.of(1, 2));
        Map<String, Object> map = new java.util.HashMap<>(Collections.singletonMap("list", list));
        Result result = session.run("RETURN size($list) AS size", map);
        list.add(3);
        map.clear();
        assertThat(result.single().getLong("size")).isEqualTo(2);
    }

    @Test
    void result_readInEveryWay_givesTheSameRecords() {
        String text = "MATCH (p:Person) RETURN p.id AS id ORDER BY id";
        List<Long> expected = List.of(1L, 2L, 3L, 4L);
        List<Long> seen = new ArrayList<>();
        for (Record row : session.run(text)) {
            seen.add(row.getLong("id"));
        }
        assertThat(seen).isEqualTo(expected);
        assertThat(session.run(text).list().stream().map(row -> row.getLong("id")))
                .isEqualTo(expected);
        assertThat(session.run(text).stream().map(row -> row.get(0))).isEqualTo(expected);
        assertThat(session.run(text).consume()).isEqualTo(4);
        Result empty = session.run("MATCH (p:Person {id: 99}) RETURN p");
        assertThat(empty.hasNext()).isFalse();
        assertThatThrownBy(empty::next).isInstanceOf(NoSuchElementException.class);
        assertCode(ErrorCode.UNEXPECTED_RESULT, () -> session.run(text).single());
        assertCode(
                ErrorCode.UNEXPECTED_RESULT,
                () -> session.run("MATCH (p:Person {id: 99}) RETURN p").single());
    }

    @Test
    void result_moreRowsThanABatch_givesAll() {
        assertThat(session.run("UNWIND range(1, 5000) AS n RETURN n").stream()
                        .mapToLong(row -> row.getLong("n"))
                        .sum())
                .isEqualTo(5000L * 5001 / 2);
    }

    @Test
    void result_severalOpenAtOnce_doNotDisturbEachOther() {
        Result left = session.run("MATCH (p:Person) RETURN p ORDER BY p.id");
        Result right = session.run("MATCH (p:Person) RETURN p ORDER BY p.id DESC");
        assertThat(left.next().getNode("p").getLong("id")).isEqualTo(1);
        assertThat(right.next().getNode("p").getLong("id")).isEqualTo(4);
        assertThat(left.next().getNode("p").getLong("id")).isEqualTo(2);
        left.close();
        assertThat(right.next().getNode("p").getLong("id")).isEqualTo(3);
    }

    @Test
    void plan_explainAndProfile_areDrawn() {
        Result explained = session.run("EXPLAIN MATCH (p:Person) RETURN p.name");
        assertThat(explained.plan()).hasValueSatisfying(plan -> assertThat(plan).contains("Person"));
        Result profiled = session.run("PROFILE MATCH (p:Person) RETURN p.name AS name");
        assertThat(profiled.list()).hasSize(4);
        assertThat(profiled.plan())
                .hasValueSatisfying(plan -> assertThat(plan)
                        .contains("Person", "Page hits")
                        .matches("(?s).*Project .*? 4 +4 +[0-9.]+ +[1-9][0-9]* +[0-9]+\n.*"));
        assertThat(session.run("RETURN 1").plan()).isEmpty();
    }

    @Test
    void errors_ofQueries_leaveTheSessionUsable() {
        assertThatThrownBy(() -> session.run("MATCH (p:Person) RETURN q"))
                .isInstanceOfSatisfying(
                        ThetisException.class,
                        error -> assertThat(error.position())
                                .hasValueSatisfying(
                                        place -> assertThat(place.column()).isEqualTo(25)));
        assertCode(ErrorCode.SYNTAX, () -> session.run("MTCH (p) RETURN p"));
        assertCode(
                ErrorCode.DIVISION_BY_ZERO,
                () -> session.run("UNWIND [1, 0] AS n RETURN 1 / n").list());
        assertCode(ErrorCode.USAGE, () -> session.run((String) null));
        assertThat(one("RETURN 1 AS one", Map.of()).getLong("one")).isEqualTo(1);
    }

    @Test
    void closed_things_sayThatTheyAreClosed() {
        Session other = database.session();
        Result result = other.run("MATCH (p:Person) RETURN p");
        result.next();
        result.close();
        result.close();
        assertCode(ErrorCode.CLOSED, result::hasNext);
        Result unread = other.run("MATCH (p:Person) RETURN p");
        other.close();
        other.close();
        assertCode(ErrorCode.CLOSED, () -> other.run("RETURN 1"));
        assertCode(ErrorCode.CLOSED, unread::hasNext);
    }

    @Test
    void timeout_ofALongQuery_isTold() {
        session.close();
        database.close();
        try (Database hurried =
                        Database.open(directory, DatabaseOptions.byDefault().withQueryTimeout(Duration.ofMillis(100)));
                Session hasty = hurried.session()) {
            assertCode(ErrorCode.QUERY_TIMED_OUT, () -> hasty.run(ENDLESS).list());
            assertThat(hasty.run("RETURN 1 AS one").single().getLong("one")).isEqualTo(1);
        } finally {
            openAgain();
        }
    }

    private static void openAgain() {
        database = Database.open(directory, DatabaseOptions.byDefault().withThreadCount(2));
    }

    @Test
    void cancel_fromAnotherThread_endsTheQueryOnly() throws Exception {
        Result result = session.run(ENDLESS);
        CountDownLatch started = new CountDownLatch(1);
        try (ExecutorService threads = Executors.newSingleThreadExecutor()) {
            Future<?> canceller = threads.submit(() -> {
                started.await();
                TimeUnit.MILLISECONDS.sleep(50);
                result.cancel();
                return null;
            });
            started.countDown();
            assertCode(ErrorCode.QUERY_CANCELLED, result::hasNext);
            canceller.get();
        }
        assertThat(one("RETURN 1 AS one", Map.of()).getLong("one")).isEqualTo(1);
    }

    @Test
    void close_whileAnotherThreadReads_endsItsQueryAndWaits() throws Exception {
        session.close();
        database.close();
        try (ExecutorService threads = Executors.newSingleThreadExecutor()) {
            Database busy = Database.open(directory);
            CountDownLatch started = new CountDownLatch(1);
            Future<ErrorCode> reader = threads.submit(() -> {
                try (Session own = busy.session()) {
                    Result result = own.run(ENDLESS);
                    started.countDown();
                    result.list();
                    return null;
                } catch (ThetisException error) {
                    return error.code();
                }
            });
            started.await();
            TimeUnit.MILLISECONDS.sleep(30);
            busy.close();
            assertThat(reader.get()).isIn(ErrorCode.CLOSED, ErrorCode.QUERY_CANCELLED);
            assertCode(ErrorCode.CLOSED, busy::session);
        } finally {
            openAgain();
        }
    }

    @Test
    void sessions_onSeveralThreads_giveRightAnswers() throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            List<Future<Long>> sums = new ArrayList<>();
            for (int thread = 0; thread < 4; thread++) {
                sums.add(threads.submit(() -> {
                    long sum = 0;
                    try (Session own = database.session()) {
                        for (int round = 0; round < 200; round++) {
                            sum += own.run("MATCH (p:Person {id: $id}) RETURN p", Map.of("id", round % 4 + 1))
                                    .single()
                                    .getNode("p")
                                    .getLong("id");
                        }
                    }
                    return sum;
                }));
            }
            for (Future<Long> sum : sums) {
                assertThat(sum.get()).isEqualTo(500);
            }
        }
    }

    @Test
    void open_whileOpen_saysWhoHasIt() {
        assertCode(ErrorCode.DATABASE_LOCKED, () -> Database.open(directory));
        assertCode(ErrorCode.DATABASE_NOT_FOUND, () -> Database.open(folder.resolve("absent")));
    }

    @Test
    void schema_ofADatabase_listsItsNames() {
        Schema schema = database.schema();
        assertThat(schema.labels()).containsExactlyInAnyOrder("Person", "City");
        assertThat(schema.types()).containsExactlyInAnyOrder("KNOWS", "LIVES_IN");
        assertThat(schema.propertyKeys()).contains("name", "since");
        assertThat(schema.indexes()).containsExactly(new Schema.Index("Person", "id", true));
    }
}
