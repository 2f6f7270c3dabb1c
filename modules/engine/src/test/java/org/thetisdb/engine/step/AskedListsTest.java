package org.thetisdb.engine.step;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.thetisdb.cypher.Cypher;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.engine.EngineOptions;
import org.thetisdb.engine.group.Aggregate;
import org.thetisdb.engine.operator.Operator;
import org.thetisdb.engine.plan.Planner;
import org.thetisdb.engine.testing.GroupedItems;
import org.thetisdb.engine.testing.SortedRows;
import org.thetisdb.engine.testing.TestEngine;
import org.thetisdb.engine.testing.TestGraph;

/**
 * Goal: what is asked of a list gives the same when it is counted. Method: random questions, beside the same of a copy
 * of the list, which has to be there; and whether the plan still collects.
 */
class AskedListsTest {
    private static final TestGraph GRAPH = GroupedItems.graph(3, 1);
    private static final String[] ELEMENTS = {"x.v", "x.t", "x", "r", "CASE WHEN x.v > 3 THEN x.v ELSE x.t END"};

    private static String condition(Random random, int element, int depth) {
        boolean isEntity = element == 2 || element == 3;
        String value = isEntity ? "e.v" : "e";
        return switch (random.nextInt(depth > 0 ? 8 : 6)) {
            case 0 -> value + " > " + random.nextInt(6);
            case 1 -> value + " = 't" + random.nextInt(4) + "'";
            case 2 -> value + " STARTS WITH 't'";
            case 3 -> value + " IS NOT NULL";
            case 4 -> value + " IN [1, 2, 't1']";
            case 5 -> value + " <= 4";
            case 6 ->
                "(" + condition(random, element, depth - 1) + (random.nextBoolean() ? " AND " : " OR ")
                        + condition(random, element, depth - 1) + ")";
            default -> "NOT (" + condition(random, element, depth - 1) + ")";
        };
    }

    private static String question(Random random, int element, boolean isDistinct) {
        String condition = condition(random, element, 2);
        String[] quantifiers =
                isDistinct ? new String[] {"any", "all", "none"} : new String[] {"any", "all", "none", "single"};
        return switch (random.nextInt(isDistinct ? 5 : 7)) {
            case 0 -> "size(l) > " + random.nextInt(4);
            case 1 -> "isEmpty(l)";
            case 5 -> "size([e IN l WHERE " + condition + "]) > " + random.nextInt(3);
            case 6 -> "size([e IN l WHERE " + condition + " | e]) = size(l)";
            default -> quantifiers[random.nextInt(quantifiers.length)] + "(e IN l WHERE " + condition + ")";
        };
    }

    private static String use(Random random, int element, boolean isDistinct) {
        String one = question(random, element, isDistinct);
        String other = question(random, element, isDistinct);
        return switch (random.nextInt(6)) {
            case 0 -> " WHERE " + one + " RETURN g.g AS g, size(l) AS n";
            case 1 -> " WHERE " + one + " AND " + other + " RETURN g.g AS g, size(l) AS n";
            case 2 -> " WHERE NOT (" + one + " OR " + other + ") RETURN g.g AS g, size(l) AS n";
            case 3 -> " RETURN " + one + " AS a, " + other + " AS b, count(*) AS n, sum(size(l)) AS s";
            case 4 -> " WITH g.g AS g, l WHERE " + one + " RETURN g, " + other + " AS b ORDER BY size(l), g LIMIT 7";
            default -> " RETURN g.g AS g, " + one + " AS a, " + other + " AS b, m";
        };
    }

    private static boolean collects(String text) {
        return collects(Planner.plan(Cypher.bind(text), GRAPH).root());
    }

    private static boolean collects(Operator operator) {
        return operator instanceof Aggregate aggregate
                        && aggregate.aggregations().stream()
                                .anyMatch(each -> each.function() == Step.AggregateFunction.COLLECT)
                || operator.inputs().stream().anyMatch(AskedListsTest::collects);
    }

    @Test
    void whatIsAskedOfAList_isTheSameWhenItIsCounted() {
        try (TestEngine engine = new TestEngine(GRAPH, new EngineOptions(2, 64))) {
            for (int seed = 0; seed < 600; seed++) {
                Random random = new Random(seed);
                int element = random.nextInt(ELEMENTS.length);
                boolean isDistinct = random.nextInt(4) == 0;
                String text = (random.nextBoolean() ? "MATCH" : "MATCH (g:Group) OPTIONAL MATCH")
                        + " (x:Item)-[r:IN]->(g:Group) WITH g, max(x.v) AS m, collect("
                        + (isDistinct ? "DISTINCT " : "") + ELEMENTS[element] + ") AS l"
                        + use(random, element, isDistinct);
                String ofCopy = text.replace("IN l WHERE", "IN (l + []) WHERE").replace("size(l)", "size(l + [])");
                assertThat(SortedRows.of(engine, text))
                        .as("seed=%d: %s", seed, text)
                        .isEqualTo(SortedRows.of(engine, ofCopy));
                assertThat(collects(text))
                        .as("collects: seed=%d: %s", seed, text)
                        .isFalse();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "RETURN g, l",
                "WHERE size(l) > 2 RETURN g, l[0]",
                "WHERE any(e IN l WHERE e > g.g) RETURN g",
                "WHERE any(e IN l WHERE 1 / e > 0) RETURN g",
                "WHERE any(e IN l WHERE e > rand()) RETURN g",
                "WHERE any(e IN l WHERE e) RETURN g",
                "WHERE any(e IN l WHERE EXISTS { (y:Item) WHERE y.v = e }) RETURN g",
                "WITH DISTINCT l WHERE size(l) > 0 RETURN size(l)",
                "WITH l, count(*) AS n RETURN size(l), n",
                "WHERE size(l) > 2 UNWIND l AS e RETURN e",
                "WHERE size(l) > 2 AND 3 IN l RETURN g",
                "WHERE size(l) > 2 CALL (l) { RETURN size(l) AS n } RETURN g, n",
                "WITH g, l, size(l) AS n RETURN n, l",
            })
    void aListThatMoreIsAskedOf_isCollected(String use) {
        assertThat(collects("MATCH (x:Item)-[r:IN]->(g:Group) WITH g, collect(x.v) AS l " + use))
                .isTrue();
    }
}
