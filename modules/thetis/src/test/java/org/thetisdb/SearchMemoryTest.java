package org.thetisdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Goal: a search along paths that reaches more nodes than the query may keep ends before it takes their memory, not
 * after. Method: a node with very many neighbours, and what the thread that runs the query allocates.
 */
final class SearchMemoryTest {
    private static final int NEIGHBOURS = 200_000;
    private static final int WIDE = 40_000;
    private static final long LIMIT_BYTES = 1 << 20;

    /** The limit, for a moment twice; the plan, and batches. Visited nodes would be 12 MB. */
    private static final long ALLOCATED_BYTES_MAX = 6L << 20;

    private static final List<String> SEARCHES = List.of(
            "MATCH (a:Start), (b:End) MATCH p = shortestPath((a)-[*]-(b)) RETURN length(p) AS n",
            "MATCH (a:Start), (b:End) MATCH p = allShortestPaths((a)-[*]-(b)) RETURN count(p) AS n",
            "MATCH (a:Start), (b:End) MATCH p = shortestPath((a)-[*]-(b)) WHERE length(p) > 2 RETURN length(p) AS n",
            "MATCH (a:Start)-[*1..3]->(b) RETURN count(DISTINCT b) AS n");

    @TempDir
    private java.nio.file.Path folder;

    /** One thread, which is this one. */
    private static DatabaseOptions options() {
        return DatabaseOptions.byDefault().withDurability(Durability.OFF).withThreadCount(1);
    }

    @Test
    void aSearchThatReachesMoreThanFits_endsBeforeItTakesTheMemory() {
        java.nio.file.Path directory = folder.resolve("db");
        try (Database database = Database.create(directory, options());
                Session session = database.session()) {
            session.run("CREATE (a:Start)-[:R]->(h:Hub), (:End)<-[:R]-(g:Hub) WITH h, g UNWIND range(1, " + NEIGHBOURS
                            + ") AS x CREATE (h)-[:R]->(n:N {x: x})-[:R]->(g)")
                    .consume();
            database.checkpoint();
        }
        try (Database database = Database.open(directory, options().withQueryMemoryBytes(LIMIT_BYTES));
                Session session = database.session()) {
            for (String text : SEARCHES) {
                session.run("EXPLAIN " + text).consume();
                long before = allocatedBytes();
                ThetisException problem = catchThrowableOfType(
                        ThetisException.class, () -> session.run(text).list());
                long allocated = allocatedBytes() - before;
                assertThat(problem).as(text).isNotNull();
                assertThat(problem.code()).as(text).isEqualTo(ErrorCode.MEMORY_EXHAUSTED);
                assertThat(allocated).as(text).isLessThan(ALLOCATED_BYTES_MAX);
                assertThat(session.run("MATCH (a:Start)-[*1..2]-(b) RETURN count(b) AS n")
                                .single()
                                .getLong("n"))
                        .isPositive();
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
