package org.thetisdb.storage.base;

import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.thetisdb.storage.Catalog;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.NodeIndexReader;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.file.Root;
import org.thetisdb.storage.index.IndexCursor;
import org.thetisdb.storage.index.IndexReader;
import org.thetisdb.storage.index.SortKey;
import org.thetisdb.value.vector.Vector;

/** Compares an index with the column it is made from, both ways. */
final class IndexCheck {
    /** Of the nodes found for one value, so many are looked through: with more equal values, counts must do. */
    private static final int HIT_COUNT_MAX = 256;

    private final Root root;
    private final BaseReader reader;
    private final StoreCheck check;
    private final long[] hits = new long[HIT_COUNT_MAX];
    private boolean[] carries = {};

    IndexCheck(Root root, BaseReader reader, StoreCheck check) {
        this.root = root;
        this.reader = reader;
        this.check = check;
    }

    void run(Catalog.IndexDescriptor index) {
        String name = "index " + index.name();
        if (!index.online()) {
            return;
        }
        BitSet[] indexed = new BitSet[root.chunkCount()];
        carries = carries(index.labelId());
        List<IndexCursor> runs = reader.indexCursors(index.ordinal());
        long entryCount = new IndexReader(runs, Optional.empty())
                .verify(
                        node -> entry(name, indexed, node),
                        () -> check.finding(
                                name,
                                "entries in the order of their keys, which the run's filter knows",
                                "another entry"));
        check.items(entryCount);
        if (runs.size() == 1) {
            check.expectEqual(name + ", entries", runs.getFirst().entryCount(), entryCount);
        }
        reader.refresh();
        NodeIndexReader cursor = reader.index(index);
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
            sets[set] = root.catalog().hasLabel(set, labelId);
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

    private void chunk(Catalog.IndexDescriptor index, String name, NodeIndexReader cursor, int chunk, BitSet indexed) {
        Vector[] columns = new Vector[index.propertyKeyIds().size()];
        for (int column = 0; column < columns.length; column++) {
            columns[column] = new Vector();
            int key = index.propertyKeyIds().get(column);
            reader.nodeProperty(key, chunk, 0, root.rowCount(chunk), columns[column]);
        }
        Vector values = columns[0];
        SortKey key = new SortKey();
        for (int row = 0; row < values.count(); row++) {
            long node = NodeIdLayout.id(chunk, row);
            if (columns.length > 1) {
                key.setTuple(columns, row);
            } else {
                key.set(values, row);
            }
            boolean expected = !key.isNone() && carries(node);
            if (expected != indexed.get(row)) {
                check.finding(
                        name + ", node " + node,
                        expected ? "an entry for " + values.valueAt(row) : "no entry",
                        indexed.get(row) ? "an entry" : "none");
            } else if (expected && columns.length == 1) {
                seek(name, cursor, values, node);
            }
        }
        check.items(values.count());
    }

    private void seek(String name, NodeIndexReader cursor, Vector values, long node) {
        int row = NodeIdLayout.row(node);
        cursor.seek(values, row);
        int found = cursor.next(hits, HIT_COUNT_MAX);
        boolean hit = found == HIT_COUNT_MAX;
        for (int i = 0; i < found && !hit; i++) {
            hit = hits[i] == node;
        }
        if (!hit) {
            check.finding(name + ", node " + node, "to be found by " + values.valueAt(row), found + " others");
        }
    }
}
