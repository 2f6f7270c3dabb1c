package org.thetisdb.engine.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.thetisdb.engine.EngineOptions;
import org.thetisdb.engine.ResultCursor;
import org.thetisdb.engine.testing.GeneratedGraph;
import org.thetisdb.engine.testing.Queries;
import org.thetisdb.engine.testing.TestEngine;
import org.thetisdb.engine.testing.TestGraph;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

class QueryMemoryTest {
    private static final long LIMIT_BYTES = 1 << 20;
    private static final String ROWS = "UNWIND range(1, 200000) AS x ";

    /** What keeps too much, by the operator that must be named. */
    private static final Map<String, String> GREEDY = Map.ofEntries(
            Map.entry(ROWS + "RETURN collect(x) AS l", "Aggregate"),
            Map.entry(ROWS + "RETURN collect(DISTINCT x) AS l", "Aggregate"),
            Map.entry(ROWS + "RETURN count(DISTINCT x) AS n", "Aggregate"),
            Map.entry(ROWS + "WITH DISTINCT x RETURN count(x) AS n", "Aggregate"),
            Map.entry(ROWS + "RETURN x AS k, count(*) AS n", "Aggregate"),
            Map.entry(ROWS + "RETURN x ORDER BY -x", "Sort"),
            Map.entry(ROWS + "RETURN x ORDER BY -x LIMIT 150000", "TopK"),
            Map.entry("RETURN size(COLLECT { " + ROWS + "RETURN x }) AS n", "CollectSubquery"));

    private final TestGraph graph = GeneratedGraph.of(5, 300, 600, 32);

    @Test
    void run_moreThanTheLimit_namesTheOperatorAndOthersGoOn() {
        try (TestEngine engine = new TestEngine(graph, new EngineOptions(2, 100))) {
            GREEDY.forEach((text, operator) -> {
                for (int threadCount = 1; threadCount <= 2; threadCount++) {
                    int threads = threadCount;
                    assertThatThrownBy(() -> Queries.rows(engine, text, Queries.options(threads, 1024, LIMIT_BYTES, 0)))
                            .as(text)
                            .isInstanceOfSatisfying(
                                    ThetisException.class,
                                    error -> assertThat(error.code()).isEqualTo(ErrorCode.MEMORY_EXHAUSTED))
                            .hasMessageContaining("operator=" + operator);
                    assertThat(engine.memoryBytesTaken()).isZero();
                    assertThat(Queries.rows(
                                    engine, "MATCH (a) RETURN count(a)", Queries.options(2, 1024, LIMIT_BYTES, 0)))
                            .containsExactly(List.of(300L));
                }
            });
        }
    }

    @Test
    void run_joinThatKeepsTooMuch_namesTheJoin() {
        String text = "MATCH (a:A), (b:B) WHERE a.s = b.s RETURN count(*) AS n";
        TestGraph large = GeneratedGraph.of(5, 3000, 10, 256);
        try (TestEngine engine = new TestEngine(large, new EngineOptions(2, 100))) {
            assertThatThrownBy(() -> Queries.rows(engine, text, Queries.options(2, 1024, 16 << 10, 0)))
                    .isInstanceOf(ThetisException.class)
                    .hasMessageContaining("operator=HashJoin");
        }
    }

    /** What a subplan keeps for one batch of outer rows is given back before the next. */
    @Test
    void run_subplansOfManyBatches_arePaidOneByOne() {
        List<String> texts = List.of(
                ROWS + "CALL (x) { UNWIND [x, x + 1] AS y RETURN count(DISTINCT y) AS n } RETURN sum(n) AS n",
                ROWS + "RETURN sum(size(COLLECT { UNWIND [x, 1] AS y RETURN y })) AS n",
                ROWS + "CALL (x) { UNWIND [x, 1] AS y WITH y ORDER BY y RETURN y } RETURN count(y) AS n");
        try (TestEngine engine = new TestEngine(graph, new EngineOptions(1, 100))) {
            for (String text : texts) {
                assertThat(Queries.rows(engine, text, Queries.options(1, 1024, LIMIT_BYTES, 0)))
                        .as(text)
                        .containsExactly(List.of(400_000L));
            }
        }
    }

    @Test
    void run_largeResult_needsNoMoreMemoryThanTheLimit() {
        try (TestEngine engine = new TestEngine(graph, new EngineOptions(2, 100))) {
            String text = "MATCH (a), (b) UNWIND [1, 2, 3] AS x RETURN a.s + b.s AS s, x";
            assertThat(Queries.rows(engine, text, Queries.options(2, 1024, LIMIT_BYTES, 0)))
                    .hasSize(300 * 300 * 3);
        }
    }

    @Test
    void run_severalQueries_shareTheEnginesMemory() {
        String text = ROWS + "WITH x ORDER BY -x RETURN x";
        try (TestEngine engine = new TestEngine(graph, new EngineOptions(1, 100, 12 << 20))) {
            try (ResultCursor first = engine.run(text, Map.of(), Queries.options(1, 1024))) {
                assertThat(first.next()).isTrue();
                assertThat(engine.memoryBytesTaken()).isPositive();
                try (ResultCursor second = engine.run(text, Map.of(), Queries.options(1, 1024))) {
                    second.next();
                } catch (ThetisException error) {
                    assertThat(error.code()).isEqualTo(ErrorCode.MEMORY_EXHAUSTED);
                    assertThat(error).hasMessageContaining("limitBytes=" + (12 << 20));
                }
                assertThat(Queries.rows(engine, "RETURN 1 AS x", Queries.options(1, 1024)))
                        .containsExactly(List.of(1L));
            }
            assertThat(engine.memoryBytesTaken()).isZero();
            assertThat(Queries.rows(engine, text, Queries.options(1, 1024))).hasSize(200_000);
        }
    }
}
