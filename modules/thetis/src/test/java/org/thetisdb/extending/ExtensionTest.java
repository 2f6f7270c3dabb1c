package org.thetisdb.extending;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.invoke.MethodHandles;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.thetisdb.Database;
import org.thetisdb.DatabaseOptions;
import org.thetisdb.Durability;
import org.thetisdb.PreparedStatement;
import org.thetisdb.Record;
import org.thetisdb.Result;
import org.thetisdb.Session;
import org.thetisdb.extension.TableProcedure;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** Goal: what classes and lambdas offer can be called like what Cypher has. Method: by examples, over a tiny graph. */
final class ExtensionTest {
    @TempDir
    private Path folder;

    private Database database;
    private Session session;

    @BeforeEach
    void open() {
        database = Database.create(folder.resolve("db"), options());
        session = database.session();
        session.run("CREATE (a:Person:Author {name: 'Ada', age: 36}), (b:Person {name: 'Bob', age: 41}),"
                        + " (c:Person {name: 'Cleo'}), (a)-[:KNOWS {since: 1833}]->(b)")
                .consume();
        register(database);
    }

    private static DatabaseOptions options() {
        return DatabaseOptions.byDefault().withDurability(Durability.OFF).withThreadCount(2);
    }

    private static void register(Database database) {
        database.extend("sample")
                .classes(SampleFunctions.class, SampleMedian.class, SampleWeights.class)
                .register();
    }

    @AfterEach
    void close() {
        session.close();
        database.close();
    }

    private Object value(String expression) {
        return one("RETURN " + expression + " AS value");
    }

    private Object one(String statement) {
        List<Object> all = all(statement);
        assertThat(all).hasSize(1);
        return all.getFirst();
    }

    private List<Object> all(String statement) {
        List<Object> values = new ArrayList<>();
        try (Result result = session.run(statement)) {
            for (Record row : result) {
                values.add(row.asMap().values().iterator().next());
            }
        }
        return values;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '"',
            value = {
                "sample.twice(21) ; 42",
                "sample.twice(null) ; null",
                "SAMPLE.TWICE(21) ; 42",
                "sample.small(1) ; 2",
                "sample.mean(1, 2.0) ; 1.5",
                "sample.isOdd(3) ; true",
                "sample.not(true) ; false",
                "sample.shout('ada') ; ADA!",
                "sample.orElse(null, 'b') ; b",
                "sample.orElse(null, null) ; null",
                "sample.onlyLong('ada') ; null",
                "sample.half(4) ; 2",
                "sample.half(3) ; null",
                "sample.ratio(3, 2) ; 1.5",
                "sample.kind(null) ; nothing",
                "sample.kind(1.5) ; Double",
                "sample.first([3, 4]) ; 3",
                "sample.sizes({a: 1}, [1, 2]).list ; 2",
                "sample.digits(123) ; [1, 2, 3]",
                "sample.tomorrow(date('2026-12-31')) ; 2027-01-01",
                "sample.months(duration({years: 1, months: 1})) ; 13",
                "sample.east(point({x: 1, y: 2})).x ; 2.0",
                "sample.pi() ; 3.0",
                "sample.columns(3, 1.5) ; 4.5",
                "sample.texts('a') ; a1",
                "reduce(s = 0, x IN [1, 2, 3] | s + sample.twice(x)) ; 12",
                "sample.twice(sample.twice(sample.small(1))) ; 8",
            })
    void function_ofAllTypes_givesItsValue(String expression, String expected) {
        assertThat(String.valueOf(value(expression))).isEqualTo(expected);
    }

    @Test
    void function_ofNodesRelationshipsAndPaths_isGivenWhatTheyHold() {
        assertThat(all("MATCH (n:Person) RETURN sample.describe(n) AS d ORDER BY n.name"))
                .containsExactly(
                        "[Person, Author] {name=Ada, age=36}", "[Person] {name=Bob, age=41}", "[Person] {name=Cleo}");
        assertThat(one("MATCH (a)-[k:KNOWS]->(b) RETURN sample.ends(k) = [id(a), id(b)] AS e"))
                .isEqualTo(true);
        assertThat(one("MATCH p = (:Author)-->() RETURN sample.names(p) AS n")).isEqualTo(List.of("Ada", "Bob"));
        assertThat(one("MATCH (n:Author) RETURN sample.same(n).age + 1 AS n")).isEqualTo(37L);
        assertThat(one("MATCH (n:Author) RETURN sample.kind([n]) AS k"))
                .asString()
                .contains("List");
        assertThat(one("MATCH (n:Author) WITH collect(n) AS all RETURN sample.kind(sample.first(all)) AS k"))
                .isEqualTo("Node");
        assertThat(all("MATCH (n:Person) WHERE sample.isOdd(n.age) RETURN n.name AS n"))
                .containsExactly("Bob");
    }

    @Test
    void function_overManyRows_skipsNullsAndKeepsOrder() {
        assertThat(one("UNWIND range(1, 10000) AS x WITH CASE x % 3 WHEN 0 THEN null ELSE x END AS y"
                        + " RETURN sum(sample.twice(y)) = sum(2 * y) AND count(sample.twice(y)) = count(y) AS same"))
                .isEqualTo(true);
        assertThat(one("UNWIND range(1, 10000) AS x WITH CASE x % 3 WHEN 0 THEN null ELSE x END AS y"
                        + " RETURN sum(sample.columns(y, 2)) = sum(2.0 * y) AND"
                        + " count(sample.texts(toString(y))) = count(y) AS same"))
                .isEqualTo(true);
        assertThat(one("UNWIND [1, 2.5, 3] AS x RETURN sum(sample.mean(x, x)) AS s"))
                .isEqualTo(6.5);
    }

    @Test
    void function_withConstantArguments_isCalledOnceIfItIsDeterministic() {
        SampleFunctions.CALLS.set(0);
        assertThat(one("UNWIND range(1, 5000) AS x RETURN sum(sample.counted(7)) AS s"))
                .isEqualTo(35_000L);
        assertThat(SampleFunctions.CALLS.get()).isLessThanOrEqualTo(4);
        SampleFunctions.CALLS.set(0);
        assertThat(one("UNWIND range(1, 5000) AS x RETURN count(DISTINCT sample.next()) AS s"))
                .isEqualTo(5000L);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "MATCH (n:Item) WHERE sample.dear(n.x) > 0 AND n.y = 1 RETURN count(*) AS c",
                "MATCH (n:Item) WHERE sample.dear(n.x) > 0 WITH n WHERE n.y = 1 RETURN count(*) AS c",
                "MATCH (n:Item) WITH n WHERE sample.dear(n.x) > 0 AND n.y = 1 WITH n WHERE true RETURN count(*) AS c",
            })
    void predicate_thatIsDear_isOvertakenByWhatCannotFail(String statement) {
        session.run("UNWIND range(1, 100000) AS x CREATE (:Item {x: x, y: x % 100})")
                .consume();
        SampleFunctions.CALLS.set(0);
        assertThat(one(statement)).isEqualTo(1000L);
        assertThat(SampleFunctions.CALLS.get()).isLessThan(80_000);
    }

    @Test
    void predicate_thatGuards_isNotOvertakenByWhatMayFail() {
        session.run("UNWIND range(0, 99999) AS x CREATE (:Item {x: x % 10, y: x})")
                .consume();
        assertThat(one("MATCH (n:Item) WHERE sample.dear(n.x) > 0 WITH n WHERE n.x > 0 WITH n WHERE 1 / n.x = 1"
                        + " RETURN count(*) AS c"))
                .isEqualTo(10_000L);
    }

    @Test
    void use_isCountedForEachSession() {
        one("UNWIND range(1, 10) AS x RETURN sum(sample.twice(x)) AS s");
        try (Session other = database.session()) {
            other.run("MATCH (p:Person) RETURN sample.median(p.age) AS m").consume();
            other.run("CALL sample.words('a b c') YIELD word RETURN count(word) AS c")
                    .consume();
            Map<String, List<Object>> use = new TreeMap<>();
            try (Result result = other.run("SHOW EXTENSION USE")) {
                for (Record row : result) {
                    Map<String, Object> all = row.asMap();
                    use.put((String) all.get("connectionId"), List.of(all.get("extension"), all.get("rows")));
                    assertThat((Long) all.get("calls")).isPositive();
                    assertThat((Double) all.get("milliseconds")).isPositive();
                    assertThat((Long) all.get("allocatedBytes")).isPositive();
                }
            }
            assertThat(use)
                    .containsExactlyInAnyOrderEntriesOf(Map.of(
                            session.id(), List.of("sample", 10L),
                            other.id(), List.of("sample", 6L)));
        }
        assertThat(one("SHOW EXTENSION USE YIELD connectionId")).isEqualTo(session.id());
    }

    @Test
    void function_thatThrows_endsTheStatementAlone() {
        assertThatThrownBy(() -> all("UNWIND range(1, 5) AS x RETURN sample.fail(x) AS y"))
                .isInstanceOfSatisfying(ThetisException.class, error -> {
                    assertThat(error.code()).isEqualTo(ErrorCode.EXTENSION_FAILED);
                    assertThat(error.getMessage())
                            .contains("sample.fail", "row=2", "arguments=[3]", "three is too much");
                    assertThat(error.position()).isPresent();
                    assertThat(error).hasRootCauseInstanceOf(IllegalArgumentException.class);
                });
        assertThatThrownBy(() -> value("sample.deep(1)"))
                .isInstanceOf(ThetisException.class)
                .hasRootCauseInstanceOf(StackOverflowError.class);
        assertThatThrownBy(() -> value("sample.alien(1)"))
                .isInstanceOfSatisfying(
                        ThetisException.class, error -> assertThat(error.code()).isEqualTo(ErrorCode.EXTENSION_FAILED));
        assertThatThrownBy(() -> value("sample.small(3000000000)"))
                .isInstanceOfSatisfying(
                        ThetisException.class, error -> assertThat(error.code()).isEqualTo(ErrorCode.EXTENSION_FAILED));
        assertThat(value("sample.fail(4)")).isEqualTo(4L);
    }

    @Test
    void function_thatAsksWhetherToGoOn_endsWhenTheTimeIsUp() {
        DatabaseOptions limited = options().withQueryTimeout(Duration.ofMillis(200));
        try (Database other = Database.create(folder.resolve("limited"), limited);
                Session one = other.session()) {
            register(other);
            assertThatThrownBy(() -> one.run("RETURN sample.spin(1) AS s").list())
                    .isInstanceOfSatisfying(
                            ThetisException.class,
                            error -> assertThat(error.code()).isEqualTo(ErrorCode.QUERY_TIMED_OUT));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "RETURN sample.twice('a') AS x | TYPE_MISMATCH | argument 1 of sample.twice",
                "WITH [1, 'a'] AS l UNWIND l AS x RETURN sample.twice(x) AS y | TYPE_MISMATCH | argument `value`",
                "RETURN sample.twice() AS x | WRONG_ARGUMENT_COUNT | sample.twice(value INTEGER) :: INTEGER",
                "RETURN sample.twise(1) AS x | UNKNOWN_FUNCTION | sample.twice",
                "RETURN sample.twice(DISTINCT 1) AS x | SYNTAX | DISTINCT",
                "RETURN sample.median(sample.median(1)) AS x | INVALID_AGGREGATION | inside another",
                "MATCH (n) WHERE sample.median(n.age) > 1 RETURN n | INVALID_AGGREGATION | WITH",
                "RETURN sample.weights(DISTINCT 1, 2) AS x | SYNTAX | one argument",
                "CALL sample.wordz('a') | UNKNOWN_PROCEDURE | sample.words",
                "CALL sample.words(1) | TYPE_MISMATCH | sample.words",
            })
    void call_thatIsWrong_isRefusedWithItsPlace(String statement, ErrorCode code, String contained) {
        assertThatThrownBy(() -> all(statement)).isInstanceOfSatisfying(ThetisException.class, error -> {
            assertThat(error.code()).isEqualTo(code);
            assertThat(error.getMessage()).contains(contained);
            assertThat(error.position()).isPresent();
        });
    }

    @Test
    void aggregate_ofGroups_isMergedFromAllWorkers() {
        assertThat(one("UNWIND range(1, 99999) AS x RETURN sample.median(x) AS m"))
                .isEqualTo(50_000.0);
        assertThat(one("UNWIND [] AS x RETURN sample.median(x) AS m")).isNull();
        assertThat(one("UNWIND [1, null, 1, 5, 9, 9] AS x RETURN sample.median(DISTINCT x) AS m"))
                .isEqualTo(5.0);
        assertThat(one("UNWIND range(1, 30000) AS x WITH x % 1000 AS k, sample.median(x) AS m, sum(x) AS s"
                        + " RETURN count(*) = 1000 AND sum(m) = sum(s) / 30 + 500000 AS same"))
                .isEqualTo(true);
        assertThat(one("UNWIND range(1, 100) AS x RETURN sample.weights(x, 2) = sum(2 * x) AS same"))
                .isEqualTo(true);
        assertThat(one("MATCH (n:Person) RETURN sample.median(n.age) AS m")).isEqualTo(41.0);
        assertThatThrownBy(() -> all("UNWIND [1, -1] AS x RETURN sample.weights(x, x) AS w"))
                .isInstanceOfSatisfying(
                        ThetisException.class,
                        error -> assertThat(error.getMessage()).contains("sample.weights", "not negative", "row=1"));
        assertThatThrownBy(() -> all("UNWIND [[1], 'a'] AS x RETURN sample.median(x) AS w"))
                .isInstanceOfSatisfying(
                        ThetisException.class, error -> assertThat(error.code()).isEqualTo(ErrorCode.TYPE_MISMATCH));
    }

    @ParameterizedTest
    @ValueSource(strings = {"compile=never", "compile=always", "share-bytes=0"})
    void callables_inOtherWaysToRun_giveTheSame(String variant) {
        List<String> statements = List.of(
                "UNWIND range(1, 20000) AS x WITH x % 4000 AS k, sample.median(x) AS m RETURN k, m ORDER BY k",
                "UNWIND range(1, 3000) AS x WITH CASE x % 7 WHEN 0 THEN null ELSE x END AS y"
                        + " RETURN sample.twice(y) AS t, sample.mean(y, 2) AS m, sample.isOdd(y) AS o,"
                        + " sample.shout(toString(y)) AS s, sample.columns(y, y) AS c, sample.kind(y) AS k",
                "UNWIND range(1, 50) AS x CALL sample.words('a bc def') YIELD word, length RETURN x, word, length");
        for (int batchRows : new int[] {1, 1024}) {
            DatabaseOptions other = options().withBatchRows(batchRows).withEngineVariant(variant);
            try (Database varied = Database.create(folder.resolve(variant + batchRows), other);
                    Session one = varied.session()) {
                register(varied);
                for (String statement : statements) {
                    assertThat(one.run(statement).list())
                            .as(statement)
                            .isEqualTo(session.run(statement).list());
                }
            }
        }
    }

    @Test
    void procedure_givesRows_andIsClosedEarly() {
        assertThat(all("CALL sample.words('a bc def') YIELD word, length WHERE length > 1 RETURN word + length AS w"))
                .containsExactly("bc2", "def3");
        assertThat(all("CALL sample.words('a bc')")).containsExactly("a", "bc");
        assertThat(all("CALL sample.words(null)")).isEmpty();
        SampleFunctions.CLOSED.set(0);
        assertThat(all("CALL sample.endless(5) YIELD number RETURN number LIMIT 3"))
                .containsExactly(5L, 6L, 7L);
        assertThat(SampleFunctions.CLOSED.get()).isEqualTo(1);
        assertThat(all("MATCH (n:Author) CALL sample.labelsOf(n) YIELD word RETURN word ORDER BY word"))
                .containsExactly("Author", "Person");
        assertThatThrownBy(() -> all("CALL sample.broken(3) YIELD number RETURN number"))
                .isInstanceOfSatisfying(ThetisException.class, error -> {
                    assertThat(error.code()).isEqualTo(ErrorCode.EXTENSION_FAILED);
                    assertThat(error.getMessage()).contains("sample.broken", "row=3", "no more");
                });
    }

    @Test
    void lambdas_areFunctionsAndAggregates() {
        long offset = session.run("RETURN 5 AS x").list().getFirst().getLong("x");
        database.extend("lambdas")
                .longFunction("lambda.shift", value -> value + offset)
                .doubleFunction("lambda.root", Math::sqrt)
                .function("lambda.size", String.class, Integer.class, String::length)
                .function("lambda.join", String.class, String.class, String.class, String::concat)
                .aggregate("lambda.texts", String.class, List.class, Collectors.toList())
                .aggregate("lambda.total", Long.class, Long.class, Collectors.summingLong(Long::longValue))
                .register();
        assertThat(value("lambda.shift(3)")).isEqualTo(8L);
        assertThat(value("lambda.root(16)")).isEqualTo(4.0);
        assertThat(value("lambda.size('abc')")).isEqualTo(3L);
        assertThat(value("lambda.join('a', 'b')")).isEqualTo("ab");
        assertThat(one("UNWIND ['a', null, 'b'] AS x RETURN lambda.texts(x) AS t"))
                .isEqualTo(List.of("a", "b"));
        assertThat(one("UNWIND range(1, 50000) AS x RETURN lambda.total(x) AS t"))
                .isEqualTo(1_250_025_000L);
    }

    @Test
    void predicate_withAFunction_isOvertakenByOneThatIsCheaper() {
        AtomicLong asked = new AtomicLong();
        database.extend("dear")
                .function("dear.isEven", Long.class, Boolean.class, value -> {
                    asked.incrementAndGet();
                    long end = System.nanoTime() + 1_000;
                    while (System.nanoTime() < end) {
                        Thread.onSpinWait();
                    }
                    return value % 2 == 0;
                })
                .register();
        session.run("UNWIND range(0, 199999) AS i CREATE (:Dear {v: i % 1000})");
        assertThat(one("MATCH (d:Dear) WHERE dear.isEven(d.v) AND d.v < 500 RETURN count(d) AS n"))
                .isEqualTo(50_000L);
        assertThat(asked.get()).isLessThan(170_000);
    }

    @Test
    void register_again_replacesForWhatBeginsLater() {
        database.extend("other").longFunction("other.f", value -> value + 1).register();
        PreparedStatement prepared = database.prepare("UNWIND range(1, 100000) AS x RETURN other.f(x) - x AS x");
        try (Session reading = database.session();
                Result running = reading.run(prepared, Map.of())) {
            assertThat(running.next().getLong("x")).isEqualTo(1);
            database.extend("other").longFunction("other.f", value -> value + 2).register();
            assertThat(value("other.f(1)")).isEqualTo(3L);
            assertThat(running.next().getLong("x")).isEqualTo(1);
        }
        assertThat(session.run(prepared, Map.of()).list().getFirst().getLong("x"))
                .isEqualTo(2);
        assertThat(database.dropExtension("other")).isTrue();
        assertThat(database.dropExtension("other")).isFalse();
        assertThatThrownBy(() -> value("other.f(1)")).hasMessageContaining("no function");
        assertThatThrownBy(() -> session.run(prepared, Map.of()).list()).hasMessageContaining("no function");
        assertThat(value("sample.twice(1)")).isEqualTo(2L);
    }

    @Test
    void show_andExplain_tellOfThem() {
        assertThat(all("SHOW EXTENSIONS YIELD name, functions WHERE 'sample.median' IN functions RETURN name"))
                .containsExactly("sample");
        assertThat(all("UNWIND range(1, 10) AS x RETURN sum(sample.twice(x)) AS s"))
                .containsExactly(110L);
        assertThat(all("SHOW EXTENSIONS YIELD calls, rows, milliseconds, allocatedBytes"
                        + " RETURN calls > 0 AND rows >= 10 AND milliseconds > 0 AND allocatedBytes >= 0 AS x"))
                .containsExactly(true);
        assertThat(all("SHOW FUNCTIONS YIELD signature, description, isBuiltIn, name WHERE name = 'sample.twice'"
                        + " AND NOT isBuiltIn RETURN signature + '; ' + description AS s"))
                .containsExactly("sample.twice(value INTEGER) :: INTEGER; twice as much");
        assertThat(all("SHOW FUNCTIONS YIELD name, aggregating WHERE aggregating AND name STARTS WITH 'sample'"))
                .containsExactly("sample.median", "sample.weights");
        assertThat(all("SHOW PROCEDURES YIELD name, mode, signature WHERE name = 'sample.words'"
                        + " RETURN mode + signature"))
                .containsExactly("READsample.words(value STRING) :: (word STRING, length INTEGER)");
        String plan = session.run("EXPLAIN MATCH (n:Person) WHERE sample.isOdd(n.age) RETURN sample.median(n.age) AS m")
                .plan()
                .orElseThrow();
        assertThat(plan).contains("sample.isOdd(n.age)").contains("sample.median(n.age)");
    }

    @Test
    void names_thatAreTaken_areRefused() {
        assertThatThrownBy(() -> database.extend("more")
                        .longFunction("sample.twice", value -> value)
                        .register())
                .isInstanceOfSatisfying(ThetisException.class, error -> {
                    assertThat(error.code()).isEqualTo(ErrorCode.EXTENSION_INVALID);
                    assertThat(error.getMessage()).contains("sample.twice", "other=sample");
                });
        for (String name : Arrays.asList("twice", "", "a.", ".a", "a b.c", "date.truncate", "a.1")) {
            assertThatThrownBy(() -> database.extend("more")
                            .longFunction(name, value -> value)
                            .register())
                    .as(name)
                    .isInstanceOfSatisfying(
                            ThetisException.class,
                            error -> assertThat(error.code()).isEqualTo(ErrorCode.EXTENSION_INVALID));
        }
        for (Class<?> type : List.of(Labels.class, Extensions.class)) {
            assertThatThrownBy(() -> database.extend("more")
                            .classes(MethodHandles.lookup(), type)
                            .register())
                    .isInstanceOfSatisfying(ThetisException.class, error -> {
                        assertThat(error.code()).isEqualTo(ErrorCode.EXTENSION_INVALID);
                        assertThat(error.getMessage()).contains("other=the database");
                    });
        }
        assertThatThrownBy(() -> database.extend("more").register()).hasMessageContaining("nothing");
        assertThat(value("sample.twice(2)")).isEqualTo(4L);
    }

    /** A procedure of a name that the database has. */
    static final class Labels {
        record Row(long n) {}

        @TableProcedure(name = "db.labels")
        static List<Row> labels() {
            return List.of();
        }
    }

    /** Another one. */
    static final class Extensions {
        record Row(long n) {}

        @TableProcedure(name = "dbms.extensions")
        static List<Row> extensions() {
            return List.of();
        }
    }
}
