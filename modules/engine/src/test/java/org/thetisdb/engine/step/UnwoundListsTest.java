package org.thetisdb.engine.step;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.thetisdb.cypher.Cypher;
import org.thetisdb.engine.EngineOptions;
import org.thetisdb.engine.operator.Operator;
import org.thetisdb.engine.plan.Planner;
import org.thetisdb.engine.testing.GroupedItems;
import org.thetisdb.engine.testing.SortedRows;
import org.thetisdb.engine.testing.TestEngine;
import org.thetisdb.engine.testing.TestGraph;
import org.thetisdb.engine.transform.Unwind;

/**
 * Goal: rows that are collected only to be unwound are the same if they are left as they are. Method: random questions,
 * beside the same of a copy of the list, which has to be there; and whether the plan still unwinds.
 */
class UnwoundListsTest {
    private static final TestGraph GRAPH = GroupedItems.graph(5, 3);
    private static final String[] KEYS = {"g", "g, g.g AS k", "g, s", "g.g > 3 AS b, g", "g, 1 AS one"};
    private static final String[] ELEMENTS = {"x", "r", "x.v", "x.t", "[x.v]"};
    private static final String[] BETWEEN = {
        "", " WHERE g.g > 5", " WITH g, l, g.g AS n WHERE n < 30", " WITH g AS g, l AS l WHERE g.g % 2 = 0"
    };

    private static String use(Random random) {
        return switch (random.nextInt(6)) {
            case 0 -> "RETURN g.g AS g, count(*) AS n, count(DISTINCT e) AS d";
            case 1 -> "RETURN g.g AS g, e";
            case 2 -> "WITH DISTINCT e RETURN e";
            case 3 -> "WITH g, e ORDER BY g.g RETURN g.g AS g, count(e) AS n";
            case 4 -> "MATCH (g)<-[:IN]-(y:Item) RETURN g.g AS g, count(y) AS n";
            default -> "RETURN count(*) AS n";
        };
    }

    private static boolean unwinds(String text) {
        return unwinds(Planner.plan(Cypher.bind(text), GRAPH).root());
    }

    private static boolean unwinds(Operator operator) {
        return operator instanceof Unwind || operator.inputs().stream().anyMatch(UnwoundListsTest::unwinds);
    }

    @Test
    void rowsThatAreCollectedAndUnwound_areTheSameAsTheyWere() {
        try (TestEngine engine = new TestEngine(GRAPH, new EngineOptions(2, 64))) {
            for (int seed = 0; seed < 200; seed++) {
                Random random = new Random(seed);
                String distinct = random.nextInt(3) == 0 ? "DISTINCT " : "";
                String text = (random.nextBoolean() ? "MATCH" : "MATCH (g:Group) OPTIONAL MATCH")
                        + " (x:Item)-[r:IN]->(g:Group) WITH x, r, g, g.g % 3 = 0 AS s WITH "
                        + KEYS[random.nextInt(KEYS.length)] + ", collect(" + distinct
                        + ELEMENTS[random.nextInt(ELEMENTS.length)] + ") AS l"
                        + BETWEEN[random.nextInt(BETWEEN.length)] + " UNWIND l AS e " + use(random);
                String ofCopy = text.replace("UNWIND l", "UNWIND l + []");
                assertThat(SortedRows.of(engine, text))
                        .as("seed=%d: %s", seed, text)
                        .isEqualTo(SortedRows.of(engine, ofCopy));
                assertThat(unwinds(text)).as("unwinds: seed=%d: %s", seed, text).isFalse();
                assertThat(unwinds(ofCopy)).isTrue();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "WITH g, collect(x) AS l, count(*) AS n UNWIND l AS e RETURN g, e, n",
                "WITH g, collect(x) AS l UNWIND l AS e RETURN e, l",
                "WITH g, collect(x) AS l WHERE size(l) > 2 UNWIND l AS e RETURN e",
                "WITH g, collect(x) AS l UNWIND l[1..] AS e RETURN e",
                "WITH g, collect(x) AS l WITH g, l, rand() AS n UNWIND l AS e RETURN e, n",
                "WITH g, collect(x) AS l LIMIT 3 UNWIND l AS e RETURN e",
                "WITH g, collect(x) AS l ORDER BY g.g UNWIND l AS e RETURN e",
                "WITH g, collect(x) AS l UNWIND l AS e UNWIND l AS f RETURN e, f",
                "WITH g, collect(x) AS l UNWIND l AS e CALL (l) { RETURN size(l) AS n } RETURN e, n",
                "WITH x.v AS k, collect(x) AS l UNWIND l AS e RETURN k, e",
                "WITH rand() AS k, collect(x) AS l UNWIND l AS e RETURN k, e",
                "WITH g, collect(x) AS l UNWIND l AS e CREATE (:New {of: g.g})",
                "WITH g, collect(x) AS l UNWIND l AS e DETACH DELETE e",
                "WITH g, collect(x) AS l WHERE EXISTS { (g)<-[:IN]-() } UNWIND l AS e RETURN e",
            })
    void aListThatIsNeeded_isCollected(String use) {
        assertThat(unwinds("MATCH (x:Item)-[r:IN]->(g:Group) " + use)).isTrue();
    }
}
