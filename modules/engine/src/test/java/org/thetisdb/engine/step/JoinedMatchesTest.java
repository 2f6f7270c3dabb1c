package org.thetisdb.engine.step;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.thetisdb.cypher.Cypher;
import org.thetisdb.cypher.bound.Query;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.engine.EngineOptions;
import org.thetisdb.engine.testing.GroupedItems;
import org.thetisdb.engine.testing.SortedRows;
import org.thetisdb.engine.testing.TestEngine;

/**
 * Goal: matches that become one pattern find what they found one after the other. Method: random questions, beside the
 * same with a limit between the matches that leaves all rows; and which steps are joined.
 */
class JoinedMatchesTest {
    private static final String[] BETWEEN = {
        "WITH g",
        "WITH *",
        "WITH x, g WHERE g.g % 2 = 0",
        "WITH g WHERE EXISTS { (g)<-[:IN]-({t: 't1'}) }",
        "WITH r, g",
        "WITH x WHERE x.v > 1 AND x.t IS NOT NULL",
        "WITH x, r WHERE r.v < 3 WITH x",
    };
    private static final String[] SECOND = {
        "(g)<-[:IN]-(y:Item)",
        "(x)-[q:IN]->(h:Group {g: 3})",
        "(g)<-[q]-(y)-[:IN]->(h)",
        "(x)-[*1..2]-(g)",
        "(z:Group)",
        "p = (g)<-[:IN]-(y {t: 't2'})",
        "(x)-[r]->(g)",
    };
    private static final String[] USE = {
        "RETURN g.g AS k, count(*) AS n", "RETURN count(DISTINCT g) AS n, count(*) AS m", "RETURN DISTINCT g.g",
    };

    private static List<Step> joined(String text) {
        return JoinedMatches.of(((Query.Single) Cypher.bind(text).query()).steps());
    }

    private static boolean areJoined(String text) {
        List<Step> steps = joined(text);
        return steps.get(0) instanceof Step.Match && steps.get(1) instanceof Step.Match;
    }

    @Test
    void joinedMatches_findWhatTheyFoundOneAfterTheOther() {
        try (TestEngine engine = new TestEngine(GroupedItems.graph(3, 3), new EngineOptions(2, 64))) {
            for (int seed = 0; seed < 200; seed++) {
                Random random = new Random(seed);
                String between = BETWEEN[random.nextInt(BETWEEN.length)];
                String rest = "MATCH " + SECOND[random.nextInt(SECOND.length)] + " " + USE[random.nextInt(USE.length)];
                // What is not carried over is another variable of the same name, which nothing holds back either.
                String text = "MATCH (x:Item {v: 1})-[r:IN]->(g:Group) " + between + " MATCH (g) " + rest;
                String apart = text.replace(" MATCH (g) ", " SKIP 0 MATCH (g) ")
                        .replaceAll("WHERE (.*) SKIP 0", "SKIP 0 WHERE $1");
                assertThat(areJoined(text)).as(text).isTrue();
                assertThat(areJoined(apart)).as(apart).isFalse();
                assertThat(SortedRows.of(engine, text))
                        .as("seed=%d: %s", seed, text)
                        .isEqualTo(SortedRows.of(engine, apart));
            }
        }
    }

    @Test
    void aRelationshipOfOneMatch_mayBeThatOfAnother() {
        try (TestEngine engine = new TestEngine(GroupedItems.graph(3, 1), new EngineOptions(2, 64))) {
            String count = "MATCH (x:Item)-[r:IN]->(g:Group) WITH x, g MATCH (x)-[q:IN]->(g) RETURN count(*)";
            assertThat(SortedRows.of(engine, count)).containsExactly("150|");
        }
    }

    @Test
    void columnsMayChangeTheirNames() {
        try (TestEngine engine = new TestEngine(GroupedItems.graph(3, 2), new EngineOptions(2, 64))) {
            String text =
                    "MATCH (x:Item {v: 1})-[r:IN]->(g:Group) WITH g AS x, x AS g MATCH (x)<-[:IN]-(y), (g)-[s]->(h) "
                            + "RETURN g.v AS v, x.g AS k, count(*) AS n, count(DISTINCT y.v) AS m";
            assertThat(areJoined(text)).isTrue();
            assertThat(SortedRows.of(engine, text))
                    .isEqualTo(SortedRows.of(engine, text.replace(" MATCH (x)<", " SKIP 0 MATCH (x)<")));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "WITH g LIMIT 3 MATCH (g)--(y)",
                "WITH DISTINCT g MATCH (g)--(y)",
                "WITH g ORDER BY g.g MATCH (g)--(y)",
                "WITH g WHERE rand() < 0.5 MATCH (g)--(y)",
                "WITH g, g.g AS k MATCH (g)--(y)",
                "WITH g, count(*) AS n MATCH (g)--(y)",
                "WITH g OPTIONAL MATCH (g)--(y)",
                "WITH g, x MATCH p = shortestPath((g)-[*]-(x))",
                "WITH g AS h, g AS i MATCH (h)--(y)",
            })
    void whatElseIsBetween_staysBetween(String rest) {
        assertThat(areJoined("MATCH (x:Item)-[r:IN]->(g:Group) " + rest + " RETURN 1"))
                .isFalse();
    }
}
