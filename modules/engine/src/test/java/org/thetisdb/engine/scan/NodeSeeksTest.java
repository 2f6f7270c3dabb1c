package org.thetisdb.engine.scan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.testing.StageHarness;
import org.thetisdb.engine.testing.TestGraph;
import org.thetisdb.storage.NodeIndexReader;
import org.thetisdb.value.NodeReference;
import org.thetisdb.value.vector.Vector;

class NodeSeeksTest {
    private static final int BATCH_ROWS = 64;

    /** Gives nodes in the order in which it has them. */
    private record Given(long[] nodes, int[] next) implements NodeIndexReader {
        @Override
        public void seek(Vector keys, int row) {
            next[0] = 0;
        }

        @Override
        public void seekRange(Optional<Bound> lower, Optional<Bound> upper) {
            next[0] = 0;
        }

        @Override
        public void seekPrefix(String prefix) {
            next[0] = 0;
        }

        @Override
        public int next(long[] into, int capacity) {
            int count = Math.min(capacity, nodes.length - next[0]);
            System.arraycopy(nodes, next[0], into, 0, count);
            next[0] += count;
            return count;
        }
    }

    @Test
    void addFound_manyNodes_givesEachOnceTheFirstAsFoundAndWindowsInOrder() {
        List<Long> shuffled =
                new ArrayList<>(LongStream.range(0, 60_000).boxed().toList());
        Collections.shuffle(shuffled, new Random(1));
        List<Long> joined = joined(shuffled, Integer.MAX_VALUE);

        assertThat(joined).hasSize(shuffled.size()).doesNotHaveDuplicates();
        assertThat(joined.subList(0, BATCH_ROWS)).isEqualTo(shuffled.subList(0, BATCH_ROWS));
        int from = BATCH_ROWS;
        int window = BATCH_ROWS;
        while (from < joined.size()) {
            window = Math.min(2 * window, NodeSeeks.WINDOW_NODES_MAX);
            int end = Math.min(from + window, joined.size());
            assertThat(joined.subList(from, end))
                    .isEqualTo(shuffled.subList(from, end).stream().sorted().toList());
            from = end;
        }
    }

    @Test
    void addFound_satisfiedNext_takesNoFurtherWindow() {
        List<Long> nodes = LongStream.range(0, 60_000).boxed().toList();
        assertThat(joined(nodes, 1)).hasSize(BATCH_ROWS);
    }

    private static List<Long> joined(List<Long> nodes, int satisfiedAt) {
        TestGraph.Builder graph = TestGraph.builder(2);
        graph.node(Set.of(), Map.of());
        StageHarness harness = new StageHarness(graph.build(), BATCH_ROWS);
        StageHarness.Sink sink = harness.new Sink(1).satisfiedAt(satisfiedAt);
        Given index = new Given(nodes.stream().mapToLong(Long::longValue).toArray(), new int[1]);
        NodeJoin join = new NodeJoin(harness.worker(), 1, sink);
        NodeSeeks seeks = new NodeSeeks(harness.worker(), index, join);
        harness.push(new OneRow(join, seeks), List.of(List.of(1L)));
        return sink.rows().stream()
                .map(row -> ((NodeReference) row.getFirst()).id())
                .toList();
    }

    /** Joins its first row with all that is found. */
    private record OneRow(NodeJoin join, NodeSeeks seeks) implements Stage {
        @Override
        public void push(Batch batch) {
            join.begin(batch);
            seeks.addFound(0);
            join.end();
        }

        @Override
        public void finish() {}

        @Override
        public boolean isSatisfied() {
            return false;
        }
    }
}
