package org.thetisdb.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.thetisdb.engine.query.QueryEngine;
import org.thetisdb.engine.testing.SortedRows;
import org.thetisdb.engine.testing.TestGraph;
import org.thetisdb.storage.Snapshot;

/** One engine over one snapshot after another: every answer is that of the snapshot it was asked for. */
class ChangingGraphTest {
    private static final List<String> TEXTS = List.of(
            "MATCH (a) RETURN count(*) AS n",
            "MATCH (a:A) RETURN count(a) AS n",
            "MATCH (a:A)-[:X]->(b:B) RETURN count(*) AS n",
            "MATCH (a:A)-[:X]->(b:B) RETURN a.k AS k, b.k AS l",
            "MATCH (a:A {k: 1})-[:X]->(b:B) RETURN b.k AS k, labels(b) AS l",
            "MATCH (a {k: 3})<-[:X]-(b:A) RETURN b.k AS k",
            "MATCH (a)-[r:!X]->(b) RETURN type(r) AS t, a.k AS k",
            "MATCH (a:C) WHERE a.k > 2 RETURN a.k AS k, a.late AS l",
            "MATCH (a)-[:X*1..2]->(b:C) RETURN a.k AS k, b.k AS l",
            "MATCH (a:A|C) WHERE a:B OR a.k = 2 RETURN a.k AS k",
            "MATCH (a:A) WITH a.k AS k MATCH (b:C {k: k}) RETURN k",
            "MATCH (a) WHERE COUNT { (a)-[:Y]->(:B) } > 0 RETURN a.k AS k",
            "MATCH ()-[r]->() RETURN type(r) AS t, count(*) AS n");

    private final QueryEngine engine = new QueryEngine(new EngineOptions(2, 100));

    @AfterEach
    void close() {
        engine.close();
    }

    private static List<String> rows(QueryEngine engine, String text, Snapshot snapshot) {
        RunOptions options = new RunOptions(2, 0, 0, 4, Clock.systemUTC(), new Random(1));
        try (ResultCursor cursor = engine.run(text, Map.of(), options, snapshot)) {
            return SortedRows.of(cursor);
        }
    }

    private List<String> rows(String text, Snapshot snapshot) {
        return rows(engine, text, snapshot);
    }

    private String plan(String text, Snapshot snapshot) {
        RunOptions options = new RunOptions(1, 0, 0, 4, Clock.systemUTC(), new Random(1));
        try (ResultCursor cursor = engine.run("EXPLAIN " + text, Map.of(), options, snapshot)) {
            return cursor.plan().orElseThrow();
        }
    }

    /** Two nodes :A, each with a relationship :X to the one node :B. */
    private static TestGraph.Builder small() {
        TestGraph.Builder builder = TestGraph.builder(4);
        long first = builder.node(Set.of("A"), Map.of("k", 1L));
        long second = builder.node(Set.of("A"), Map.of("k", 2L));
        long end = builder.node(Set.of("B"), Map.of("k", 3L));
        builder.relationship(first, "X", end);
        builder.relationship(second, "X", end);
        return builder;
    }

    @Test
    void run_namesThatCameLater_areFound() {
        TestGraph.Builder builder = small();
        TestGraph before = builder.build();
        String label = "MATCH (a:New) RETURN a.k AS k";
        String type = "MATCH (a)-[:NEW]->(b) RETURN a.k AS k";
        String key = "MATCH (a) WHERE a.late IS NOT NULL RETURN a.late AS l";
        String either = "MATCH (a)-[:X|NEW]->(b) RETURN a.k AS k";
        for (String text : List.of(label, type, key)) {
            assertThat(rows(text, before)).isEmpty();
        }
        assertThat(rows(either, before)).containsExactly("1|", "2|");
        long node = builder.node(Set.of("New", "A"), Map.of("k", 9L, "late", "x"));
        builder.relationship(node, "NEW", before.nodeIds().getFirst());
        TestGraph after = builder.build();
        assertThat(rows(label, after)).containsExactly("9|");
        assertThat(rows(type, after)).containsExactly("9|");
        assertThat(rows(key, after)).containsExactly("x|");
        assertThat(rows(either, after)).containsExactly("1|", "2|", "9|");
        for (String text : List.of(label, type, key)) {
            assertThat(rows(text, before)).isEmpty();
        }
    }

    @Test
    void run_labelThatFollowedFromCounts_isTestedWhenItNoLongerDoes() {
        TestGraph.Builder builder = small().index("A", "k");
        String text = "MATCH (a:A {k: 1})-[:X]->(b:B) RETURN b.k AS k";
        TestGraph before = builder.build();
        assertThat(rows(text, before)).containsExactly("3|");
        assertThat(plan(text, before)).doesNotContain("b:B");
        long other = builder.node(Set.of("C"), Map.of("k", 4L));
        builder.relationship(before.nodeIds().getFirst(), "X", other);
        TestGraph after = builder.build();
        assertThat(rows(text, after)).containsExactly("3|");
        assertThat(plan(text, after)).contains("b:B");
        assertThat(rows(text, before)).containsExactly("3|");
    }

    @Test
    void run_countsAreEstimates_countsItself() {
        TestGraph.Builder builder = small();
        TestGraph exact = builder.build();
        assertThat(rows("MATCH (a:A) RETURN count(*) AS n", exact)).containsExactly("2|");
        builder.inexact();
        TestGraph estimated = builder.build();
        assertThat(rows("MATCH (a:A) RETURN count(*) AS n", estimated)).containsExactly("2|");
        assertThat(rows("MATCH (a) RETURN count(*) AS n", estimated)).containsExactly("3|");
        assertThat(rows("MATCH (:A)-[:X]->() RETURN count(*) AS n", estimated)).containsExactly("2|");
        assertThat(rows("MATCH (a:A) RETURN count(*) AS n", exact)).containsExactly("2|");
    }

    @Test
    void run_indexesComeAndGo_areUsedWhileTheyAreThere() {
        TestGraph.Builder builder = small();
        String text = "MATCH (a:A {k: 2}) RETURN a.k AS k";
        TestGraph without = builder.build();
        TestGraph with = builder.index("A", "k").build();
        builder.dropIndexes();
        TestGraph dropped = builder.build();
        for (TestGraph each : List.of(without, with, dropped, with, without)) {
            assertThat(rows(text, each)).containsExactly("2|");
            assertThat(plan(text, each).contains("IndexSeek")).isEqualTo(each == with);
        }
    }

    @Test
    void forget_base_leavesOtherBasesAlone() {
        TestGraph.Builder builder = small();
        TestGraph before = builder.build();
        builder.rebase();
        TestGraph after = builder.build();
        String text = "MATCH (a:B) RETURN a.k AS k";
        for (TestGraph each : List.of(before, after, before, after)) {
            assertThat(rows(text, each)).containsExactly("3|");
            engine.forget(before.base());
        }
    }

    @Test
    void run_randomChanges_agreesWithAnEngineOfItsOwn() {
        for (long seed = 1; seed <= 4; seed++) {
            Random random = new Random(seed);
            TestGraph.Builder builder = TestGraph.builder(8);
            List<TestGraph> graphs = new ArrayList<>();
            List<List<List<String>>> answers = new ArrayList<>();
            for (int step = 0; step < 12; step++) {
                change(builder, random, graphs);
                TestGraph graph = builder.build();
                graphs.add(graph);
                try (QueryEngine own = new QueryEngine(new EngineOptions(2, 100))) {
                    answers.add(
                            TEXTS.stream().map(text -> rows(own, text, graph)).toList());
                }
                for (int round = 0; round < 30; round++) {
                    int place = random.nextBoolean() ? step : random.nextInt(step + 1);
                    int text = random.nextInt(TEXTS.size());
                    assertThat(rows(TEXTS.get(text), graphs.get(place)))
                            .as("seed=%d, step=%d, place=%d: %s", seed, step, place, TEXTS.get(text))
                            .isEqualTo(answers.get(place).get(text));
                }
            }
        }
    }

    private static void change(TestGraph.Builder builder, Random random, List<TestGraph> graphs) {
        List<Long> nodes =
                new ArrayList<>(graphs.isEmpty() ? List.of() : graphs.getLast().nodeIds());
        for (int index = 0; index < 6; index++) {
            List<String> labels = List.of("A", "B", "C").subList(0, 1 + random.nextInt(Math.min(3, 1 + graphs.size())));
            Map<String, Object> properties = graphs.size() > 4
                    ? Map.of("k", (long) random.nextInt(6), "late", (long) random.nextInt(6))
                    : Map.of("k", (long) random.nextInt(6));
            nodes.add(builder.node(Set.of(labels.get(random.nextInt(labels.size()))), properties));
        }
        for (int index = 0; index < 6; index++) {
            String type = graphs.size() > 3 ? "Y" : "X";
            builder.relationship(
                    nodes.get(random.nextInt(nodes.size())), type, nodes.get(random.nextInt(nodes.size())));
        }
        if (random.nextInt(3) == 0) {
            builder.delete(nodes.removeFirst());
        }
        if (random.nextInt(3) == 0) {
            builder.label(nodes.getLast(), random.nextBoolean() ? new String[] {"A", "C"} : new String[0]);
        }
        switch (random.nextInt(6)) {
            case 0 -> builder.rebase();
            case 1 -> builder.index("A", "k");
            case 2 -> builder.dropIndexes();
            default -> {}
        }
    }
}
