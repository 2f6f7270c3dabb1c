package org.thetisdb.storage.base;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.storage.Catalog;
import org.thetisdb.storage.Expansion;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.GraphReader.Side;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.NodeIndexReader;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.Statistics;
import org.thetisdb.storage.index.SortKey;
import org.thetisdb.storage.report.CheckReport;
import org.thetisdb.value.vector.Vector;

/**
 * Compares what a snapshot shows with itself, whatever it is made of: a base with changes over it is read through the
 * same interface as queries use.
 *
 * <pre>
 *   labels:      nodes by label = statistics
 *   lists:       forward = backward, by number and a sum over all; ends exist
 *   indexes:     every node with label and value is found; every node that is found has them
 * </pre>
 *
 * Used once, by one thread.
 */
public final class SnapshotCheck {
    private static final int BATCH_ROWS = 1024;

    private final Snapshot snapshot;
    private final String name;
    private final CheckReport.Collector collector;
    private final long[] nodes = new long[BATCH_ROWS];
    private final int[] labelSets = new int[BATCH_ROWS];

    /** @param name what the findings call it */
    public SnapshotCheck(Snapshot snapshot, String name, CheckReport.Collector collector) {
        this.snapshot = snapshot;
        this.name = name;
        this.collector = collector;
    }

    /** Goes through all of it. */
    public void run() {
        try (GraphReader reader = snapshot.reader()) {
            long[] byLabel = new long[snapshot.catalog().labelCount()];
            Lists forward = new Lists(Side.FORWARD);
            Lists backward = new Lists(Side.BACKWARD);
            List<Index> indexes = new ArrayList<>();
            for (Catalog.IndexDescriptor index : snapshot.catalog().indexes()) {
                if (index.online() && index.propertyKeyIds().size() == 1) {
                    indexes.add(new Index(index));
                }
            }
            long nodeCount = 0;
            for (int chunk = 0; chunk < snapshot.chunkCount(); chunk++) {
                for (int row = 0; row < snapshot.rowCount(chunk); row += BATCH_ROWS) {
                    int rows = Math.min(BATCH_ROWS, snapshot.rowCount(chunk) - row);
                    int count = batch(reader, chunk, row, rows, byLabel);
                    nodeCount += count;
                    forward.add(reader, count);
                    backward.add(reader, count);
                    indexes.forEach(index -> index.look(reader, count));
                    reader.refresh();
                    collector.items(rows);
                }
            }
            compare(nodeCount, byLabel, forward, backward);
        }
    }

    /** Puts the nodes of some rows into the arrays, and returns how many they are. */
    private int batch(GraphReader reader, int chunk, int firstRow, int rows, long[] byLabel) {
        for (int index = 0; index < rows; index++) {
            nodes[index] = NodeIdLayout.id(chunk, firstRow + index);
        }
        reader.labelSets(nodes, null, rows, labelSets);
        int count = 0;
        for (int index = 0; index < rows; index++) {
            if (labelSets[index] != GraphReader.NO_NODE) {
                nodes[count] = nodes[index];
                labelSets[count] = labelSets[index];
                count++;
                for (int label : snapshot.catalog().labelSet(labelSets[index])) {
                    byLabel[label]++;
                }
            }
        }
        return count;
    }

    private void compare(long nodeCount, long[] byLabel, Lists forward, Lists backward) {
        if (forward.count != backward.count || forward.sum != backward.sum) {
            collector.finding(
                    name + ", lists",
                    "the same relationships in forward and backward lists",
                    forward.count + " forward and " + backward.count + " backward, sums " + forward.sum + " and "
                            + backward.sum);
        }
        Statistics statistics = snapshot.statistics();
        expectEqual("statistics, nodes", nodeCount, statistics.nodeCount());
        expectEqual("statistics, relationships", forward.count, statistics.relationshipCount());
        for (int label = 0; label < byLabel.length; label++) {
            expectEqual(
                    "statistics, nodes :" + snapshot.catalog().labelName(label),
                    byLabel[label],
                    statistics.nodesWithLabel(label));
        }
    }

    private void expectEqual(String what, long expected, long found) {
        if (expected != found) {
            collector.finding(name + ", " + what, String.valueOf(expected), String.valueOf(found));
        }
    }

    /** All relationships as the lists of one side have them. */
    private final class Lists {
        private final Side side;
        private final int[] rows = new int[BATCH_ROWS];
        private final long[] relationships = new long[BATCH_ROWS];
        private final long[] neighbours = new long[BATCH_ROWS];
        private long count;
        private long sum;

        Lists(Side side) {
            this.side = side;
        }

        void add(GraphReader reader, int nodeCount) {
            Expansion expansion = reader.expansion();
            expansion.start(nodes, null, nodeCount, new int[0], side, true);
            int given;
            while ((given = expansion.next(rows, relationships, neighbours, BATCH_ROWS)) > 0) {
                count += given;
                for (int index = 0; index < given; index++) {
                    long node = nodes[rows[index]];
                    boolean isForward = side == Side.FORWARD;
                    sum += mixed(
                            relationships[index],
                            isForward ? node : neighbours[index],
                            isForward ? neighbours[index] : node);
                    if (!reader.nodeExists(neighbours[index])) {
                        collector.finding(
                                name + ", relationship " + relationships[index],
                                "a node at the other end of node " + node,
                                "none with id " + neighbours[index]);
                    }
                }
            }
        }

        /** So that the sum over all does not depend on their order, and one that is wrong does not cancel another. */
        private static long mixed(long relationship, long start, long end) {
            long mixed = relationship * 0x9E3779B97F4A7C15L ^ start * 0xD6E8FEB86659FD93L ^ end * 0xC2B2AE3D27D4EB4FL;
            return (mixed ^ mixed >>> 29) * 0x9E3779B97F4A7C15L;
        }
    }

    /** An index of one property, looked up for each node that should be in it. */
    private final class Index {
        /** Of the nodes found for one value, so many are looked through: with more equal values, counts must do. */
        private static final int HIT_COUNT_MAX = 256;

        private final Catalog.IndexDescriptor index;
        private final long[] hits = new long[HIT_COUNT_MAX];
        private final int[] hitSets = new int[HIT_COUNT_MAX];
        private final Vector values = new Vector();
        private final SortKey key = new SortKey();

        Index(Catalog.IndexDescriptor index) {
            this.index = index;
        }

        void look(GraphReader reader, int count) {
            NodeIndexReader cursor = reader.index(index);
            reader.nodeProperty(index.propertyKeyIds().getFirst(), nodes, null, count, values);
            for (int row = 0; row < count; row++) {
                key.set(values, row);
                if (!key.isNone() && carries(labelSets[row])) {
                    look(reader, cursor, row);
                }
            }
        }

        private void look(GraphReader reader, NodeIndexReader cursor, int row) {
            cursor.seek(values, row);
            int found = cursor.next(hits, HIT_COUNT_MAX);
            boolean hit = found == HIT_COUNT_MAX;
            reader.labelSets(hits, null, found, hitSets);
            for (int index = 0; index < found; index++) {
                hit |= hits[index] == nodes[row];
                if (hitSets[index] == GraphReader.NO_NODE || !carries(hitSets[index])) {
                    report(hits[index], "to have the label, as it is found by " + values.valueAt(row), "not so");
                }
            }
            if (!hit) {
                report(nodes[row], "to be found by " + values.valueAt(row), found + " others");
            }
        }

        private boolean carries(int labelSet) {
            for (int label : snapshot.catalog().labelSet(labelSet)) {
                if (label == index.labelId()) {
                    return true;
                }
            }
            return false;
        }

        private void report(long node, String expected, String found) {
            collector.finding(name + ", index " + index.name() + ", node " + node, expected, found);
        }
    }
}
