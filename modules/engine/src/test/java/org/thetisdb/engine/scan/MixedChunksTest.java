package org.thetisdb.engine.scan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.engine.EngineOptions;
import org.thetisdb.engine.testing.GeneratedGraph;
import org.thetisdb.engine.testing.Queries;
import org.thetisdb.engine.testing.TestEngine;
import org.thetisdb.engine.testing.TestGraph;
import org.thetisdb.storage.Snapshot;

/** How nodes are laid out in chunks, with rows that hold no node, does not show in answers. */
class MixedChunksTest {
    private static final List<String> FURTHER = List.of(
            "MATCH (a) RETURN count(a) AS n",
            "MATCH (a:A) RETURN count(a) AS n",
            "MATCH (a:A)-[:X]->(b:B) RETURN count(*) AS n",
            "MATCH (a:!A) RETURN a.k AS k",
            "MATCH (a:A&B|!B) RETURN a.k AS k",
            "MATCH (a) RETURN a.k AS k, labels(a) AS l, a:A AS isA, a:A&!B AS onlyA",
            "MATCH ()-[r:X]->() RETURN r.w AS w, type(r) AS t, startNode(r).k AS k, endNode(r):B AS b",
            "MATCH (a:A)-->(b:B)<--(c:A) WHERE a.k < 20 RETURN a.k AS k, b.k AS l, c.k AS m",
            "MATCH (a:A {k: 3})-[:X|Y*1..3]->(b:B) RETURN b.k AS k, count(*) AS n",
            "MATCH (a:A {k: 3})-[:X*0..]->(b:B) RETURN DISTINCT b.k AS k",
            "MATCH (a:A) WITH a.g AS g, count(*) AS n MATCH (b:B) WHERE b.k < n RETURN g, b.k AS k",
            "MATCH (a:Nobody) RETURN a.k AS k",
            "UNWIND [null, 3] AS x OPTIONAL MATCH (a:A {k: x}) RETURN x, a:B AS b");

    @Test
    void run_mixedChunks_givesTheSameRows() {
        for (long seed = 1; seed <= 3; seed++) {
            TestGraph constant = GeneratedGraph.of(seed, 150, 400, 16);
            TestGraph mixed = GeneratedGraph.of(seed, 150, 400, 16, true);
            assertThat(mixed.labelSet(0)).isEqualTo(Snapshot.MIXED);
            EngineOptions options = new EngineOptions(3, 100);
            try (TestEngine one = new TestEngine(constant, options);
                    TestEngine other = new TestEngine(mixed, options)) {
                for (List<String> texts : List.of(Queries.MIXED, FURTHER)) {
                    for (String text : texts) {
                        List<String> expected = answer(one, text, 1, 1024);
                        for (int batchRows : new int[] {1, 7, 1024}) {
                            for (int threadCount = 1; threadCount <= 3; threadCount += 2) {
                                assertThat(answer(other, text, threadCount, batchRows))
                                        .as("seed=%d, threads=%d, rows=%d: %s", seed, threadCount, batchRows, text)
                                        .isEqualTo(expected);
                            }
                        }
                    }
                }
            }
        }
    }

    private static List<String> answer(TestEngine engine, String text, int threadCount, int batchRows) {
        return Queries.comparable(text, Queries.rows(engine, text, Queries.options(threadCount, batchRows)));
    }
}
