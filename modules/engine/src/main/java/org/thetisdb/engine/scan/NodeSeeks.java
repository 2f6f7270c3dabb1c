package org.thetisdb.engine.scan;

import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.storage.NodeIndexReader;

/** Takes the nodes that a search in an index finds. */
final class NodeSeeks {
    private NodeSeeks() {}

    /** An array for a batch of nodes. */
    static long[] reserve(long[] found, Worker worker) {
        return found.length < worker.batchRows() ? new long[worker.batchRows()] : found;
    }

    /** Joins a row with all nodes that the index still has to give. */
    static void addFound(NodeIndexReader index, long[] found, int row, NodeJoin join) {
        int count = index.next(found, found.length);
        while (count > 0) {
            join.addAll(row, found, count);
            count = join.isOpen() ? index.next(found, found.length) : 0;
        }
    }
}
