package org.thetisdb.engine.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.thetisdb.cypher.Cypher;
import org.thetisdb.cypher.bound.Direction;
import org.thetisdb.engine.StopSignal;
import org.thetisdb.engine.estimate.DegreeSamples;
import org.thetisdb.engine.estimate.DegreeSamples.TypedSide;
import org.thetisdb.engine.estimate.KnownValues;
import org.thetisdb.engine.estimate.ValueSpreads;
import org.thetisdb.engine.estimate.WindowShares;
import org.thetisdb.engine.expand.Expand;
import org.thetisdb.engine.extension.CallableTable;
import org.thetisdb.engine.group.Aggregate;
import org.thetisdb.engine.operator.Operator;
import org.thetisdb.engine.scan.CountFromStatistics;
import org.thetisdb.engine.scan.NodeScan;
import org.thetisdb.engine.subquery.Apply;
import org.thetisdb.engine.testing.TestGraph;
import org.thetisdb.engine.trail.VariableExpand;

/** Which plans are chosen: looked at from the root down, as the names of the operators of the streaming inputs. */
class PlannerTest {
    private static final TestGraph GRAPH = graph();

    /** 20 tags, the first one on most of 2,000 messages of 100 people in 50 forums. */
    private static TestGraph graph() {
        Random random = new Random(5);
        TestGraph.Builder builder = TestGraph.builder(64);
        builder.index("Person", "id").index("Tag", "name").index("Message", "date");
        List<Long> people = new ArrayList<>();
        List<Long> tags = new ArrayList<>();
        List<Long> forums = new ArrayList<>();
        for (long id = 0; id < 100; id++) {
            people.add(builder.node(java.util.Set.of("Person"), Map.of("id", id)));
        }
        for (int tag = 0; tag < 20; tag++) {
            tags.add(builder.node(java.util.Set.of("Tag"), Map.of("name", "t" + tag)));
        }
        for (int forum = 0; forum < 50; forum++) {
            forums.add(builder.node("Forum"));
        }
        for (long date = 0; date < 2000; date++) {
            long message = builder.node(java.util.Set.of("Message"), Map.of("date", date));
            builder.relationship(message, "BY", people.get(random.nextInt(100)));
            builder.relationship(message, "HAS_TAG", tags.get(random.nextInt(3) > 0 ? 0 : random.nextInt(20)));
            builder.relationship(forums.get(random.nextInt(50)), "CONTAINS", message);
        }
        for (int pair = 0; pair < 600; pair++) {
            builder.relationship(people.get(random.nextInt(100)), "KNOWS", people.get(random.nextInt(100)));
        }
        return builder.build();
    }

    private static Operator plan(String text) {
        return Planner.plan(Cypher.bind(text), GRAPH).root();
    }

    private static List<String> names(Operator operator) {
        List<String> names = new ArrayList<>();
        Operator next = operator;
        while (next != null) {
            names.add(next.getClass().getSimpleName());
            List<Operator> inputs = next.inputs();
            next = inputs.isEmpty() ? null : inputs.getLast();
        }
        return names;
    }

    @Test
    void plan_equalityOnIndexedProperty_seeks() {
        assertThat(names(plan("MATCH (p:Person {id: 7})-[:KNOWS]->(q) RETURN q")))
                .containsExactly("Expand", "IndexSeek", "Unit");
    }

    @Test
    void plan_pathThatCostsTheSameFromEverywhere_beginsInItsMiddle() {
        Operator last = plan("MATCH (a:Person)-[:KNOWS]-(b:Person)-[:KNOWS]-(c:Person) RETURN a, b, c");
        while (!(last instanceof NodeScan scan)) {
            last = last.inputs().getLast();
        }
        assertThat(scan.node().name()).isEqualTo("b");
    }

    @Test
    void plan_labelThatTheTypeImplies_isNotTested() {
        Operator root = plan("MATCH (p:Person {id: 7})<-[:BY]-(m:Message) RETURN m");
        assertThat(((Expand) root).labels()).isEmpty();
    }

    @Test
    void plan_rangeWithOneEnd_scans_withTwoEnds_seeks() {
        assertThat(names(plan("MATCH (m:Message) WHERE m.date > $d RETURN m"))).contains("NodeScan");
        assertThat(names(plan("MATCH (m:Message) WHERE $a < m.date < $b RETURN m")))
                .contains("IndexRange");
    }

    @Test
    void plan_countsOfWholeLabelsAndTypes_comeFromStatistics() {
        assertThat(plan("MATCH (p:Person) RETURN count(*) AS n")).isInstanceOf(CountFromStatistics.class);
        assertThat(plan("MATCH (p:Person)-[:KNOWS]->() RETURN count(*) AS n")).isInstanceOf(CountFromStatistics.class);
    }

    @Test
    void plan_withoutTrust_countsNothingFromStatisticsAndTestsLabels() {
        PlanningOptions careful = new PlanningOptions(false, OptionalLong.empty());
        assertThat(names(plan("MATCH (p:Person) RETURN count(*) AS n", careful)))
                .contains("NodeScan");
        Operator root = plan("MATCH (p:Person {id: 7})<-[:BY]-(m:Message) RETURN m", careful);
        assertThat(((Expand) root).labels()).isPresent();
    }

    @Test
    void plan_withSeed_isOneOfManyAndAlwaysTheSame() {
        String text = "MATCH (t:Tag)<-[:HAS_TAG]-(m:Message)-[:BY]->(p:Person)-[:KNOWS]-(q:Person) RETURN t, q";
        Set<List<String>> plans = new HashSet<>();
        for (long seed = 0; seed < 10; seed++) {
            PlanningOptions random = new PlanningOptions(true, OptionalLong.of(seed));
            List<String> found = names(plan(text, random));
            assertThat(names(plan(text, random))).isEqualTo(found);
            plans.add(found);
        }
        assertThat(plans).hasSizeGreaterThan(3);
    }

    private static Operator plan(String text, PlanningOptions options) {
        CallableTable callables = new CallableTable(List.of());
        WindowShares windows = new WindowShares(GRAPH, new ValueSpreads(), KnownValues.NONE);
        return Planner.plan(
                        Cypher.bind(text), GRAPH, new DegreeSamples(), windows, callables, options, new StopSignal(0))
                .root();
    }

    @Test
    void plan_starThatIsOnlyCounted_multipliesDegrees() {
        Operator root =
                plan("MATCH (m:Message {date: 3})-[:BY]->(:Person), (m)-[:HAS_TAG]->(:Tag) RETURN count(*) AS n");
        assertThat(names(root)).containsExactly("Aggregate", "ExpandCount", "ExpandCount", "IndexSeek", "Unit");
        assertThat(((Aggregate) root).multiplicities()).hasSize(2);
    }

    @Test
    void plan_sortWithLimit_isTopK_andComputesTheRestAfterwards() {
        assertThat(names(plan("MATCH (m:Message) RETURN m.date AS d, m.text AS t ORDER BY d LIMIT 3")))
                .containsExactly("Project", "TopK", "Project", "NodeScan", "Unit");
    }

    @Test
    void plan_distinctEnds_onlyWhereNobodySeesTheDifference() {
        String trail = "MATCH (p:Person {id: 1})-[:KNOWS*1..2]-(q:Person) WHERE q <> p ";
        assertThat(mode(plan(trail + "WITH DISTINCT q RETURN q"))).isEqualTo(VariableExpand.Mode.DISTINCT_OTHER_ENDS);
        assertThat(mode(plan(trail + "RETURN q"))).isEqualTo(VariableExpand.Mode.ALL);
        assertThat(mode(plan("MATCH (p:Person {id: 1})-[:KNOWS*1..2]-(q) RETURN DISTINCT q")))
                .isEqualTo(VariableExpand.Mode.DISTINCT_ENDS);
        assertThat(mode(plan("MATCH (p:Person {id: 1})-[:KNOWS*2..3]-(q) RETURN DISTINCT q")))
                .isEqualTo(VariableExpand.Mode.ALL);
    }

    private static VariableExpand.Mode mode(Operator root) {
        Operator next = root;
        while (!(next instanceof VariableExpand trail)) {
            next = next.inputs().getLast();
        }
        return trail.mode();
    }

    @Test
    void plan_partThatHangsOnOneNode_isSharedAmongManyRows() {
        Operator root = plan("MATCH (t:Tag {name: 't0'}) MATCH (f:Forum) WITH DISTINCT t, f "
                + "MATCH (t)<-[:HAS_TAG]-(m)-[:BY]->(p), (f)-[:CONTAINS]->(m) RETURN f, m, p");
        Operator next = root;
        while (!(next instanceof Apply apply)) {
            next = next.inputs().getLast();
        }
        assertThat(apply.shared()).extracting(variable -> variable.name()).containsExactly("t");
        assertThat(apply.along().orElseThrow().inner().name()).isEqualTo("m");
    }

    @Test
    void skew_ofUnevenDegrees_isAboveOne() {
        var ofTag = TypedSide.of("HAS_TAG", Direction.INCOMING);
        var ofMessage = TypedSide.of("HAS_TAG", Direction.OUTGOING);
        assertThat(skew("Tag", ofTag, ofTag)).isGreaterThan(5);
        assertThat(skew("Message", ofMessage, ofMessage)).isEqualTo(1);
        assertThat(skew("Nobody", ofMessage, ofMessage)).isEqualTo(1);
    }

    /** One of ten nodes has all the relationships of two types that there are for ten; these have none of a third. */
    @Test
    void skew_ofDegreesThatGoTogether_isAboveOne_ofThoseThatExclude_below() {
        TestGraph.Builder builder = TestGraph.builder(64);
        long target = builder.node("Target");
        for (int index = 0; index < 1000; index++) {
            long node = builder.node("Node");
            for (int relationship = 0; relationship < 10; relationship++) {
                if (index % 10 == 0) {
                    builder.relationship(node, "ONE", target);
                    builder.relationship(node, "OTHER", target);
                } else if (relationship == 0) {
                    builder.relationship(node, "ELSE", target);
                }
            }
        }
        TestGraph graph = builder.build();
        var one = TypedSide.of("ONE", Direction.OUTGOING);
        var other = TypedSide.of("OTHER", Direction.OUTGOING);
        var otherwise = TypedSide.of("ELSE", Direction.OUTGOING);
        DegreeSamples samples = new DegreeSamples();
        assertThat(samples.skew(graph, "Node", one, other)).isBetween(9.0, 10.0);
        assertThat(samples.skew(graph, "Node", other, one)).isEqualTo(samples.skew(graph, "Node", one, other));
        assertThat(samples.skew(graph, "Node", one, otherwise)).isBetween(0.01, 0.1);
    }

    private static double skew(String label, TypedSide met, TypedSide left) {
        return new DegreeSamples().skew(GRAPH, label, met, left);
    }
}
