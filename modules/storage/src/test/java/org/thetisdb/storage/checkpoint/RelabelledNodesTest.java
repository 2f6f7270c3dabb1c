package org.thetisdb.storage.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.thetisdb.storage.NodeIdLayout;

final class RelabelledNodesTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 7, 2048})
    void batches_haveEachNodeOnceAndInOrder(int nodesMax) {
        Random random = new Random(nodesMax);
        RelabelledNodes nodes = new RelabelledNodes();
        TreeSet<Long> expected = new TreeSet<>();
        for (int index = 0; index < 5_000; index++) {
            int chunk = random.nextInt(4) * 3;
            int row = random.nextInt(NodeIdLayout.CHUNK_ROWS);
            nodes.add(chunk, row);
            expected.add(NodeIdLayout.id(chunk, row));
        }
        List<Long> found = new ArrayList<>();
        List<Integer> sizes = new ArrayList<>();
        nodes.forEachBatch(nodesMax, batch -> {
            Arrays.stream(batch).forEach(found::add);
            sizes.add(batch.length);
        });
        assertThat(found).containsExactlyElementsOf(expected);
        assertThat(sizes.subList(0, sizes.size() - 1)).allMatch(size -> size == nodesMax);
        for (int index = 0; index < 1_000; index++) {
            long node = NodeIdLayout.id(random.nextInt(12), random.nextInt(NodeIdLayout.CHUNK_ROWS));
            assertThat(nodes.contains(node)).isEqualTo(expected.contains(node));
        }
    }
}
