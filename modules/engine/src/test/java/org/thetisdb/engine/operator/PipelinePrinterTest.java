package org.thetisdb.engine.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Clock;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.thetisdb.cypher.Cypher;
import org.thetisdb.engine.EngineOptions;
import org.thetisdb.engine.ResultCursor;
import org.thetisdb.engine.RunOptions;
import org.thetisdb.engine.testing.TestEngine;
import org.thetisdb.engine.testing.TestGraph;

/** {@code EXPLAIN (PIPELINES)}, as a user sees it. */
class PipelinePrinterTest {
    private static final RunOptions OPTIONS = new RunOptions(1, 0, 0, 8, Clock.systemUTC(), new Random(1));

    private static String print(String query) {
        TestGraph.Builder builder = TestGraph.builder(8);
        long first = builder.node(Set.of("A"), Map.of("k", 1L));
        long second = builder.node(Set.of("B"), Map.of("k", 1L));
        builder.relationship(first, "X", second);
        try (TestEngine engine = new TestEngine(builder.build(), new EngineOptions(1, 10));
                ResultCursor cursor = engine.run("EXPLAIN (PIPELINES) " + query, Map.of(), OPTIONS)) {
            assertThat(cursor.next()).isFalse();
            return cursor.plan().orElseThrow();
        }
    }

    @Test
    void print_breakers_endAndBeginPipelines() {
        assertThat(print("MATCH (a:A)-[:X]->(b) WITH b.k AS k, count(*) AS n RETURN k, n ORDER BY n LIMIT 2"))
                .isEqualTo("""
                        Pipeline                  Columns           Details                    Estimated rows
                        1  NodeScan               a NODE            (a:A)                                   1
                           Expand                 b NODE            (a)-[:X]->(b)                           1
                           ► Aggregate (fusable)
                        2  rows of Aggregate      k ANY, n INTEGER  count(*) AS n by b.k AS k               1
                           ► TopK
                        3  rows of TopK           k ANY, n INTEGER  n LIMIT 2                               1
                           ► Result
                        """);
    }

    @Test
    void print_subplans_standBelowTheirStage() {
        String printed = print("MATCH (a:A) WHERE EXISTS { (a)-->(:B) } OPTIONAL MATCH (a)-->(b) RETURN a, b");
        assertThat(printed).contains("│ EXISTS\n").contains("│ 1  Argument").contains("► Return");
    }

    @Test
    void print_ofAnotherWord_isRefused() {
        assertThatThrownBy(() -> Cypher.bind("EXPLAIN (PIPELINE) RETURN 1")).hasMessageContaining("PIPELINES");
    }
}
