package org.thetisdb.extending;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.Database;
import org.thetisdb.DatabaseOptions;
import org.thetisdb.Durability;
import org.thetisdb.Result;
import org.thetisdb.Session;
import org.thetisdb.extension.ScalarFunction;

/**
 * Goal: a condition whose function is dear is checked where few rows are left, in another operator if need be.
 * Method: a graph in which a hop drops nearly all rows; the plan's text, and the calls that were made.
 */
final class DearConditionTest {
    private static final String QUERY = "MATCH (a:Author)-[:WROTE]->(t:Text) WHERE %s.odd(a.v) AND t.v = 7"
            + " RETURN count(*) AS c, sum(a.v) AS s";

    @TempDir
    private Path folder;

    private final AtomicLong calls = new AtomicLong();
    private Database database;
    private Session session;

    /** Functions that say what they cost. */
    public static final class Declared {
        private Declared() {}

        @ScalarFunction(name = "declared.odd", nanosPerRow = 100_000)
        public static boolean odd(long value) {
            return value % 2 == 1;
        }

        @ScalarFunction(name = "declared.isPositive", nanosPerRow = 200_000)
        public static boolean isPositive(long value) {
            return value > 0;
        }

        @ScalarFunction(name = "declared.tenBy", nanosPerRow = 100_000)
        public static long tenBy(long value) {
            return 10 / value;
        }
    }

    /** 2,000 authors of one text each; 20 of them wrote a text whose v is 7. Few texts are of no author. */
    @BeforeEach
    void open() {
        database = Database.create(
                folder.resolve("db"),
                DatabaseOptions.byDefault().withDurability(Durability.OFF).withThreadCount(1));
        session = database.session();
        session.run("UNWIND range(1, 2000) AS v CREATE (:Author {v: v})-[:WROTE]->(:Text {v: v % 100})")
                .consume();
        session.run("UNWIND range(1, 20000) AS v CREATE (:Text {v: v % 100})").consume();
    }

    @AfterEach
    void close() {
        session.close();
        database.close();
    }

    private List<Object> answer(String extension) {
        return session.run(QUERY.formatted(extension)).list().getFirst().values();
    }

    /** The lines of the plan from the condition down to the leaf. */
    private String belowCondition(String query) {
        return belowCondition(query, ".odd(");
    }

    private String belowCondition(String query, String condition) {
        try (Result explained = session.run("EXPLAIN " + query)) {
            String plan = explained.plan().orElseThrow();
            return plan.substring(plan.indexOf(condition));
        }
    }

    @Test
    void condition_thatIsDeclaredDear_waitsForTheHop() {
        database.extend("declared").classes(Declared.class).register();
        assertThat(belowCondition(QUERY.formatted("declared"))).contains("Expand");
        assertThat(answer("declared")).isEqualTo(List.of(20L, 19_140L));
    }

    @Test
    void condition_thatIsMeasuredDear_waitsFromThenOn() {
        database.extend("measured")
                .function("measured.odd", Long.class, Boolean.class, this::slowlyOdd)
                .register();
        assertThat(belowCondition(QUERY.formatted("measured"))).doesNotContain("Expand");
        List<Object> first = answer("measured");
        assertThat(calls.get()).isGreaterThanOrEqualTo(1000);
        calls.set(0);
        assertThat(answer("measured")).isEqualTo(first);
        assertThat(calls.get()).isLessThan(200);
        assertThat(belowCondition(QUERY.formatted("measured"))).contains("Expand");
    }

    @Test
    void condition_thatGuardsOthers_doesNotWait() {
        database.extend("declared").classes(Declared.class).register();
        session.run("CREATE (:Author {v: 0})-[:WROTE]->(:Text {v: 7})").consume();
        String guarding = "MATCH (a:Author)-[:WROTE]->(t:Text) WHERE declared.odd(a.v) AND 7 / a.v > 0 AND t.v = 7"
                + " RETURN count(*) AS c";
        assertThat(belowCondition(guarding)).startsWith(".odd(a.v) AND 7 / a.v > 0");
        assertThat(session.run(guarding).list().getFirst().values()).isEqualTo(List.of(1L));
    }

    /** Each is dear, and each stays behind the one in front of it, whichever drops more rows. */
    @Test
    void conditions_thatWait_keepTheirOrder() {
        database.extend("declared").classes(Declared.class).register();
        String guarded = "MATCH (a:Author)-[:WROTE]->(t:Text)"
                + " WHERE declared.isPositive(a.v) AND declared.tenBy(a.v) = 5 AND t.v = 2 RETURN count(*) AS c";
        session.run("CREATE (:Author {v: 0})-[:WROTE]->(:Text {v: 2})").consume();
        assertThat(belowCondition(guarded, "isPositive"))
                .startsWith("isPositive(a.v) AND declared.tenBy(a.v) = 5")
                .contains("Expand");
        assertThat(session.run(guarded).list().getFirst().values()).isEqualTo(List.of(1L));
    }

    @Test
    void condition_onANodeOfAHashJoin_waitsIfTheJoinLeavesFewer() {
        database.extend("declared").classes(Declared.class).register();
        String joined = "MATCH (t:Text), (a:Author) WHERE t.v = 7 AND declared.odd(a.v) AND a.v = t.v + 90"
                + " RETURN count(*) AS c";
        assertThat(session.run(joined).list().getFirst().values()).isEqualTo(List.of(220L));
    }

    private boolean slowlyOdd(Long value) {
        calls.incrementAndGet();
        long end = System.nanoTime() + 50_000;
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
        return value % 2 == 1;
    }
}
