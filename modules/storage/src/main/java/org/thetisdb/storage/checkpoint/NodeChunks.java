package org.thetisdb.storage.checkpoint;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.column.EncodedColumn;
import org.thetisdb.storage.column.FreeRows;
import org.thetisdb.storage.file.Root;
import org.thetisdb.storage.statistics.PropertySummary;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * Writes the chunks of nodes that changed: label columns, property columns and their counts.
 *
 * <pre>
 *   a property changed            its column
 *   labels changed                the label column, unless all rows agree; counts of all columns by label set
 *   a node was deleted, or added  all columns of the chunk: its row is free, or there are more rows
 * </pre>
 *
 * Used once, by one thread.
 */
final class NodeChunks {
    private final CheckpointRun run;
    private final Map<Integer, Set<Integer>> changedKeys = new TreeMap<>();
    private final Set<Integer> changedNodes = new TreeSet<>();

    NodeChunks(CheckpointRun run) {
        this.run = run;
    }

    void write() {
        changedNodes.addAll(run.source.nodeChunks());
        for (int chunk = 0; chunk < run.snapshot.chunkCount(); chunk++) {
            boolean isNew = chunk >= run.former.chunkCount();
            if (isNew || run.snapshot.rowCount(chunk) != run.former.rowCount(chunk)) {
                changedNodes.add(chunk);
            }
        }
        for (CheckpointSource.NodeColumn column : run.source.nodeColumns()) {
            changedKeys
                    .computeIfAbsent(column.chunk(), chunk -> new TreeSet<>())
                    .add(column.propertyKeyId());
        }
        Set<Integer> all = new TreeSet<>(changedNodes);
        all.addAll(changedKeys.keySet());
        // The changes may continue: chunks that came after the snapshot are the next checkpoint's.
        all.removeIf(chunk -> chunk >= run.snapshot.chunkCount());
        for (int chunk : all) {
            writeChunk(chunk);
        }
    }

    private void writeChunk(int chunk) {
        int rowsBefore = run.rowCountBefore(chunk);
        int rows = run.snapshot.rowCount(chunk);
        int[] setsBefore = Arrays.copyOf(CheckpointRun.labelSets(run.before, chunk, rowsBefore), rows);
        Arrays.fill(setsBefore, Math.min(rowsBefore, rows), rows, GraphReader.NO_NODE);
        int[] sets = changedNodes.contains(chunk) ? CheckpointRun.labelSets(run.after, chunk, rows) : setsBefore;
        boolean changed = rows != rowsBefore || chunk >= run.former.chunkCount();
        boolean deleted = false;
        boolean relabelled = false;
        for (int row = 0; row < rows; row++) {
            if (sets[row] == setsBefore[row]) {
                continue;
            }
            changed = true;
            if (setsBefore[row] != GraphReader.NO_NODE) {
                run.statistics.nodes(setsBefore[row], -1);
                deleted |= sets[row] == GraphReader.NO_NODE;
            }
            if (sets[row] != GraphReader.NO_NODE) {
                run.statistics.nodes(sets[row], 1);
            }
            if (sets[row] != GraphReader.NO_NODE && setsBefore[row] != GraphReader.NO_NODE) {
                relabelled = true;
                run.relabelled.put(NodeIdLayout.id(chunk, row), setsBefore[row]);
            }
        }
        if (changed) {
            writeLabels(chunk, sets);
        }
        Set<Integer> rewritten = new TreeSet<>(changedKeys.getOrDefault(chunk, Set.of()));
        if (deleted || rows != rowsBefore) {
            rewritten.addAll(run.keysBefore(chunk));
        }
        for (int key : rewritten) {
            writeColumn(chunk, key, setsBefore, sets);
        }
        for (int key : relabelled ? run.keysBefore(chunk) : Set.<Integer>of()) {
            if (!rewritten.contains(key)) {
                count(chunk, key, setsBefore, sets, read(chunk, key, sets));
            }
        }
        run.pause();
    }

    /** Writes what the chunk's rows are: one label set for all, or a column of them. */
    private void writeLabels(int chunk, int[] sets) {
        int live = 0;
        int ofAll = GraphReader.NO_NODE;
        for (int set : sets) {
            if (set != GraphReader.NO_NODE) {
                ofAll = live == 0 || ofAll == set ? set : Snapshot.MIXED;
                live++;
            }
        }
        // A chunk that has lost all nodes keeps its labels, for new nodes are added to it.
        ofAll = live == 0 ? run.snapshot.labelSet(chunk) : ofAll;
        run.root.chunk(chunk, ofAll, sets.length, live);
        if (!Root.needsLabelColumn(ofAll, sets.length, live)) {
            run.root.removeLabelColumn(chunk);
            return;
        }
        Vector column = new Vector();
        column.reset(VectorKind.INTEGER, sets.length);
        for (int row = 0; row < sets.length; row++) {
            if (sets[row] == GraphReader.NO_NODE) {
                column.setNull(row);
            } else {
                column.longs()[row] = sets[row];
            }
        }
        EncodedColumn encoded = run.encoder.encode(column);
        run.root.labelColumn(chunk, run.append(encoded.bytes()), encoded.zoneMap());
    }

    private void writeColumn(int chunk, int key, int[] setsBefore, int[] sets) {
        Vector column = read(chunk, key, sets);
        count(chunk, key, setsBefore, sets, column);
        FreeRows.fill(column, freeRows(sets));
        EncodedColumn encoded = run.encoder.encode(column);
        if (encoded.zoneMap().valueCount() == 0) {
            run.root.removeNodeColumn(key, chunk);
        } else {
            run.root.nodeColumn(key, chunk, run.append(encoded.bytes()), encoded.zoneMap());
        }
        run.pause();
    }

    private static BitSet freeRows(int[] sets) {
        BitSet free = new BitSet();
        for (int row = 0; row < sets.length; row++) {
            free.set(row, sets[row] == GraphReader.NO_NODE);
        }
        return free;
    }

    /** A whole column as it is now; null in rows without a node. */
    private Vector read(int chunk, int key, int[] sets) {
        Vector column = new Vector();
        column.reset(VectorKind.NULL, 0);
        Vector batch = new Vector();
        for (int row = 0; row < sets.length; row += CheckpointRun.BATCH_ROWS) {
            int count = Math.min(CheckpointRun.BATCH_ROWS, sets.length - row);
            run.after.nodeProperty(key, chunk, row, count, batch);
            for (int index = 0; index < count; index++) {
                if (sets[row + index] == GraphReader.NO_NODE) {
                    batch.setNull(index);
                }
            }
            column.append(batch, 0, count);
            run.after.refresh();
        }
        return ofOneKind(column);
    }

    /** Where base and changes differ in kind, readers give boxed values; if one kind is left, it is that. */
    private static Vector ofOneKind(Vector column) {
        VectorKind kind = VectorKind.NULL;
        for (int row = 0; row < column.count() && column.kind() == VectorKind.OBJECT; row++) {
            VectorKind found = Vector.kindOf(column.objects()[row]);
            if (!column.isNull(row) && found != kind) {
                kind = kind == VectorKind.NULL ? found : VectorKind.OBJECT;
            }
        }
        if (kind == VectorKind.NULL || kind == VectorKind.OBJECT) {
            return column;
        }
        Vector typed = new Vector();
        typed.reset(VectorKind.NULL, 0);
        typed.padWithNulls(column.count());
        for (int row = 0; row < column.count(); row++) {
            typed.setValue(row, column.isNull(row) ? null : column.objects()[row]);
        }
        return typed;
    }

    /** Takes the values that the column had out of the statistics, and adds those that it has now. */
    private void count(int chunk, int key, int[] setsBefore, int[] sets, Vector column) {
        int setCount = run.snapshot.catalog().labelSetCount();
        if (chunk < run.former.chunkCount() && run.former.nodeColumn(key).has(chunk)) {
            boolean[] present = new boolean[run.former.rowCount(chunk)];
            run.before.nodePropertyRows(key, chunk, present);
            run.before.refresh();
            long[] counts = new long[setCount];
            for (int row = 0; row < Math.min(present.length, setsBefore.length); row++) {
                if (present[row] && setsBefore[row] != GraphReader.NO_NODE) {
                    counts[setsBefore[row]]++;
                }
            }
            for (int set = 0; set < setCount; set++) {
                if (counts[set] > 0) {
                    run.statistics.takeProperty(set, key, counts[set]);
                }
            }
        }
        int[] valueCounts = new int[setCount];
        for (int row = 0; row < sets.length; row++) {
            if (!column.isNull(row)) {
                valueCounts[sets[row]]++;
            }
        }
        for (int set = 0; set < setCount; set++) {
            if (valueCounts[set] > 0) {
                PropertySummary summary = new PropertySummary();
                summary.add(column, sets, set);
                run.statistics.property(set, key, summary);
            }
        }
    }
}
