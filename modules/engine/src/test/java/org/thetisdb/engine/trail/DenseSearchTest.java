package org.thetisdb.engine.trail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.thetisdb.engine.testing.StageHarness.node;
import static org.thetisdb.engine.testing.StageHarness.row;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.thetisdb.cypher.bound.Direction;
import org.thetisdb.engine.expand.TypeSet;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.testing.StageHarness;
import org.thetisdb.engine.testing.TestGraph;
import org.thetisdb.io.simulated.SimulatedFileSystem;
import org.thetisdb.io.simulated.TemporaryFaults.Operation;
import org.thetisdb.storage.spill.TemporarySpace;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.PathReference;
import org.thetisdb.value.ThetisException;

/** Searches that keep nothing but levels, where they differ from small ones: long paths, many links, long levels. */
class DenseSearchTest {
    private static final int FROM = 0;
    private static final int TO = 1;
    private static final int PATH = 2;
    private static final HopSlots AT_HOP = new HopSlots(3, Batch.NO_SLOT);
    private static final int BATCH_ROWS = 64;

    private final SimulatedFileSystem fileSystem = new SimulatedFileSystem();
    private final TestGraph.Builder builder = TestGraph.builder(1024);

    private StageHarness harness(TestGraph graph) {
        TemporarySpace space = TemporarySpace.ofReader(fileSystem, Path.of("/temporary"));
        return StageHarness.spilling(graph, BATCH_ROWS, space, 0);
    }

    private static StageHarness.Sink searched(StageHarness harness, Direction direction, boolean all, List<Long> ends) {
        StageHarness.Sink sink = harness.new Sink(FROM, TO, PATH);
        ShortestPathsStage.Shape shape = new ShortestPathsStage.Shape(
                FROM, TO, PATH, Batch.NO_SLOT, TypeSet.of(List.of(), direction), 1, Long.MAX_VALUE, all, AT_HOP, false);
        List<List<Object>> rows = new ArrayList<>();
        ends.forEach(end -> rows.add(row(node(ends.getFirst()), node(end))));
        harness.push(new ShortestPathsStage(harness.worker(), shape, Optional.empty(), Optional.empty(), sink), rows);
        return sink;
    }

    private static List<Integer> lengths(StageHarness.Sink sink) {
        return sink.rows().stream()
                .map(each -> ((PathReference) each.get(2)).length())
                .toList();
    }

    /** More levels than a byte can say, and back from the end by each relationship. */
    @Test
    void aPathOfManyHops_isFoundWhole() {
        int hops = 1_000;
        List<Long> chain = new ArrayList<>(List.of(builder.node("A")));
        for (int hop = 0; hop < hops; hop++) {
            chain.add(builder.node("A"));
            builder.relationship(chain.get(hop), "X", chain.get(hop + 1));
        }
        TestGraph graph = builder.build();
        List<Long> ends = List.of(chain.getFirst(), chain.get(hops), chain.get(700), chain.get(255), chain.get(1));
        for (Direction direction : List.of(Direction.OUTGOING, Direction.BOTH)) {
            StageHarness.Sink sink = searched(harness(graph), direction, false, ends);
            assertThat(lengths(sink)).containsExactly(hops, 700, 255, 1);
            for (List<Object> each : sink.rows()) {
                PathReference path = (PathReference) each.get(2);
                for (int step = 0; step <= path.length(); step++) {
                    assertThat(path.nodes().get(step)).isEqualTo(node(chain.get(step)));
                }
            }
        }
        assertThat(lengths(searched(harness(graph), Direction.INCOMING, false, ends)))
                .isEmpty();
        assertThat(fileSystem.temporaries().openCount()).isZero();
    }

    /** As many as need more memory than is always granted: 3 * 6,000 paths by way of one node. */
    @Test
    void allPathsByWayOfANodeWithManyLinks_areFoundOnceEach() {
        int width = 6_000;
        long start = builder.node("A");
        long hub = builder.node("A");
        List<Long> doors = List.of(builder.node("A"), builder.node("A"), builder.node("A"));
        long end = builder.node("A");
        for (int index = 0; index < width; index++) {
            long middle = builder.node("A");
            builder.relationship(start, "X", middle);
            builder.relationship(middle, "X", hub);
        }
        for (long door : doors) {
            builder.relationship(hub, "X", door);
            builder.relationship(door, "X", end);
        }
        TestGraph graph = builder.build();
        StageHarness.Sink sink = searched(harness(graph), Direction.OUTGOING, true, List.of(start, end));
        Set<Object> different = new HashSet<>();
        sink.rows().forEach(each -> different.add(each.get(PATH)));
        assertThat(sink.rows()).hasSize(3 * width);
        assertThat(different).hasSize(3 * width);
        assertThat(lengths(sink)).containsOnly(4);
    }

    /** A level that is too long for a list, whose nodes are found by their ids. */
    @Test
    void aLongLevel_isFollowedFromAllItsNodes() {
        int width = 9_000;
        long start = builder.node("A");
        Set<List<Object>> expected = new HashSet<>();
        for (int index = 0; index < width; index++) {
            long near = builder.node("A");
            long far = builder.node("A");
            builder.relationship(start, "X", near);
            builder.relationship(near, "X", far);
            expected.add(row(node(start), node(near)));
            expected.add(row(node(start), node(far)));
        }
        StageHarness harness = harness(builder.build());
        StageHarness.Sink sink = distinctEnds(harness, start);
        assertThat(sink.rows()).hasSize(2 * width);
        assertThat(new HashSet<>(sink.rows())).isEqualTo(expected);
    }

    private static StageHarness.Sink distinctEnds(StageHarness harness, long... starts) {
        StageHarness.Sink sink = harness.new Sink(FROM, TO);
        VariableExpandStage.Shape shape = new VariableExpandStage.Shape(
                FROM,
                Batch.NO_SLOT,
                Batch.NO_SLOT,
                TO,
                false,
                TypeSet.of(List.of(), Direction.BOTH),
                1,
                3,
                new int[0],
                AT_HOP,
                false,
                false,
                Optional.empty());
        List<List<Object>> rows = new ArrayList<>();
        for (long start : starts) {
            rows.add(row(node(start)));
        }
        harness.push(new DistinctEndsStage(harness.worker(), shape, Optional.empty(), sink), rows);
        return sink;
    }

    @Test
    void aFullDisk_endsTheSearch_andTheRunFreesWhatItHas() {
        long start = builder.node("A");
        builder.relationship(start, "X", builder.node("A"));
        StageHarness harness = harness(builder.build());
        fileSystem.temporaries().before(operation -> {
            if (operation == Operation.WRITE) {
                throw new ThetisException(ErrorCode.DISK_FULL, "injected");
            }
        });
        ThetisException problem = catchThrowableOfType(ThetisException.class, () -> distinctEnds(harness, start));
        assertThat(problem.code()).isEqualTo(ErrorCode.DISK_FULL);
        assertThat(fileSystem.temporaries().openCount()).isEqualTo(1);
        harness.worker().query().end();
        assertThat(fileSystem.temporaries().openCount()).isZero();
    }

    /** Trails that would take ten times the memory, of which only long ones fulfil the condition. */
    @Test
    void longTrails_areFoundWithoutMemoryForAllThatAreShorter() {
        int nodeCount = 7;
        List<Long> nodes = new ArrayList<>();
        for (int index = 0; index < nodeCount; index++) {
            nodes.add(builder.node("A"));
            for (long other : nodes.subList(0, index)) {
                builder.relationship(nodes.get(index), "X", other);
            }
        }
        TestGraph graph = builder.build();
        int length = 6;
        long trailsBytes = 20 * 30_000;
        ShortestPathsStage.Shape shape = new ShortestPathsStage.Shape(
                FROM,
                TO,
                PATH,
                Batch.NO_SLOT,
                TypeSet.of(List.of(), Direction.BOTH),
                1,
                Long.MAX_VALUE,
                true,
                AT_HOP,
                false);
        List<List<List<Object>>> found = new ArrayList<>();
        for (long shareBytesMax : List.of(Long.MAX_VALUE, trailsBytes / 10)) {
            StageHarness harness = StageHarness.spilling(
                    graph, BATCH_ROWS, TemporarySpace.ofReader(fileSystem, Path.of("/temporary")), shareBytesMax);
            StageHarness.Sink sink = harness.new Sink(PATH);
            harness.push(
                    new ShortestPathsStage(
                            harness.worker(),
                            shape,
                            Optional.empty(),
                            Optional.of(StageHarness.predicate((rows, row) ->
                                    ((PathReference) rows.column(PATH).valueAt(row)).length() >= length)),
                            sink),
                    List.of(row(node(nodes.getFirst()), node(nodes.getLast()))));
            found.add(sink.rows());
            assertThat(harness.worker().query().peakBytes() < trailsBytes)
                    .as("within the share")
                    .isEqualTo(shareBytesMax < trailsBytes);
        }
        assertThat(found.getFirst()).hasSizeGreaterThan(1000);
        assertThat(counted(found.getLast())).isEqualTo(counted(found.getFirst()));
    }

    /** How often each row is there. */
    private static Map<List<Object>, Long> counted(List<List<Object>> rows) {
        return rows.stream().collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    }
}
