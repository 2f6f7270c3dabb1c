package org.thetisdb.engine.trail;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.thetisdb.engine.testing.StageHarness;
import org.thetisdb.engine.testing.TestGraph;
import org.thetisdb.io.simulated.SimulatedFileSystem;
import org.thetisdb.storage.spill.TemporarySpace;

/** Levels of nodes against a map; in memory and in a file, of a byte and of four. */
class NodeLevelsTest {
    private static final long BLOCKS_MAX = 5;

    private final SimulatedFileSystem fileSystem = new SimulatedFileSystem();

    private NodeLevels levels(long shareBytesMax) {
        TestGraph graph = TestGraph.builder(1).build();
        TemporarySpace space = TemporarySpace.ofReader(fileSystem, Path.of("/temporary"));
        return new NodeLevels(
                StageHarness.spilling(graph, 1, space, shareBytesMax).worker(), "Test");
    }

    @Test
    void levels_areThoseThatNodesWereFirstGiven() {
        for (long seed = 1; seed <= 8; seed++) {
            Random random = new Random(seed);
            NodeLevels levels = levels(seed % 2 == 0 ? 0 : Long.MAX_VALUE);
            for (int search = 0; search < 2; search++) {
                levels.begin();
                check(random, levels, seed % 4 < 2 ? 1 : 40, "seed=" + seed);
            }
            levels.release();
            assertThat(levels.get(0)).isEqualTo(NodeLevels.NONE);
            assertThat(fileSystem.temporaries().openCount()).isZero();
        }
    }

    private static void check(Random random, NodeLevels levels, int levelStep, String what) {
        Map<Long, Integer> expected = new TreeMap<>();
        for (int round = 0; round < 20; round++) {
            int level = round * levelStep;
            long[] nodes = random.longs(random.nextInt(1, 300), 0, BLOCKS_MAX << LevelBlockLayout.BLOCK_BITS)
                    .toArray();
            long first = nodes[0] & -16L;
            for (int index = 0; index < nodes.length / 2; index++) {
                nodes[index] = first + index;
            }
            long[] added = new long[nodes.length];
            int count = levels.mark(nodes, nodes.length, level, added);
            long[] isNew = Arrays.stream(nodes)
                    .filter(node -> expected.putIfAbsent(node, level) == null)
                    .toArray();
            assertThat(Arrays.copyOf(added, count)).as(what).containsExactly(isNew);
        }
        expected.forEach((node, level) -> assertThat(levels.get(node)).as(what).isEqualTo(level));
        for (int round = -1; round < 21; round++) {
            int level = round < 0 ? NodeLevels.NONE : round * levelStep;
            long from = 0;
            for (Map.Entry<Long, Integer> each : expected.entrySet()) {
                if (level == NodeLevels.NONE || each.getValue() == level) {
                    assertThat(levels.next(from, level)).as(what).isEqualTo(each.getKey());
                    from = each.getKey() + 1;
                }
            }
            assertThat(levels.next(from, level)).as(what).isEqualTo(NodeLevels.NONE);
        }
    }
}
