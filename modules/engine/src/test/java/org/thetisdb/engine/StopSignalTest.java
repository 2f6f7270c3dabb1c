package org.thetisdb.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.thetisdb.engine.query.QueryEngine;
import org.thetisdb.engine.testing.Queries;
import org.thetisdb.engine.testing.TestGraph;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** A statement ends when it is cancelled or its time is over, whatever it is doing then. */
class StopSignalTest {
    private static final TestGraph GRAPH = graph();

    private static TestGraph graph() {
        TestGraph.Builder builder = TestGraph.builder(64);
        builder.relationship(builder.node("A"), "T", builder.node("B"));
        return builder.build();
    }

    /** Plans of such a pattern were compared for a minute before anybody asked whether that was still wanted. */
    @Test
    void plan_ofAStatementThatWasCancelled_ends() {
        String nodes = IntStream.range(0, 30).mapToObj(i -> "(n" + i + ")").collect(Collectors.joining("-[:T]->"));
        StopSignal stop = new StopSignal(0);
        stop.cancel();
        try (QueryEngine engine = new QueryEngine(new EngineOptions(1, 10))) {
            assertThatThrownBy(() -> engine.run(
                            "MATCH " + nodes + " RETURN count(*) AS n",
                            Map.of(),
                            Queries.options(1, 1024),
                            GRAPH,
                            stop))
                    .isInstanceOfSatisfying(
                            ThetisException.class,
                            thrown -> assertThat(thrown.code()).isEqualTo(ErrorCode.QUERY_CANCELLED));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "RETURN 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaac' =~ '(.*a){25}b' AS x",
                "RETURN size([x IN range(1, 2000000000) WHERE x < 0 | x]) AS x",
                "RETURN all(x IN range(1, 2000000000) WHERE x > 0) AS x",
                "RETURN reduce(s = 0, x IN range(1, 2000000000) | (s + x) % 7) AS x",
                "RETURN reduce(l = [], x IN range(1, 10000000) | l + x) AS x",
                "UNWIND range(1, 2000000000) AS x RETURN sum(x) AS x",
                "UNWIND range(1, 2000000000) AS x WITH x WHERE x < 0 RETURN x",
            })
    void run_ofWhatTakesLong_endsWithTheTimeOut(String text) {
        try (QueryEngine engine = new QueryEngine(new EngineOptions(1, 10));
                ResultCursor cursor =
                        engine.run(text, Map.of(), Queries.options(1, 1024), GRAPH, new StopSignal(100_000_000))) {
            assertThatThrownBy(() -> {
                        while (cursor.next()) {}
                    })
                    .isInstanceOfSatisfying(
                            ThetisException.class,
                            thrown -> assertThat(thrown.code()).isEqualTo(ErrorCode.QUERY_TIMED_OUT));
        }
    }

    /** Such values took the heap, in many seconds, before anybody asked whether there was room for them. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "RETURN size(reduce(s = 'x', i IN range(1, 26) | s + s)) AS x",
                "RETURN size(reduce(s = 'x', i IN range(1, 26) | s + s + 1)) AS x",
                "RETURN size(reduce(l = [1], i IN range(1, 23) | l + l)) AS x",
                "RETURN size(split($text, '')) AS x",
                "RETURN size(split($text, 'x')) AS x",
                "RETURN size(split($text, ['y', 'x'])) AS x",
                "RETURN size(replace($text, 'x', '01234567890123456789')) AS x",
                "RETURN size(replace($text, '', '01234567890123456789')) AS x",
                "RETURN size(range(1, 3000000) + 1) AS x",
                "RETURN size(reverse(range(1, 3000000))) AS x",
                "RETURN size(tail(range(1, 3000000))) AS x",
                "RETURN size(range(1, 3000000)[1..]) AS x",
                "RETURN size([i IN range(1, 3000000) | i]) AS x",
            })
    void run_ofAValueThatHasNoRoom_endsBeforeItIsMade(String text) {
        try (QueryEngine engine = new QueryEngine(new EngineOptions(1, 10))) {
            Map<String, Object> parameters = Map.of("text", "x".repeat(1 << 20));
            assertThatThrownBy(() -> first(engine, text, parameters, 16 << 20))
                    .isInstanceOfSatisfying(
                            ThetisException.class,
                            thrown -> assertThat(thrown.code()).isEqualTo(ErrorCode.MEMORY_EXHAUSTED));
            assertThat(first(engine, text, parameters, 0)).isPositive();
        }
    }

    private static long first(QueryEngine engine, String text, Map<String, Object> parameters, long memoryBytes) {
        try (ResultCursor cursor =
                engine.run(text, parameters, Queries.options(1, 1024, memoryBytes, 0), GRAPH, new StopSignal(0))) {
            assertThat(cursor.next()).isTrue();
            return (long) cursor.column(0).valueAt(0);
        }
    }

    @Test
    void run_ofARegularExpressionThatNeedsTooDeepARecursion_isAnErrorOfTheQuery() {
        try (QueryEngine engine = new QueryEngine(new EngineOptions(1, 10));
                ResultCursor cursor = engine.run(
                        "RETURN $text =~ '(a|b)*' AS x",
                        Map.of("text", "ab".repeat(1_000_000)),
                        Queries.options(1, 1024),
                        GRAPH)) {
            assertThatThrownBy(cursor::next)
                    .isInstanceOfSatisfying(
                            ThetisException.class,
                            thrown -> assertThat(thrown.code()).isEqualTo(ErrorCode.LIMIT_EXCEEDED));
        }
    }
}
