package org.thetisdb.storage.delta;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.Snapshot;

final class IdAllocatorTest {
    /** A base of one chunk. */
    private static Snapshot base(int labelSet, int rowCount) {
        return (Snapshot) Proxy.newProxyInstance(
                Snapshot.class.getClassLoader(),
                new Class<?>[] {Snapshot.class},
                (self, method, arguments) -> switch (method.getName()) {
                    case "chunkCount" -> 1;
                    case "rowCount" -> rowCount;
                    case "labelSet" -> labelSet;
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }

    @Test
    void node_goesOnBehindTheRowsOfItsLabelSetsChunk() {
        IdAllocator ids = new IdAllocator(base(4, 64));
        assertThat(ids.node(4)).isEqualTo(NodeIdLayout.id(0, 64));
        assertThat(ids.node(4)).isEqualTo(NodeIdLayout.id(0, 65));
        assertThat(ids.node(5)).isEqualTo(NodeIdLayout.id(1, 0));
    }

    @Test
    void node_inAChunkThatIsFull_goesIntoANewOne() {
        IdAllocator ids = new IdAllocator(base(4, NodeIdLayout.CHUNK_ROWS - 1));
        assertThat(ids.node(4)).isEqualTo(NodeIdLayout.id(0, NodeIdLayout.CHUNK_ROWS - 1));
        assertThat(ids.node(4)).isEqualTo(NodeIdLayout.id(1, 0));
    }

    @Test
    void node_ofAMixedChunk_goesElsewhere() {
        assertThat(new IdAllocator(base(Snapshot.MIXED, 64)).node(4)).isEqualTo(NodeIdLayout.id(1, 0));
    }

    /** A checkpoint has a chunk's column of them in memory as a whole. */
    @Test
    void node_withLongLists_fillsAChunkEarly() {
        IdAllocator ids = new IdAllocator(base(4, 64), 16 << 20);
        List<Double> list = Collections.nCopies(1536, 0.5);
        for (int index = 0; index < 100; index++) {
            ids.node(4, list);
        }
        assertThat(NodeIdLayout.chunk(ids.node(4, list))).isGreaterThan(0);
    }

    @Test
    void changed_toALongText_countsForTheNodesChunk_shortOnesDoNot() {
        IdAllocator ids = new IdAllocator(base(4, 64), 16 << 20);
        long node = ids.node(4);
        for (int index = 0; index < 10_000; index++) {
            ids.changed(node, "x".repeat(1000), 7L, null);
        }
        assertThat(NodeIdLayout.chunk(ids.node(4))).isZero();
        ids.changed(node, "x".repeat(1 << 20), 7L, null);
        ids.changed(node, "x".repeat(1 << 20));
        assertThat(NodeIdLayout.chunk(ids.node(4))).isOne();
    }

    /** All nodes of the base were relabelled, and the log has put nodes with the former labels after them. */
    @Test
    void node_whereTheLogHasUsedTheChunkForOtherLabels_isNeverGivenTwice() {
        IdAllocator ids = new IdAllocator(base(1, 64));
        ids.used(NodeIdLayout.id(0, 64), 3);
        Set<Long> given = new HashSet<>(Set.of(NodeIdLayout.id(0, 64)));
        Map<Integer, Integer> labelSetByChunk = new HashMap<>();
        for (int round = 0; round < 100; round++) {
            for (int labelSet : new int[] {1, 3, 5}) {
                long node = ids.node(labelSet);
                assertThat(given.add(node)).isTrue();
                labelSetByChunk.putIfAbsent(NodeIdLayout.chunk(node), labelSet);
                assertThat(labelSetByChunk).containsEntry(NodeIdLayout.chunk(node), labelSet);
            }
        }
    }
}
