package org.thetisdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.thetisdb.value.ThetisException;

/**
 * Goal: every breaker gives its answer in as little memory as a query may be given. Method: the same statements with
 * plenty of memory and with next to none.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class LeastMemoryTest {
    private static final int NODES = 150_000;
    private static final String LONG = "=".repeat(1500);
    private static final int[] LEAST_BYTES = {1 << 20, 64 << 10};

    /** What keeps rows, one of each kind, and how much of it. */
    enum Breaker {
        SORT("MATCH (n:N) WITH n.t AS t ORDER BY t RETURN count(t) AS n, max(size(t)) AS m"),
        TOP("MATCH (n:N) WITH n ORDER BY n.t DESC LIMIT 60000 RETURN count(*) AS c, min(n.t) AS t"),
        GROUP("MATCH (n:N) WITH n.t AS t, count(*) AS n, max(n.x) AS x RETURN count(*) AS g, sum(n) AS n, sum(x) AS x"),
        GROUP_OF_DIFFERENT_TEXTS("MATCH (n:N) WITH n.t + n.x AS t, count(*) AS n RETURN count(*) AS g, sum(n) AS n"),
        GROUP_OF_LONG_TEXTS("MATCH (n:N) WHERE n.x % 3 = 0 WITH n.x + $long AS t, count(*) AS n"
                + " RETURN count(*) AS g, sum(n) AS n"),
        DISTINCT("MATCH (n:N) WITH DISTINCT n.t AS t, n.x % 7 AS x RETURN count(*) AS n"),
        COUNT_DISTINCT("MATCH (n:N) RETURN count(DISTINCT n.t + n.x) AS n"),
        COLLECT("MATCH (n:N) WITH n.x % 1000 AS k, collect(n.t) AS l RETURN count(*) AS n, sum(size(l + [1])) AS s"),
        PERCENTILE("MATCH (n:N) RETURN percentileDisc(n.x, 0.5) AS p"),
        JOIN("MATCH (a:N), (b:N) WHERE a.x = b.y RETURN count(*) AS n, max(a.t + b.t) AS t"),
        OUTER_JOIN("MATCH (a:N) WHERE a.x % 40 = 0 OPTIONAL MATCH (b:N) WHERE b.u = a.u"
                + " RETURN count(*) AS n, count(b) AS b, max(b.t) AS t"),
        OUTER_JOIN_BY_LONG_TEXTS("MATCH (a:N) WHERE a.x % 40 = 0 OPTIONAL MATCH (b:N) WHERE b.u + $long = a.u + $long"
                + " RETURN count(*) AS n, count(b) AS b, max(b.t) AS t"),
        LISTS_OF_ROWS("MATCH (a:N) WHERE a.x % 20 = 0 UNWIND COLLECT { MATCH (b:N) WHERE b.u = a.u RETURN b.x } AS x"
                + " RETURN count(*) AS n, sum(x) AS x, sum(a.x) AS a");

        private final String statement;

        Breaker(String statement) {
            this.statement = statement;
        }
    }

    private java.nio.file.Path folder = java.nio.file.Path.of("");

    /** What each gives with plenty of memory, and with little, by what it was given. */
    private Map<Breaker, Object> expected = Map.of();

    private final Map<String, Map<Breaker, Object>> found = new LinkedHashMap<>();

    /** The database is opened once for each amount of memory: that takes longer than a statement. */
    @BeforeAll
    void create(@TempDir java.nio.file.Path made) {
        folder = made;
        try (Database database = Database.create(folder.resolve("graph"), options());
                Session session = database.session()) {
            session.run("UNWIND range(1, " + NODES + ") AS x CREATE (:N {x: x, y: x / 2, u: 'a text of ' + x % 60000,"
                            + " t: 'one of many texts ' + x * 7919 % 50021})")
                    .consume();
        }
        expected = answers(options());
        for (int bytes : LEAST_BYTES) {
            found.put("queryMemoryBytes=" + bytes, answers(options().withQueryMemoryBytes(bytes)));
        }
        found.put(
                "threadCount=8",
                answers(options().withQueryMemoryBytes(LEAST_BYTES[0]).withThreadCount(8)));
    }

    private static DatabaseOptions options() {
        return DatabaseOptions.byDefault().withDurability(Durability.OFF).withThreadCount(2);
    }

    @ParameterizedTest
    @EnumSource
    void aBreaker_worksInNextToNoMemory(Breaker breaker) {
        assertThat(expected.get(breaker)).isInstanceOf(List.class);
        found.forEach((options, answers) ->
                assertThat(answers.get(breaker)).as(options).isEqualTo(expected.get(breaker)));
    }

    private Map<Breaker, Object> answers(DatabaseOptions options) {
        Map<Breaker, Object> answers = new EnumMap<>(Breaker.class);
        try (Database database = Database.open(folder.resolve("graph"), options);
                Session session = database.session()) {
            for (Breaker breaker : Breaker.values()) {
                answers.put(breaker, answer(session, breaker.statement));
            }
        }
        return answers;
    }

    /** Its rows, or what it fails for. */
    private static Object answer(Session session, String statement) {
        try {
            return session.run(statement, Map.of("long", LONG)).list().stream()
                    .map(Record::asMap)
                    .toList();
        } catch (ThetisException problem) {
            return problem;
        }
    }

    @AfterAll
    void isLeftEmpty() {
        assertThat(folder.resolve("graph").resolve("temporary").toFile().list())
                .as("temporary files that are left")
                .isNullOrEmpty();
    }
}
