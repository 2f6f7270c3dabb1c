package org.thetisdb.engine.expand;

import org.thetisdb.value.vector.Vector;

/** Runs of rows that come one after another with the same node. */
public final class NodeRuns {
    private NodeRuns() {}

    /** The row after the last that has the same node as the first. */
    public static int end(long[] nodes, int first, int count) {
        int end = first + 1;
        while (end < count && nodes[end] == nodes[first]) {
            end++;
        }
        return end;
    }

    /** How many runs there are; more than there can be if a node is null. */
    public static int count(Vector nodes, int count) {
        if (nodes.hasNulls()) {
            return Integer.MAX_VALUE;
        }
        int runs = 0;
        for (int row = 0; row < count; row = end(nodes.longs(), row, count)) {
            runs++;
        }
        return runs;
    }
}
