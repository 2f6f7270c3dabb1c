package org.thetisdb.engine.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.thetisdb.cypher.Cypher;
import org.thetisdb.engine.operator.Operator;
import org.thetisdb.engine.testing.TestGraph;
import org.thetisdb.storage.PageCounts;

class PlanPrinterTest {
    private static final TestGraph GRAPH = graph();

    private static TestGraph graph() {
        TestGraph.Builder builder = TestGraph.builder(4);
        long[] people = new long[6];
        for (int index = 0; index < people.length; index++) {
            people[index] = builder.node(Set.of("Person"), Map.of("name", "p" + index, "age", 20L + index));
        }
        for (int index = 1; index < people.length; index++) {
            builder.relationship(people[index - 1], "KNOWS", people[index]);
        }
        return builder.index("Person", "name").build();
    }

    private static Plan plan(String text) {
        return Planner.plan(Cypher.bind(text), GRAPH);
    }

    @Test
    void print_patternAndOrder_showsOperatorsFromTheRootDown() {
        String table = PlanPrinter.print(
                plan("MATCH (a:Person {name: $name})-[k:KNOWS]->(b) WHERE b.age > 21 OR NOT b.name STARTS WITH 'p'"
                        + " RETURN b.name AS name, count(*) AS friends ORDER BY friends DESC, name LIMIT 3"));
        assertThat(table.lines().findFirst().orElseThrow())
                .startsWith("Operator")
                .endsWith("Estimated rows");
        assertThat(table)
                .contains("TopK")
                .contains("friends DESC, name LIMIT 3")
                .contains("count(*) AS friends")
                .contains("-[:KNOWS]->(b")
                .contains("(a:Person).name = $name")
                .contains("b.age > 21 OR NOT b.name STARTS WITH 'p'");
        assertThat(table.indexOf("TopK")).isLessThan(table.indexOf("IndexSeek"));
        assertThat(table.lines()).allSatisfy(line -> assertThat(line).doesNotEndWith(" "));
    }

    @Test
    void print_subqueries_indentsTheirPlans() {
        String table = PlanPrinter.print(plan("MATCH (a:Person) WHERE EXISTS { (a)-[:KNOWS]->(b {age: a.age}) }"
                + " OPTIONAL MATCH (a)<-[:KNOWS]-(c:Person)"
                + " RETURN a.name, c.name"));
        assertThat(table).contains("│ EXISTS\n").contains("│ subplan\n").contains("│ Argument");
    }

    @Test
    void print_profile_showsRowsAndTimes() {
        Plan plan = plan("MATCH (a:Person) WHERE a.age > 21 RETURN a.name AS name");
        Map<Operator, OperatorProfile> profiles = new IdentityHashMap<>();
        profiles.put(plan.root(), new OperatorProfile(1234, 5_600_000, PageCounts.NONE, 0, ModeProfile.NONE));
        String table = PlanPrinter.print(plan, profiles);
        assertThat(table.lines().findFirst().orElseThrow()).endsWith("Rows  Time ms");
        assertThat(table.lines().skip(1).findFirst().orElseThrow()).endsWith("1,234      5.6");
        profiles.put(plan.root(), new OperatorProfile(1234, 0, new PageCounts(7, 8, 0, 0), 0, ModeProfile.NONE));
        assertThat(PlanPrinter.print(plan, profiles)).contains("Page misses\n").contains("8\n");
        profiles.put(plan.root(), new OperatorProfile(1234, 0, new PageCounts(7, 8, 6, 5), 0, ModeProfile.NONE));
        assertThat(PlanPrinter.print(plan, profiles))
                .contains("Page hits  Page misses  Read ahead  Used\n")
                .contains("6     5\n");
    }

    @Test
    void print_longDetails_wrapsThem() {
        String list = "'" + "word ".repeat(40) + "'";
        String table = PlanPrinter.print(plan("MATCH (a:Person) WHERE a.name <> " + list + " RETURN a.name"));
        assertThat(table.lines()).allSatisfy(line -> assertThat(line.length()).isLessThan(160));
    }

    @Test
    void expressionText_operators_putsParenthesesOnlyWhereNeeded() {
        String table = PlanPrinter.print(plan("MATCH (a:Person) RETURN (a.age + 1) * 2 - -a.age AS x,"
                + " [y IN range(1, a.age) WHERE y % 2 = 0 | y ^ 2][0..2] AS l,"
                + " CASE WHEN a.age IS NULL THEN {k: 'it\\'s'} ELSE null END AS c, a {.name, n: 1} AS m"));
        assertThat(table.replaceAll("\\s+", " "))
                .contains("(a.age + 1) * 2 - -a.age AS x")
                .contains("[y IN range(1, a.age) WHERE y % 2 = 0 | y ^ 2][0..2]")
                .contains("ELSE null END AS c");
    }
}
