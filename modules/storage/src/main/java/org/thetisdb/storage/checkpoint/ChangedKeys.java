package org.thetisdb.storage.checkpoint;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import org.thetisdb.storage.Catalog;
import org.thetisdb.storage.Catalog.IndexDescriptor;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.index.IndexBuilder;
import org.thetisdb.storage.index.KeyChanges;
import org.thetisdb.storage.index.SortKey;

/**
 * Finds out how the entries of an index have changed by comparing the nodes of each chunk that changed, before and now,
 * and sorts what it finds. Where changes are in a file, that takes less than to look at the node of each pair in the
 * order of keys, for which a page of the disk would be brought each time.
 *
 * <p>Used once, by the checkpoint's thread.
 */
final class ChangedKeys {
    private final CheckpointRun run;
    private final IndexDescriptor index;
    private final IndexBuilder builder;
    private final AtomicLong count = new AtomicLong();

    /** @param builder takes the entries */
    ChangedKeys(CheckpointRun run, IndexDescriptor index, IndexBuilder builder) {
        this.run = run;
        this.index = index;
        this.builder = builder;
    }

    /** Collects all; returns how many entries have come or gone. */
    long collect() {
        for (int chunk : chunks()) {
            int rows = Math.max(run.rowCountBefore(chunk), run.snapshot.rowCount(chunk));
            run.parts.add(rows, bench -> {
                compare(bench, chunk, rows);
                return () -> {};
            });
        }
        run.parts.drain();
        return count.get();
    }

    private Set<Integer> chunks() {
        Set<Integer> chunks = new TreeSet<>(run.source.nodeChunks());
        run.source.nodeColumns().forEach(column -> chunks.add(column.chunk()));
        for (int chunk = 0; chunk < run.snapshot.chunkCount(); chunk++) {
            if (run.snapshot.rowCount(chunk) != run.rowCountBefore(chunk)) {
                chunks.add(chunk);
            }
        }
        // The changes may continue: chunks that came after the snapshot are the next checkpoint's.
        chunks.removeIf(chunk -> chunk >= run.snapshot.chunkCount());
        return chunks;
    }

    private void compare(Workbench bench, int chunk, int rows) {
        Keys before = new Keys(bench.before, chunk, run.rowCountBefore(chunk));
        Keys after = new Keys(bench.after, chunk, run.snapshot.rowCount(chunk));
        if (!before.isAny() && !after.isAny()) {
            return;
        }
        KeyChanges changes = new KeyChanges(builder);
        for (int row = 0; row < rows; row++) {
            changes.add(before.of(row), after.of(row), NodeIdLayout.id(chunk, row));
        }
        count.addAndGet(changes.finish());
        bench.refresh();
    }

    /** The keys of a chunk's nodes by one of the two readers, row by row. */
    private final class Keys {
        private final int[] sets;
        private final List<ColumnPieces> columns = new ArrayList<>();
        private final SortKey key = new SortKey();

        Keys(GraphReader reader, int chunk, int rows) {
            sets = CheckpointRun.labelSets(reader, chunk, rows);
            index.propertyKeyIds().forEach(each -> columns.add(new ColumnPieces(reader, chunk, each, sets)));
        }

        boolean isAny() {
            for (int set : sets) {
                if (isIndexed(set)) {
                    return true;
                }
            }
            return false;
        }

        private boolean isIndexed(int set) {
            Catalog catalog = run.snapshot.catalog();
            return set != GraphReader.NO_NODE && catalog.hasLabel(set, index.labelId());
        }

        /** To be asked for ascending rows; valid until the next is asked for. */
        SortKey of(int row) {
            key.setNone();
            if (row >= sets.length || !isIndexed(sets[row])) {
                return key;
            }
            columns.forEach(column -> column.moveTo(row));
            if (columns.size() == 1) {
                ColumnPieces only = columns.getFirst();
                key.set(only.piece(), row - only.first());
            } else {
                List<Object> values = new ArrayList<>();
                columns.forEach(column -> values.add(column.piece().valueAt(row - column.first())));
                key.setTuple(values);
            }
            return key;
        }
    }
}
