package org.thetisdb.engine.scan;

import java.util.Arrays;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.storage.NodeIndexReader;

/**
 * Takes the nodes that a search in an index finds.
 *
 * <p>Those of the first batch come as they are found: most searches find no more, and a LIMIT may want no more. Further
 * ones are taken in windows that double, each put in the order of its nodes. In the order of an indexed value nodes lie
 * anywhere, and each read of another of their columns is one by itself; in the order of the nodes many of a batch lie
 * in one segment, and are read together. Used by one thread.
 */
final class NodeSeeks {
    /** 128 KiB of nodes. */
    static final int WINDOW_NODES_MAX = 16_384;

    private final Worker worker;
    private final NodeIndexReader index;
    private final NodeJoin join;
    private long[] found = {};

    NodeSeeks(Worker worker, NodeIndexReader index, NodeJoin join) {
        this.worker = worker;
        this.index = index;
        this.join = join;
    }

    /** Joins a row with all nodes that the index still has to give. */
    void addFound(int row) {
        int window = worker.batchRows();
        int count = take(window);
        join.addAll(row, found, count);
        while (count > 0 && join.isOpen()) {
            if (count == window) {
                // Only now: a longer array for each search that finds one node would be most of what it costs.
                window = Math.max(window, Math.min(2 * window, WINDOW_NODES_MAX));
            }
            count = take(window);
            Arrays.sort(found, 0, count);
            join.addAll(row, found, count);
        }
    }

    private int take(int nodesMax) {
        if (found.length < nodesMax) {
            found = new long[nodesMax];
        }
        return index.next(found, nodesMax);
    }
}
