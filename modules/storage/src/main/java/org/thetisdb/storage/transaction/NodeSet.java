package org.thetisdb.storage.transaction;

import java.util.BitSet;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import org.thetisdb.storage.NodeIdLayout;

/**
 * A set of nodes that may be many: a bit for each row up to the last of a chunk. 32,768 nodes of a chunk take 4 KiB,
 * where a set of boxed numbers takes 2 MiB; one node takes 4 KiB at most.
 *
 * <p>Not thread safe.
 */
final class NodeSet {
    private final Map<Integer, BitSet> chunks = new TreeMap<>();

    void add(long node) {
        chunks.computeIfAbsent(NodeIdLayout.chunk(node), _ -> new BitSet()).set(NodeIdLayout.row(node));
    }

    boolean contains(long node) {
        BitSet rows = chunks.get(NodeIdLayout.chunk(node));
        return rows != null && rows.get(NodeIdLayout.row(node));
    }

    boolean isEmpty() {
        return chunks.isEmpty();
    }

    /** Calls for each node, by ascending id. */
    void forEach(LongConsumer consumer) {
        chunks.forEach((chunk, rows) -> {
            for (int row = rows.nextSetBit(0); row >= 0; row = rows.nextSetBit(row + 1)) {
                consumer.accept(NodeIdLayout.id(chunk, row));
            }
        });
    }
}
