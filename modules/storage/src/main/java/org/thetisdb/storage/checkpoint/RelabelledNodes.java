package org.thetisdb.storage.checkpoint;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.thetisdb.storage.NodeIdLayout;

/** Nodes that the base has and that have other labels now: a bit for each row of their chunks. One thread. */
final class RelabelledNodes {
    private final Map<Integer, BitSet> rowsByChunk = new TreeMap<>();

    void add(int chunk, int row) {
        rowsByChunk.computeIfAbsent(chunk, _ -> new BitSet()).set(row);
    }

    boolean contains(long node) {
        BitSet rows = rowsByChunk.get(NodeIdLayout.chunk(node));
        return rows != null && rows.get(NodeIdLayout.row(node));
    }

    /** Gives all nodes in the order of their ids, so many at a time at most. */
    void forEachBatch(int nodesMax, Consumer<long[]> batches) {
        long[] batch = new long[nodesMax];
        int count = 0;
        for (Map.Entry<Integer, BitSet> chunk : rowsByChunk.entrySet()) {
            BitSet rows = chunk.getValue();
            for (int row = rows.nextSetBit(0); row >= 0; row = rows.nextSetBit(row + 1)) {
                batch[count++] = NodeIdLayout.id(chunk.getKey(), row);
                if (count == nodesMax) {
                    batches.accept(batch.clone());
                    count = 0;
                }
            }
        }
        if (count > 0) {
            batches.accept(Arrays.copyOf(batch, count));
        }
    }
}
