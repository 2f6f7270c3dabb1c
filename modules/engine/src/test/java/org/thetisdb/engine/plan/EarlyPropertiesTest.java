package org.thetisdb.engine.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.thetisdb.engine.EngineOptions;
import org.thetisdb.engine.EngineVariant;
import org.thetisdb.engine.ResultCursor;
import org.thetisdb.engine.testing.GeneratedGraph;
import org.thetisdb.engine.testing.Queries;
import org.thetisdb.engine.testing.TestEngine;
import org.thetisdb.engine.testing.TestGraph;

/** Reading properties before a join gives what reading them after it gives; plans of seeds do both. */
class EarlyPropertiesTest {
    private static final List<String> JOINS = List.of(
            "MATCH (a), (b) WHERE a.g = b.g RETURN count(*) AS n, sum(a.k - b.k) AS s, max(a.s) AS m",
            "MATCH (a), (b) WHERE a.g = b.g RETURN a.s AS s, b.k + a.k AS i",
            "MATCH (a), (b) WHERE a.g = b.g RETURN b.s AS s, count(a.missing) AS n, sum(a.f) AS f",
            "MATCH (a)-[r]->(c), (b) WHERE c.g = b.g RETURN r.w AS w, a.k AS i, sum(b.k) AS s, count(c) AS n");

    private final TestGraph graph = GeneratedGraph.of(9, 60, 120, 16);

    @Test
    void answersOfRandomPlans_areThoseOfTheUsualOne() {
        int early = 0;
        for (String text : JOINS) {
            List<String> expected;
            try (TestEngine usual = new TestEngine(graph, new EngineOptions(1, 100))) {
                expected = Queries.comparable(text, Queries.rows(usual, text, Queries.options(1, 100)));
            }
            for (long seed = 0; seed < 20; seed++) {
                EngineVariant variant = EngineVariant.USUAL.withPlanSeed(seed);
                try (TestEngine random = new TestEngine(graph, new EngineOptions(2, 100).withVariant(variant))) {
                    List<List<Object>> rows = Queries.rows(random, text, Queries.options(2, 64));
                    assertThat(Queries.comparable(text, rows))
                            .as("seed=%d, %s", seed, text)
                            .isEqualTo(expected);
                    early += hasEarly(random, text) ? 1 : 0;
                }
            }
        }
        assertThat(early).as("plans that read before they join").isBetween(1, 20 * JOINS.size() - 1);
    }

    private static boolean hasEarly(TestEngine engine, String text) {
        try (ResultCursor cursor = engine.run("EXPLAIN " + text, Map.of(), Queries.options(1, 100))) {
            String plan = cursor.plan().orElseThrow();
            int join = plan.indexOf("HashJoin");
            return join >= 0 && plan.indexOf("Project", join) >= 0;
        }
    }
}
