package org.thetisdb.engine.trail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.thetisdb.engine.testing.StageHarness.BATCH_ROWS;
import static org.thetisdb.engine.testing.StageHarness.node;
import static org.thetisdb.engine.testing.StageHarness.predicate;
import static org.thetisdb.engine.testing.StageHarness.row;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.thetisdb.cypher.bound.Direction;
import org.thetisdb.cypher.bound.LabelExpression;
import org.thetisdb.engine.evaluation.LabelTest;
import org.thetisdb.engine.evaluation.Predicate;
import org.thetisdb.engine.evaluation.Rows;
import org.thetisdb.engine.expand.TypeSet;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.testing.StageHarness;
import org.thetisdb.engine.testing.TestGraph;
import org.thetisdb.io.simulated.SimulatedFileSystem;
import org.thetisdb.storage.GraphReader.Side;
import org.thetisdb.storage.spill.TemporarySpace;
import org.thetisdb.value.NodeReference;
import org.thetisdb.value.PathReference;
import org.thetisdb.value.RelationshipReference;

/** Trails over random graphs against plain recursion. */
class TrailStagesTest {
    private static final int FROM = 0;
    private static final int TO = 1;
    private static final int LIST = 2;
    private static final int HOP = 3;
    private static final HopSlots AT_HOP = new HopSlots(HOP, Batch.NO_SLOT);
    private static final int PATH = 4;
    private static final int GROUP = 5;
    private static final int SIZE = 6;
    private static final int SEEDS = 25;
    private static final int SEEDS_OF_ENDS = 150;

    /** What a search may keep that has memory for its first levels only. */
    private static final long SOME_LEVELS_BYTES = 5_000;

    private static VariableExpandStage.Shape shape(
            int listSlot,
            int sizeSlot,
            boolean into,
            TypeSet types,
            int minimum,
            long maximum,
            boolean mayReturn,
            Optional<LabelExpression> labels) {
        int[] noneExcluded = {};
        return new VariableExpandStage.Shape(
                FROM,
                listSlot,
                sizeSlot,
                TO,
                into,
                types,
                minimum,
                maximum,
                noneExcluded,
                AT_HOP,
                false,
                mayReturn,
                labels);
    }

    /** A trail found by recursion. */
    private record Trail(List<Long> nodes, List<RelationshipReference> relationships) {
        long end() {
            return nodes.getLast();
        }

        PathReference path() {
            return new PathReference(nodes.stream().map(NodeReference::new).toList(), relationships);
        }
    }

    private static TestGraph graph(Random random) {
        TestGraph.Builder builder = TestGraph.builder(3);
        int nodeCount = random.nextInt(2, 9);
        if (nodeCount % 2 == 0) {
            builder.mixed();
        }
        long[] nodes = new long[nodeCount];
        for (int index = 0; index < nodeCount; index++) {
            nodes[index] = builder.node(random.nextBoolean() ? "A" : "B");
        }
        int relationshipCount = random.nextInt(1, 12);
        for (int index = 0; index < relationshipCount; index++) {
            String type = random.nextInt(4) == 0 ? "Y" : "X";
            builder.relationship(
                    nodes[random.nextInt(nodeCount)], type, nodes[random.nextInt(nodeCount)], Map.of("w", (long)
                            random.nextInt(3)));
        }
        return builder.build();
    }

    /** All trails from a node, by recursion. */
    private static List<Trail> trails(TestGraph graph, long from, TypeSet types, int maximum, Set<Long> forbidden) {
        List<Trail> found = new ArrayList<>();
        extend(graph, new Trail(List.of(from), List.of()), types, maximum, forbidden, found);
        return found;
    }

    private static void extend(
            TestGraph graph, Trail trail, TypeSet types, int maximum, Set<Long> forbidden, List<Trail> found) {
        found.add(trail);
        if (trail.relationships().size() == maximum) {
            return;
        }
        for (TestGraph.Relationship each : graph.relationships()) {
            boolean typed = types.ids().length == 0
                    || types.ids()[0] == graph.catalog().typeId(each.type()).orElseThrow();
            if (!typed || forbidden.contains(each.id()) || trail.relationships().contains(each.reference())) {
                continue;
            }
            boolean forward = each.start() == trail.end() && types.side() != Side.BACKWARD;
            boolean backward = each.end() == trail.end() && types.side() != Side.FORWARD;
            if (forward || backward) {
                List<Long> nodes = new ArrayList<>(trail.nodes());
                nodes.add(forward ? each.end() : each.start());
                List<RelationshipReference> relationships = new ArrayList<>(trail.relationships());
                relationships.add(each.reference());
                extend(graph, new Trail(nodes, relationships), types, maximum, forbidden, found);
            }
        }
    }

    /** Of each batch size one that has memory, and one whose searches keep nothing but levels, and these on disk. */
    private static List<StageHarness> harnesses(TestGraph graph) {
        List<StageHarness> harnesses = new ArrayList<>();
        for (int batchRows : BATCH_ROWS) {
            harnesses.add(new StageHarness(graph, batchRows));
            harnesses.add(StageHarness.spilling(graph, batchRows, space(), 0));
            harnesses.add(StageHarness.spilling(graph, batchRows, space(), SOME_LEVELS_BYTES));
        }
        return harnesses;
    }

    private static TemporarySpace space() {
        return TemporarySpace.ofReader(new SimulatedFileSystem(), Path.of("/temporary"));
    }

    private static TypeSet types(TestGraph graph, Random random) {
        Direction direction =
                List.of(Direction.OUTGOING, Direction.INCOMING, Direction.BOTH).get(random.nextInt(3));
        boolean hasX = graph.catalog().typeId("X").isPresent();
        TypeSet types = TypeSet.of(random.nextBoolean() || !hasX ? List.of() : List.of("X"), direction);
        assertThat(types.isNone(new StageHarness(graph, 1).worker())).isFalse();
        return types;
    }

    private static Set<Long> heavy(TestGraph graph) {
        Set<Long> ids = new LinkedHashSet<>();
        graph.relationships().stream()
                .filter(each -> each.properties().get("w").equals(2L))
                .forEach(each -> ids.add(each.id()));
        return ids;
    }

    /** True for hops that are not heavy. */
    private static Predicate light(Set<Long> heavy) {
        return predicate((rows, row) -> !heavy.contains(rows.column(HOP).longs()[row]));
    }

    private static List<List<Object>> allNodes(TestGraph graph) {
        List<List<Object>> rows = new ArrayList<>();
        graph.nodeIds().forEach(id -> rows.add(row(node(id))));
        rows.add(1, row((Object) null));
        rows.add(row(node(graph.nodeIds().getLast())));
        return rows;
    }

    @Test
    void variableExpand_randomGraphs_agreesWithRecursion() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            Random random = new Random(seed);
            TestGraph graph = graph(random);
            TypeSet types = types(graph, random);
            int minimum = random.nextInt(3);
            int maximum = minimum + random.nextInt(4);
            Set<Long> forbidden = random.nextBoolean() ? heavy(graph) : Set.of();
            List<List<Object>> expected = new ArrayList<>();
            for (List<Object> input : allNodes(graph)) {
                if (input.getFirst() instanceof NodeReference from) {
                    trails(graph, from.id(), types, maximum, forbidden).stream()
                            .filter(trail -> trail.relationships().size() >= minimum)
                            .forEach(trail -> expected.add(row(from, node(trail.end()), trail.relationships())));
                }
            }
            for (int batchRows : BATCH_ROWS) {
                StageHarness harness = new StageHarness(graph, batchRows);
                StageHarness.Sink sink = harness.new Sink(FROM, TO, LIST);
                VariableExpandStage.Shape shape =
                        shape(LIST, Batch.NO_SLOT, false, types, minimum, maximum, false, Optional.empty());
                Optional<Predicate> hop = forbidden.isEmpty() ? Optional.empty() : Optional.of(light(forbidden));
                harness.push(new VariableExpandStage(harness.worker(), shape, hop, sink), allNodes(graph));
                assertThat(sink.rows())
                        .as("seed=%d batchRows=%d", seed, batchRows)
                        .containsExactlyInAnyOrderElementsOf(expected);
            }
        }
    }

    /** A trail of so many hops was a recursion as deep, which ended the query. */
    @Test
    void variableExpand_walkLongerThanTheStack_reachesItsEnd() throws InterruptedException {
        int hops = 10_000;
        TestGraph.Builder builder = TestGraph.builder(1024);
        long first = builder.node("A");
        long last = first;
        for (int hop = 0; hop < hops; hop++) {
            long next = builder.node("A");
            builder.relationship(last, "X", next);
            last = next;
        }
        TestGraph graph = builder.build();
        List<List<Object>> found = new ArrayList<>();
        Thread small = new Thread(null, () -> found.addAll(walkFrom(graph, first, hops)), "small stack", 512 << 10);
        small.start();
        small.join();
        assertThat(found).containsExactly(row(node(first), node(last)));
    }

    private static List<List<Object>> walkFrom(TestGraph graph, long first, int hops) {
        StageHarness harness = new StageHarness(graph, 1024);
        StageHarness.Sink sink = harness.new Sink(FROM, TO);
        VariableExpandStage.Shape shape = shape(
                Batch.NO_SLOT,
                Batch.NO_SLOT,
                false,
                TypeSet.of(List.of(), Direction.OUTGOING),
                hops,
                Long.MAX_VALUE,
                false,
                Optional.empty());
        harness.push(
                new VariableExpandStage(harness.worker(), shape, Optional.empty(), sink), List.of(row(node(first))));
        return sink.rows();
    }

    @Test
    void distinctEnds_randomGraphs_givesEachEndOnce() {
        for (long seed = 1; seed <= SEEDS_OF_ENDS; seed++) {
            Random random = new Random(seed);
            TestGraph graph = graph(random);
            TypeSet types = types(graph, random);
            int minimum = random.nextInt(2);
            int maximum = minimum + random.nextInt(4);
            boolean labelled = random.nextBoolean();
            boolean mayReturn = random.nextBoolean();
            Set<Long> forbidden = random.nextBoolean() ? heavy(graph) : Set.of();
            Optional<LabelExpression> labels = labelled ? Optional.of(new LabelExpression.Name("A")) : Optional.empty();
            Optional<LabelTest> test = test(graph, labels);
            boolean sized = random.nextBoolean();
            Map<List<Object>, Long> sizes = new LinkedHashMap<>();
            for (long from : graph.nodeIds()) {
                trails(graph, from, types, maximum, forbidden).stream()
                        .filter(trail -> trail.relationships().size() >= minimum)
                        .filter(trail -> trail.end() != from || minimum == 0 || mayReturn)
                        .filter(trail -> test.isEmpty() || test.get().matches(trail.end()))
                        .forEach(trail -> sizes.merge(
                                row(node(from), node(trail.end())),
                                (long) trail.relationships().size(),
                                Math::min));
            }
            List<List<Object>> expected = new ArrayList<>();
            sizes.forEach((ends, size) -> expected.add(sized ? row(ends.getFirst(), ends.getLast(), size) : ends));
            long last = graph.nodeIds().getLast();
            List<List<Object>> rows = new ArrayList<>(expected);
            expected.stream().filter(each -> each.getFirst().equals(node(last))).forEach(rows::add);
            Optional<Predicate> hop = forbidden.isEmpty() ? Optional.empty() : Optional.of(light(forbidden));
            VariableExpandStage.Shape shape = shape(
                    Batch.NO_SLOT, sized ? SIZE : Batch.NO_SLOT, false, types, minimum, maximum, mayReturn, labels);
            for (StageHarness harness : harnesses(graph)) {
                StageHarness.Sink sink = sized ? harness.new Sink(FROM, TO, SIZE) : harness.new Sink(FROM, TO);
                harness.push(new DistinctEndsStage(harness.worker(), shape, hop, sink), allNodes(graph));
                assertThat(sink.rows())
                        .as("seed=%d batchRows=%d", seed, harness.worker().batchRows())
                        .containsExactlyInAnyOrderElementsOf(rows);
            }
        }
    }

    private static Optional<LabelTest> test(TestGraph graph, Optional<LabelExpression> labels) {
        return labels.map(each ->
                new LabelTest(each).begin(new StageHarness(graph, 1).worker().evaluation()));
    }

    /** Rows of groups, one after another, of which nobody reads the nodes at which the trails start. */
    @Test
    void unionEnds_randomGraphs_givesTheEndsOfAnyStart() {
        for (long seed = 1; seed <= SEEDS_OF_ENDS; seed++) {
            Random random = new Random(seed);
            TestGraph graph = graph(random);
            TypeSet types = types(graph, random);
            int minimum = random.nextInt(2);
            int maximum = minimum + random.nextInt(4);
            boolean grouped = random.nextBoolean();
            Set<Long> forbidden = random.nextBoolean() ? heavy(graph) : Set.of();
            Optional<LabelExpression> labels =
                    random.nextBoolean() ? Optional.of(new LabelExpression.Name("A")) : Optional.empty();
            Optional<LabelTest> test = test(graph, labels);
            List<List<Object>> input = new ArrayList<>();
            Set<List<Object>> expected = new LinkedHashSet<>();
            for (long from : graph.nodeIds()) {
                long group = grouped ? random.nextInt(3) : 0;
                input.add(row(node(from), null, null, null, null, group));
                input.add(row(null, null, null, null, null, group));
                trails(graph, from, types, maximum, forbidden).stream()
                        .filter(trail -> trail.relationships().size() >= minimum)
                        .filter(trail -> test.isEmpty() || test.get().matches(trail.end()))
                        .forEach(trail ->
                                expected.add(grouped ? row(group, node(trail.end())) : row(node(trail.end()))));
            }
            int[] read = grouped ? new int[] {GROUP, TO} : new int[] {TO};
            int[] keys = grouped ? new int[] {GROUP} : new int[0];
            Optional<Predicate> hop = forbidden.isEmpty() ? Optional.empty() : Optional.of(light(forbidden));
            VariableExpandStage.Shape shape =
                    shape(Batch.NO_SLOT, Batch.NO_SLOT, false, types, minimum, maximum, true, labels);
            for (StageHarness harness : harnesses(graph)) {
                StageHarness.Sink sink = harness.new Sink(read);
                harness.push(new UnionEndsStage(harness.worker(), shape, keys, hop, sink), input);
                assertThat(new LinkedHashSet<>(sink.rows()))
                        .as("seed=%d batchRows=%d", seed, harness.worker().batchRows())
                        .isEqualTo(expected);
            }
        }
    }

    @Test
    void distinctEnds_intoBoundNodes_keepsRowsWhoseEndIsReached() {
        for (long seed = 1; seed <= SEEDS_OF_ENDS; seed++) {
            Random random = new Random(seed);
            TestGraph graph = graph(random);
            TypeSet types = types(graph, random);
            int minimum = random.nextInt(2);
            boolean mayReturn = random.nextBoolean();
            List<List<Object>> input = pairs(graph);
            boolean sized = random.nextBoolean();
            List<List<Object>> expected = new ArrayList<>();
            for (List<Object> each : input) {
                if (each.get(FROM) instanceof NodeReference from && each.get(TO) instanceof NodeReference to) {
                    trails(graph, from.id(), types, 4, Set.of()).stream()
                            .filter(trail -> trail.relationships().size() >= minimum && trail.end() == to.id())
                            .filter(trail -> !from.equals(to) || minimum == 0 || mayReturn)
                            .mapToLong(trail -> trail.relationships().size())
                            .min()
                            .ifPresent(size -> expected.add(sized ? row(from, to, size) : each));
                }
            }
            VariableExpandStage.Shape shape = shape(
                    Batch.NO_SLOT, sized ? SIZE : Batch.NO_SLOT, true, types, minimum, 4, mayReturn, Optional.empty());
            for (StageHarness harness : harnesses(graph)) {
                StageHarness.Sink sink = sized ? harness.new Sink(FROM, TO, SIZE) : harness.new Sink(FROM, TO);
                harness.push(new DistinctEndsStage(harness.worker(), shape, Optional.empty(), sink), input);
                assertThat(sink.rows())
                        .as("seed=%d batchRows=%d", seed, harness.worker().batchRows())
                        .containsExactlyInAnyOrderElementsOf(expected);
            }
        }
    }

    private static List<List<Object>> pairs(TestGraph graph) {
        List<List<Object>> pairs = new ArrayList<>();
        for (long from : graph.nodeIds()) {
            for (long to : graph.nodeIds()) {
                pairs.add(row(node(from), node(to)));
            }
            pairs.add(row(node(from), null));
        }
        return pairs;
    }

    /** Pairs in an order that lets trees be kept now for the start, now for the end. */
    private static List<List<Object>> pairs(TestGraph graph, Random random) {
        List<List<Object>> pairs = new ArrayList<>(pairs(graph));
        switch (random.nextInt(3)) {
            case 0 -> java.util.Collections.shuffle(pairs, random);
            case 1 ->
                pairs.sort(java.util.Comparator.comparingLong(
                        each -> each.get(TO) == null ? -1 : ((NodeReference) each.get(TO)).id()));
            default -> {}
        }
        return pairs;
    }

    private static List<Trail> shortest(
            TestGraph graph,
            long from,
            long to,
            TypeSet types,
            int minimum,
            int maximum,
            Set<Long> forbidden,
            java.util.function.Predicate<Trail> accepted) {
        if (from == to) {
            Trail none = new Trail(List.of(from), List.of());
            return minimum == 0 && accepted.test(none) ? List.of(none) : List.of();
        }
        List<Trail> all = trails(graph, from, types, maximum, forbidden).stream()
                .filter(trail -> trail.end() == to)
                .filter(accepted)
                .toList();
        int length = all.stream()
                .mapToInt(trail -> trail.relationships().size())
                .min()
                .orElse(0);
        return all.stream()
                .filter(trail -> trail.relationships().size() == length)
                .toList();
    }

    private static void checkShortestPaths(long seed, boolean all, boolean withPathPredicate) {
        Random random = new Random(seed);
        TestGraph graph = graph(random);
        TypeSet types = types(graph, random);
        int minimum = random.nextInt(2);
        int maximum = random.nextInt(1, 7);
        Set<Long> forbidden = random.nextBoolean() ? heavy(graph) : Set.of();
        Set<Long> avoided =
                Set.of(graph.nodeIds().get(random.nextInt(graph.nodeIds().size())));
        java.util.function.Predicate<Trail> accepted = trail -> !withPathPredicate
                || trail.relationships().size() < 1
                || trail.nodes().subList(1, trail.nodes().size() - 1).stream().noneMatch(avoided::contains);
        Optional<Predicate> pathTest = withPathPredicate
                ? Optional.of(predicate((rows, row) -> avoids(rows, row, avoided)))
                : Optional.empty();
        Optional<Predicate> hop = forbidden.isEmpty() ? Optional.empty() : Optional.of(light(forbidden));
        ShortestPathsStage.Shape shape =
                new ShortestPathsStage.Shape(FROM, TO, PATH, LIST, types, minimum, maximum, all, AT_HOP, false);
        List<List<Object>> input = pairs(graph, random);
        for (StageHarness harness : harnesses(graph)) {
            StageHarness.Sink sink = harness.new Sink(FROM, TO, PATH, LIST);
            harness.push(new ShortestPathsStage(harness.worker(), shape, hop, pathTest, sink), input);
            List<List<Object>> left = new ArrayList<>(sink.rows());
            String place = "seed=" + seed + " batchRows=" + harness.worker().batchRows();
            for (List<Object> pair : input) {
                if (pair.get(TO) == null) {
                    continue;
                }
                long from = ((NodeReference) pair.get(FROM)).id();
                long to = ((NodeReference) pair.get(TO)).id();
                List<List<Object>> expected =
                        shortest(graph, from, to, types, minimum, maximum, forbidden, accepted).stream()
                                .map(trail -> row(node(from), node(to), trail.path(), trail.relationships()))
                                .toList();
                List<List<Object>> found = left.stream()
                        .filter(each -> each.subList(0, 2).equals(pair))
                        .toList();
                if (all) {
                    assertThat(found).as(place).containsExactlyInAnyOrderElementsOf(expected);
                } else {
                    assertThat(found).as(place).hasSize(Math.min(1, expected.size()));
                    assertThat(expected).as(place).containsAll(found);
                }
                left.removeAll(found);
            }
            assertThat(left).as(place).isEmpty();
        }
    }

    private static boolean avoids(Rows rows, int row, Set<Long> avoided) {
        PathReference path = (PathReference) rows.column(PATH).valueAt(row);
        return path.length() < 1
                || path.nodes().subList(1, path.nodes().size() - 1).stream()
                        .noneMatch(each -> avoided.contains(each.id()));
    }

    @Test
    void shortestPaths_oneOfEach_agreesWithRecursion() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            checkShortestPaths(seed, false, false);
        }
    }

    @Test
    void shortestPaths_all_agreesWithRecursion() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            checkShortestPaths(seed, true, false);
        }
    }

    @Test
    void shortestPaths_conditionOnThePath_findsTheShortestThatFulfilsIt() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            checkShortestPaths(seed, false, true);
            checkShortestPaths(seed, true, true);
        }
    }
}
