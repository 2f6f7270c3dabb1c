package org.thetisdb.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
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
