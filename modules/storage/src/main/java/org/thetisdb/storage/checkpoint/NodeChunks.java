package org.thetisdb.storage.checkpoint;

import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.column.EncodedColumn;
import org.thetisdb.storage.file.Root;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * Writes the chunks of nodes that changed: label columns, property columns and their counts.
 *
 * <pre>
 *   a property changed            its column
 *   labels changed                the label column, unless all rows agree; counts of all columns by label set
 *   a node was deleted, or added  all columns of the chunk: its row is free, or was and holds anything, or is new
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
        run.parts.drain();
    }

    private void writeChunk(int chunk) {
        int rowsBefore = run.rowCountBefore(chunk);
        int rows = run.snapshot.rowCount(chunk);
        int[] setsBefore = Arrays.copyOf(CheckpointRun.labelSets(run.before, chunk, rowsBefore), rows);
        Arrays.fill(setsBefore, Math.min(rowsBefore, rows), rows, GraphReader.NO_NODE);
        int[] sets = changedNodes.contains(chunk) ? CheckpointRun.labelSets(run.after, chunk, rows) : setsBefore;
        boolean changed = rows != rowsBefore || chunk >= run.former.chunkCount();
        boolean cameOrWent = rows != rowsBefore;
        boolean relabelled = false;
        for (int row = 0; row < rows; row++) {
            if (sets[row] == setsBefore[row]) {
                continue;
            }
            changed = true;
            if (setsBefore[row] != GraphReader.NO_NODE) {
                run.statistics.nodes(setsBefore[row], -1);
            }
            if (sets[row] != GraphReader.NO_NODE) {
                run.statistics.nodes(sets[row], 1);
            }
            if (sets[row] != GraphReader.NO_NODE && setsBefore[row] != GraphReader.NO_NODE) {
                relabelled = true;
                run.relabelled.add(chunk, row);
            } else {
                // A node may come to a row that was there and free: its columns hold anything there (FreeRows).
                cameOrWent = true;
            }
        }
        if (changed) {
            writeLabels(chunk, sets);
        }
        Set<Integer> rewritten = new TreeSet<>(changedKeys.getOrDefault(chunk, Set.of()));
        if (cameOrWent) {
            rewritten.addAll(run.keysBefore(chunk));
        }
        for (int key : rewritten) {
            run.parts.add(rows, new NodeColumnPart(run, chunk, key, setsBefore, sets, true));
        }
        for (int key : relabelled ? run.keysBefore(chunk) : Set.<Integer>of()) {
            if (!rewritten.contains(key)) {
                run.parts.add(rows, new NodeColumnPart(run, chunk, key, setsBefore, sets, false));
            }
        }
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
        if (Root.needsLabelColumn(ofAll, sets.length, live)) {
            run.parts.add(sets.length, bench -> encodeLabels(bench, chunk, sets));
        } else {
            run.root.removeLabelColumn(chunk);
        }
    }

    private Runnable encodeLabels(Workbench bench, int chunk, int[] sets) {
        Vector column = new Vector();
        column.reset(VectorKind.INTEGER, sets.length);
        for (int row = 0; row < sets.length; row++) {
            if (sets[row] == GraphReader.NO_NODE) {
                column.setNull(row);
            } else {
                column.longs()[row] = sets[row];
            }
        }
        EncodedColumn encoded = bench.encoder.encode(column);
        return () -> run.root.labelColumn(chunk, run.append(encoded.bytes()), encoded.zoneMap());
    }
}
