package org.thetisdb;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Goal: texts that are too long for a batch of them to be in memory together are read, compared, sorted, changed and
 * written like others. Method: nodes of one chunk that get texts of 300 KB by SET, so that the chunk is not the smaller
 * for them; what the thread that runs a query allocates.
 */
final class LongTextsTest {
    private static final int NODES = 60;
    private static final int TEXT_BYTES = 300_000;
    private static final long ALL_BYTES = (long) NODES * TEXT_BYTES;

    @TempDir
    private java.nio.file.Path folder;

    private static DatabaseOptions options() {
        return DatabaseOptions.byDefault()
                .withDurability(Durability.OFF)
                .withThreadCount(1)
                .withMemory("64MiB");
    }

    private static String text(int node) {
        return (node % 10 + "-" + node + "-").repeat(TEXT_BYTES / 4).substring(0, TEXT_BYTES);
    }

    @BeforeEach
    void fill() {
        try (Database database = Database.create(folder.resolve("db"), options());
                Session session = database.session()) {
            session.run("UNWIND range(0, " + (NODES - 1) + ") AS i CREATE (:Text {i: i})")
                    .consume();
            for (int node = 0; node < NODES; node++) {
                session.run("MATCH (n:Text {i: $i}) SET n.v = $v", Map.of("i", (long) node, "v", text(node)))
                        .consume();
            }
        }
    }

    private static Object one(Session session, String query) {
        List<Record> rows = session.run(query).list();
        assertThat(rows).as(query).hasSize(1);
        return rows.getFirst().get("x");
    }

    /** What this thread allocates for a query that is run once before. */
    private static long allocatedBytes(Session session, String query) {
        one(session, query);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        one(session, query);
        return threads.getCurrentThreadAllocatedBytes() - before;
    }

    @Test
    void reading_takesLittleMemoryAtOnce() {
        try (Database database = Database.open(folder.resolve("db"), options());
                Session session = database.session()) {
            database.checkpoint();
            for (String query : List.of(
                    "MATCH (n:Text) WHERE n.v CONTAINS 'nowhere' RETURN count(*) AS x",
                    "MATCH (n:Text) RETURN count(CASE WHEN n.v < '7' THEN 1 END) AS x")) {
                assertThat(allocatedBytes(session, query)).as(query).isLessThan(ALL_BYTES / 2);
            }
        }
    }

    @Test
    void answers_areThoseOfShortTexts() {
        try (Database database = Database.open(folder.resolve("db"), options());
                Session session = database.session()) {
            assertThat(one(session, "MATCH (n:Text) RETURN sum(size(n.v)) AS x"))
                    .isEqualTo(ALL_BYTES);
            assertThat(one(session, "MATCH (n:Text) WHERE n.v STARTS WITH '7-' RETURN count(*) AS x"))
                    .isEqualTo(6L);
            assertThat(one(session, "MATCH (n:Text) RETURN count(DISTINCT n.v) AS x"))
                    .isEqualTo((long) NODES);
            assertThat(one(session, "MATCH (n:Text) WITH n ORDER BY n.v DESC LIMIT 1 RETURN n.i AS x"))
                    .isEqualTo(9L);
            assertThat(one(session, "MATCH (n:Text) WITH n.v AS v, n.i AS i ORDER BY v RETURN collect(i)[..3] AS x"))
                    .isEqualTo(List.of(0L, 10L, 20L));
            assertThat(one(
                            session,
                            "MATCH (n:Text) WITH substring(n.v, 0, 1) AS k, max(n.v) AS m RETURN count(m) AS x"))
                    .isEqualTo(10L);
            assertThat(one(session, "MATCH (n:Text) WITH collect(n.v) AS c UNWIND c AS v RETURN sum(size(v)) AS x"))
                    .isEqualTo(ALL_BYTES);
            assertThat(one(session, "MATCH (n:Text), (m:Text) WHERE n.v = m.v RETURN count(*) AS x"))
                    .isEqualTo((long) NODES);
        }
    }

    /** Their values are more than a column may hold. */
    @Test
    void comprehensions_makeSomeValuesAtATime() {
        try (Database database = Database.open(folder.resolve("db"), options());
                Session session = database.session()) {
            String long5 = "MATCH (n:Text {i: 42}) WITH n.v + n.v + n.v + n.v + n.v AS t ";
            assertThat(one(session, long5 + "RETURN size([x IN range(1, 1500) WHERE size(t + x) > 5 | x]) AS x"))
                    .isEqualTo(1500L);
            assertThat(one(session, long5 + "RETURN any(x IN range(1, 1500) WHERE t + x = '') AS x"))
                    .isEqualTo(false);
            assertThat(one(
                            session,
                            "RETURN size([x IN range(1, 20) | size(COLLECT { MATCH (n:Text) RETURN n.v + x })]) AS x"))
                    .isEqualTo(20L);
        }
    }

    @Test
    void changes_areAsWritten() {
        try (Database database = Database.open(folder.resolve("db"), options());
                Session session = database.session()) {
            session.run("MATCH (n:Text) SET n.w = n.v + '!', n.v = n.i").consume();
            session.run("MATCH (n:Text) CREATE (:Made {i: n.i, v: n.w + n.w})").consume();
        }
        try (Database database = Database.open(folder.resolve("db"), options());
                Session session = database.session()) {
            assertThat(one(session, "MATCH (n:Text) RETURN sum(size(n.w)) AS x"))
                    .isEqualTo(ALL_BYTES + NODES);
            assertThat(one(session, "MATCH (n:Text) RETURN sum(n.v - n.i) AS x"))
                    .isEqualTo(0L);
            assertThat(one(session, "MATCH (n:Made) RETURN sum(size(n.v)) AS x"))
                    .isEqualTo(2 * (ALL_BYTES + NODES));
            assertThat(one(session, "MATCH (n:Text {i: 42}) RETURN n.w AS x")).isEqualTo(text(42) + "!");
        }
    }
}
