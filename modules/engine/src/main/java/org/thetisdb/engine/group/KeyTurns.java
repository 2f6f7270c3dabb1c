package org.thetisdb.engine.group;

import org.thetisdb.engine.pipeline.RowNanos;

/**
 * Says whether a batch's groups are found by nodes or by keys: what a row takes is measured both ways, by turns at
 * first, and later now and then. Belongs to one worker.
 */
final class KeyTurns {
    /** By turns, half of them by keys: a table of nodes that come again and again becomes faster. */
    private static final int TRIED_BATCHES = 32;

    /** Of each, after which nodes are given up that take much more. */
    private static final int JUDGED_BATCHES = 4;

    private static final double MUCH_MORE = 1.25;

    /** Of so many batches one goes by keys, where others go by nodes. */
    private static final int BATCHES_BETWEEN = 64;

    /** What finding groups by nodes may take, in what it takes by keys: it takes memory as well. */
    private static final double TIME_MAX = 0.95;

    private final RowNanos byNodes = new RowNanos();
    private final RowNanos byKeys = new RowNanos();

    /** Whether it is known that keys take less, or not much more. */
    boolean isDecidedForKeys() {
        double ratioMax = isTried() ? TIME_MAX : MUCH_MORE;
        return byNodes.count() >= JUDGED_BATCHES && byNodes.nanos() > ratioMax * byKeys.nanos();
    }

    /** Whether the next batch goes by nodes, unless that is decided against. */
    boolean isByNodes() {
        int batches = byNodes.count() + byKeys.count();
        return isTried() ? batches % BATCHES_BETWEEN != 0 : batches % 2 != 0;
    }

    private boolean isTried() {
        return byNodes.count() >= TRIED_BATCHES / 2 && byKeys.count() >= TRIED_BATCHES / 2;
    }

    /** Takes in a batch that went by keys. */
    void addByKeys(long nanos, int rowCount) {
        byKeys.add((double) nanos / rowCount);
    }

    /**
     * Takes in a batch that went by nodes.
     *
     * @param nanos without those of rows that were looked up by their keys
     * @param newCount how many these were; fewer are to come
     */
    void addByNodes(long nanos, int rowCount, int newCount) {
        byNodes.add((nanos + newCount * byKeys.nanos()) / rowCount);
    }
}
