package org.thetisdb.storage.base;

import java.util.Arrays;
import java.util.BitSet;
import org.thetisdb.storage.Catalog;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.file.Root;
import org.thetisdb.storage.index.IndexCursor;
import org.thetisdb.storage.index.SortKey;
import org.thetisdb.value.vector.Vector;

/** Compares an index with the column it is made from, both ways. */
final class IndexCheck {
    /** Of the nodes found for one value, so many are looked through: with more equal values, counts must do. */
    private static final int HIT_COUNT_MAX = 256;

    private final Root root;
    private final BaseReader reader;
    private final StoreCheck check;
    private boolean[] carries = {};

    IndexCheck(Root root, BaseReader reader, StoreCheck check) {
        this.root = root;
        this.reader = reader;
        this.check = check;
    }

    void run(Catalog.IndexDescriptor index) {
        String name = "index :" + root.catalog().labelName(index.labelId()) + "("
                + root.catalog().propertyKeyName(index.propertyKeyId()) + ")";
        BitSet[] indexed = new BitSet[root.chunkCount()];
        carries = carries(index.labelId());
        IndexCursor entries = reader.indexCursor(root.indexRuns(index.ordinal()).getFirst());
        long entryCount = entries.verify(
                node -> entry(name, indexed, node),
                () -> check.finding(name, "entries in the order of their keys", "an entry out of order"));
        check.items(entryCount);
        check.expectEqual(name + ", entries", entries.entryCount(), entryCount);
        reader.refresh();
        IndexCursor cursor = reader.indexCursor(root.indexRuns(index.ordinal()).getFirst());
        for (int chunk = 0; chunk < root.chunkCount(); chunk++) {
            if (root.labelSet(chunk) == Snapshot.MIXED || carries[root.labelSet(chunk)]) {
                chunk(index, name, cursor, chunk, indexed[chunk] == null ? new BitSet() : indexed[chunk]);
                reader.refresh();
            }
        }
    }

    /** By label set: whether the label is in it. */
    private boolean[] carries(int labelId) {
        boolean[] sets = new boolean[root.catalog().labelSetCount()];
        for (int set = 0; set < sets.length; set++) {
            sets[set] = Arrays.binarySearch(root.catalog().labelSet(set), labelId) >= 0;
        }
        return sets;
    }

    private boolean carries(long node) {
        int labelSet = reader.labelSet(node);
        return labelSet != GraphReader.NO_NODE && carries[labelSet];
    }

    private void entry(String name, BitSet[] indexed, long node) {
        if (!carries(node)) {
            check.finding(name, "nodes with the label", "node " + node);
            return;
        }
        int chunk = NodeIdLayout.chunk(node);
        if (indexed[chunk] == null) {
            indexed[chunk] = new BitSet();
        }
        if (indexed[chunk].get(NodeIdLayout.row(node))) {
            check.finding(name, "each node once", "node " + node + " twice");
        }
        indexed[chunk].set(NodeIdLayout.row(node));
    }

    private void chunk(Catalog.IndexDescriptor index, String name, IndexCursor cursor, int chunk, BitSet indexed) {
        Vector values = new Vector();
        reader.nodeProperty(index.propertyKeyId(), chunk, 0, root.rowCount(chunk), values);
        SortKey key = new SortKey();
        long[] hits = new long[HIT_COUNT_MAX];
        for (int row = 0; row < values.count(); row++) {
            long node = NodeIdLayout.id(chunk, row);
            key.set(values, row);
            boolean expected = !key.isNone() && carries(node);
            if (expected != indexed.get(row)) {
                check.finding(
                        name + ", node " + node,
                        expected ? "an entry for " + values.valueAt(row) : "no entry",
                        indexed.get(row) ? "an entry" : "none");
            } else if (expected) {
                cursor.seek(values, row);
                int found = cursor.next(hits, HIT_COUNT_MAX);
                boolean hit = found == HIT_COUNT_MAX;
                for (int i = 0; i < found && !hit; i++) {
                    hit = hits[i] == node;
                }
                if (!hit) {
                    check.finding(name + ", node " + node, "to be found by " + values.valueAt(row), found + " others");
                }
                if (index.unique() && found > 1) {
                    check.finding(name + ", node " + node, "one node", found + " nodes for " + values.valueAt(row));
                }
            }
        }
        check.items(values.count());
    }
}
