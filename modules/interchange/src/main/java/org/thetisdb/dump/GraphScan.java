package org.thetisdb.dump;

import org.thetisdb.storage.Catalog;
import org.thetisdb.storage.Expansion;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.GraphReader.Side;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.value.vector.Vector;

/** Goes over all nodes, or all relationships, of a snapshot. One thread; must be closed. */
final class GraphScan implements AutoCloseable {
    private static final int BATCH_ROWS = 1024;

    private final Snapshot snapshot;
    private final Catalog catalog;
    private final GraphReader reader;
    private final Vector vector = new Vector();

    /** Takes nodes in ascending order of ids. */
    interface Nodes {
        /** @param values by property key id, null where there is none; changed by the next call */
        void node(long id, int labelSet, Object[] values);
    }

    /** Takes relationships. */
    interface Relationships {
        /** @param values by property key id, null where there is none; changed by the next call */
        void relationship(int type, long start, long end, Object[] values);
    }

    GraphScan(Snapshot snapshot) {
        this.snapshot = snapshot;
        catalog = snapshot.catalog();
        reader = snapshot.reader();
    }

    Catalog catalog() {
        return catalog;
    }

    void nodes(Nodes taker) {
        Object[][] values = new Object[BATCH_ROWS][catalog.propertyKeyCount()];
        int[] sets = new int[BATCH_ROWS];
        for (int chunk = 0; chunk < snapshot.chunkCount(); chunk++) {
            int rowCount = snapshot.rowCount(chunk);
            for (int first = 0; first < rowCount; first += BATCH_ROWS) {
                int count = Math.min(BATCH_ROWS, rowCount - first);
                long[] ids = ids(chunk, first, count);
                reader.labelSets(ids, null, count, sets);
                for (int key = 0; key < catalog.propertyKeyCount(); key++) {
                    reader.nodeProperty(key, chunk, first, count, vector);
                    take(values, key, count);
                }
                reader.refresh();
                for (int row = 0; row < count; row++) {
                    if (sets[row] != GraphReader.NO_NODE) {
                        taker.node(ids[row], sets[row], values[row]);
                    }
                }
            }
        }
    }

    private static long[] ids(int chunk, int first, int count) {
        long[] ids = new long[count];
        for (int row = 0; row < count; row++) {
            ids[row] = NodeIdLayout.id(chunk, first + row);
        }
        return ids;
    }

    private void take(Object[][] values, int key, int count) {
        for (int row = 0; row < count; row++) {
            values[row][key] = vector.isNull(row) ? null : vector.valueAt(row);
        }
    }

    void relationships(Relationships taker) {
        Expansion expansion = reader.expansion();
        for (int type = 0; type < catalog.typeCount(); type++) {
            for (int chunk = 0; chunk < snapshot.chunkCount(); chunk++) {
                int rowCount = snapshot.rowCount(chunk);
                for (int first = 0; first < rowCount; first += BATCH_ROWS) {
                    relationships(type, ids(chunk, first, Math.min(BATCH_ROWS, rowCount - first)), expansion, taker);
                }
            }
        }
    }

    private void relationships(int type, long[] nodes, Expansion expansion, Relationships taker) {
        boolean[] absent = absent(nodes);
        expansion.start(nodes, absent, nodes.length, new int[] {type}, Side.FORWARD, true);
        int[] rows = new int[BATCH_ROWS];
        long[] relationships = new long[BATCH_ROWS];
        long[] ends = new long[BATCH_ROWS];
        Object[][] values = new Object[BATCH_ROWS][catalog.propertyKeyCount()];
        int count = expansion.next(rows, relationships, ends, BATCH_ROWS);
        while (count > 0) {
            for (int key = 0; key < catalog.propertyKeyCount(); key++) {
                reader.relationshipProperty(key, relationships, null, count, vector);
                take(values, key, count);
            }
            for (int index = 0; index < count; index++) {
                taker.relationship(type, nodes[rows[index]], ends[index], values[index]);
            }
            reader.refresh();
            count = expansion.next(rows, relationships, ends, BATCH_ROWS);
        }
        reader.refresh();
    }

    private boolean[] absent(long[] nodes) {
        int[] sets = new int[nodes.length];
        reader.labelSets(nodes, null, nodes.length, sets);
        boolean[] absent = new boolean[nodes.length];
        for (int row = 0; row < nodes.length; row++) {
            absent[row] = sets[row] == GraphReader.NO_NODE;
        }
        return absent;
    }

    @Override
    public void close() {
        reader.close();
    }
}
