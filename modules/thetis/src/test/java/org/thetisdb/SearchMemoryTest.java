package org.thetisdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.io.memory.MemoryReport;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Goal: a search along paths that reaches more nodes than fit into the memory that the query may keep finds what it
 * finds with plenty of memory, and takes no more of the heap; one along trails, of which there is no end, takes no
 * more either for as long as it is let run. Method: a node with very many neighbours, and what the thread that runs
 * the query allocates.
 */
final class SearchMemoryTest {
    private static final int NEIGHBOURS = 200_000;
    private static final int WIDE = 40_000;
    private static final long LIMIT_BYTES = 1 << 20;

    /** The limit, for a moment twice; the plan, and batches. Visited nodes would be 12 MB. */
    private static final long ALLOCATED_BYTES_MAX = 6L << 20;

    private static final List<String> SEARCHES = List.of(
            "MATCH (a:Start), (b:End) MATCH p = shortestPath((a)-[*]-(b)) RETURN length(p) AS n",
            "MATCH (a:Start), (b:End) MATCH p = allShortestPaths((a)-[*]-(b)) RETURN count(p) AS n,"
                    + " sum(nodes(p)[2].x) AS s",
            "MATCH (a:Start), (b:Alone) MATCH p = shortestPath((a)-[*]-(b)) RETURN count(p) AS n",
            "MATCH (a:Start), (b:Hub) MATCH p = allShortestPaths((a)-[*]->(b)) RETURN length(p) AS n, count(p) AS c"
                    + " ORDER BY n",
            "MATCH (a:Start), (b:N) WHERE b.x % 1000 = 0 MATCH p = shortestPath((a)-[*]-(b)) RETURN length(p) AS n,"
                    + " count(*) AS c, sum(nodes(p)[2].x) AS s",
            "MATCH (a:Start)-[*1..3]->(b) WHERE b <> a WITH DISTINCT b RETURN count(*) AS n",
            "UNWIND range(1, 3) AS r MATCH (a:Start)-[*1..3]->(b) WHERE b <> a WITH DISTINCT r, b"
                    + " RETURN r, count(*) AS n, sum(b.x) AS s ORDER BY r");

    private static final String TRAILS =
            "MATCH (a:Start)-->(b:Hub) MATCH p = shortestPath((a)-[*]-(b)) WHERE length(p) > 5 RETURN length(p) AS n";

    @TempDir
    private java.nio.file.Path folder;

    /** One thread, which is this one. */
    private static DatabaseOptions options() {
        return DatabaseOptions.byDefault().withDurability(Durability.OFF).withThreadCount(1);
    }

    private void fill(java.nio.file.Path directory) {
        try (Database database = Database.create(directory, options());
                Session session = database.session()) {
            session.run("CREATE (:Alone)-[:R]->(:Alone), (a:Start)-[:R]->(h:Hub), (:End)<-[:R]-(g:Hub) WITH h, g"
                            + " UNWIND range(1, " + NEIGHBOURS + ") AS x CREATE (h)-[:R]->(n:N {x: x})-[:R]->(g)")
                    .consume();
            database.checkpoint();
        }
    }

    private static List<Map<String, Object>> rows(Session session, String text) {
        return session.run(text).list().stream().map(Record::asMap).toList();
    }

    @Test
    void aSearchThatReachesMoreThanFits_findsTheSame_inLittleMemory() {
        java.nio.file.Path directory = folder.resolve("db");
        fill(directory);
        List<List<Map<String, Object>>> expected;
        try (Database database = Database.open(directory, options());
                Session session = database.session()) {
            expected = SEARCHES.stream().map(text -> rows(session, text)).toList();
        }
        for (String variant : List.of("", "share-bytes=100000")) {
            DatabaseOptions small = options().withQueryMemoryBytes(LIMIT_BYTES).withEngineVariant(variant);
            try (Database database = Database.open(directory, small);
                    Session session = database.session()) {
                for (int index = 0; index < SEARCHES.size(); index++) {
                    String text = SEARCHES.get(index);
                    assertThat(rows(session, text)).as(text).isEqualTo(expected.get(index));
                }
                for (MemoryReport.Holder holder : database.memory().holders()) {
                    assertThat(holder.name().equals("pages") ? 0 : holder.usedBytes())
                            .as(holder.name())
                            .isZero();
                }
            }
        }
    }

    /** 40 billion trails lead to the far hub and back, and all are shorter than those asked for. */
    @Test
    void aSearchOfMoreTrailsThanFit_takesLittleMemory_untilItsTimeIsUp() {
        java.nio.file.Path directory = folder.resolve("db");
        fill(directory);
        DatabaseOptions small = options().withQueryMemoryBytes(LIMIT_BYTES).withQueryTimeout(Duration.ofSeconds(1));
        try (Database database = Database.open(directory, small);
                Session session = database.session()) {
            session.run("EXPLAIN " + TRAILS).consume();
            long before = allocatedBytes();
            ThetisException problem = catchThrowableOfType(
                    ThetisException.class, () -> session.run(TRAILS).list());
            long allocated = allocatedBytes() - before;
            assertThat(problem).isNotNull();
            assertThat(problem.code()).isEqualTo(ErrorCode.QUERY_TIMED_OUT);
            assertThat(allocated).isLessThan(ALLOCATED_BYTES_MAX);
            assertThat(session.run("MATCH (a:Start)-[*1..2]-(b) RETURN count(b) AS n")
                            .single()
                            .getLong("n"))
                    .isPositive();
        }
    }

    /** Between two pieces of a level, whether the levels are in memory or on disk. */
    @Test
    void aSearchThatTakesTooLong_isEnded() {
        java.nio.file.Path directory = folder.resolve("db");
        fill(directory);
        for (String variant : List.of("", "share-bytes=0")) {
            DatabaseOptions small = options().withQueryMemoryBytes(LIMIT_BYTES).withEngineVariant(variant);
            try (Database database = Database.open(directory, small.withQueryTimeout(Duration.ofMillis(50)));
                    Session session = database.session()) {
                String text = "UNWIND range(1, 100000) AS r MATCH (a:Start)-[*1..3]->(b) WHERE b <> a AND b.x <> r"
                        + " WITH DISTINCT r, b RETURN count(*) AS n";
                ThetisException problem = catchThrowableOfType(
                        ThetisException.class, () -> session.run(text).list());
                assertThat(problem).isNotNull();
                assertThat(problem.code()).isEqualTo(ErrorCode.QUERY_TIMED_OUT);
            }
        }
    }

    /** Rows that follow each other share one search, which so goes through the larger frontier: it comes in parts. */
    @Test
    void aSearchWithALargeFrontier_findsTheRightPaths() {
        try (Database database =
                        Database.create(folder.resolve("wide"), options().withBatchRows(WIDE));
                Session session = database.session()) {
            session.run("CREATE (h:Start) WITH h UNWIND range(1, " + WIDE
                            + ") AS x CREATE (h)-[:R]->(:N {x: x})-[:R]->(:M {x: x})")
                    .consume();
            for (String search : List.of("shortestPath", "allShortestPaths")) {
                Record found = session.run("MATCH (a:Start), (m:M) MATCH p = " + search + "((a)-[:R*]->(m))"
                                + " RETURN count(p) AS all, count(CASE WHEN nodes(p)[1].x = m.x THEN 1 END) AS right")
                        .single();
                assertThat(found.asMap()).as(search).isEqualTo(Map.of("all", (long) WIDE, "right", (long) WIDE));
            }
            assertThat(session.run("MATCH (:Start)-[:R*1..4]->(b) RETURN count(DISTINCT b) AS n")
                            .single()
                            .getLong("n"))
                    .isEqualTo(2L * WIDE);
        }
    }

    private static long allocatedBytes() {
        return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
    }
}
