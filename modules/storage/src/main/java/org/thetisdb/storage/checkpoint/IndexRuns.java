package org.thetisdb.storage.checkpoint;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.thetisdb.io.FileSystem;
import org.thetisdb.storage.Catalog;
import org.thetisdb.storage.Catalog.IndexDescriptor;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.file.CountingExtents;
import org.thetisdb.storage.file.Extent;
import org.thetisdb.storage.file.IndexExtent;
import org.thetisdb.storage.index.IndexBuilder;
import org.thetisdb.storage.index.IndexCursor;
import org.thetisdb.storage.index.IndexEntries;
import org.thetisdb.storage.index.IndexMerger;
import org.thetisdb.storage.index.IndexRun;
import org.thetisdb.storage.spill.SpillPool;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.vector.Vector;

/**
 * Writes the runs of indexes.
 *
 * <pre>
 *   populated before   changes ─► a new run, merged with those runs that are not much greater
 *   not yet populated  all nodes with the label ─► its first run
 * </pre>
 *
 * <p>A run is merged with an older one if that is small, or has at most {@value #GROWTH} times as many entries as what
 * is merged so far. So an index of n times the changes between two checkpoints has about log n to the base {@value
 * #GROWTH} runs, nearly always one, and each look-up goes into one tree; an entry is written again at most {@value
 * #GROWTH} times before its run has grown as much.
 *
 * <p>This is the logarithmic method (J. Bentley, J. Saxe: Decomposable Searching Problems, 1980), as log-structured
 * merge trees have it (P. O'Neil et al., 1996): runs are immutable, newer ones correct older ones. Changed: there are
 * no levels with fixed sizes, the sizes of the runs that are there decide; merging is a part of the checkpoint, so that
 * nothing is written that no root names; and what is in memory is not a tree but the delta.
 *
 * <p>Used once, by one thread.
 */
final class IndexRuns {
    private static final int GROWTH = 8;
    private static final long SMALL_BYTES = 256 << 10;
    private static final String SPILL_FILE = "checkpoint.tmp";

    private final CheckpointRun run;
    private final FileSystem fileSystem;
    private final Path directory;
    private final long memoryBytes;
    private final List<IndexDescriptor> indexes = new ArrayList<>();
    private final List<List<IndexExtent>> runs = new ArrayList<>();
    private final Map<String, ThetisException> failures = new TreeMap<>();

    IndexRuns(CheckpointRun run, FileSystem fileSystem, Path directory, long memoryBytes) {
        this.run = run;
        this.fileSystem = fileSystem;
        this.directory = directory;
        this.memoryBytes = memoryBytes;
    }

    /** Indexes that could not be built, by name. */
    Map<String, ThetisException> failures() {
        return failures;
    }

    void write() {
        for (IndexDescriptor index : run.snapshot.catalog().indexes()) {
            Optional<IndexDescriptor> populated = run.former.catalog().indexes().stream()
                    .filter(known -> index.online() && known.online() && isSame(known, index))
                    .findFirst();
            if (populated.isPresent()) {
                add(
                        index,
                        true,
                        change(index, run.former.indexRuns(populated.get().ordinal())));
            } else {
                build(index);
            }
            run.pause();
        }
        run.root.indexes(indexes, runs);
    }

    private static boolean isSame(IndexDescriptor known, IndexDescriptor index) {
        return known.name().equals(index.name())
                && known.labelId() == index.labelId()
                && known.propertyKeyIds().equals(index.propertyKeyIds());
    }

    private void add(IndexDescriptor index, boolean online, List<IndexExtent> ofIndex) {
        indexes.add(new IndexDescriptor(
                indexes.size(), index.name(), index.labelId(), index.propertyKeyIds(), index.unique(), online));
        runs.add(ofIndex);
    }

    private List<IndexExtent> change(IndexDescriptor index, List<IndexExtent> before) {
        CheckpointSource.IndexChanges changes = run.source.indexChanges(index);
        if (changes.count() == 0) {
            return before;
        }
        List<IndexEntries> merged = new ArrayList<>(List.of(changes.entries()));
        long entries = changes.count();
        int taken = 0;
        while (taken < before.size()) {
            IndexCursor cursor = run.before.indexCursor(before.get(taken));
            if (cursor.entryCount() > GROWTH * entries && cursor.runBytes() > SMALL_BYTES) {
                break;
            }
            entries += cursor.entryCount();
            merged.add(all(cursor));
            taken++;
        }
        List<IndexExtent> after = new ArrayList<>();
        after.add(write(merged, taken == before.size(), entries));
        after.addAll(before.subList(taken, before.size()));
        return after;
    }

    private static IndexEntries all(IndexCursor cursor) {
        cursor.seekRange(Optional.empty(), Optional.empty());
        return cursor.entries();
    }

    private IndexExtent write(List<IndexEntries> merged, boolean withOldest, long entryCountMax) {
        CountingExtents counting = new CountingExtents(extent -> {
            Extent written = run.append(extent);
            run.pause();
            return written;
        });
        Extent root = IndexMerger.write(merged, withOldest, entryCountMax, counting);
        return new IndexExtent(root, counting.bytes());
    }

    /** Rewrites each index of which some run lies in one of the files, as one run. */
    void moveFrom(Set<Integer> files) {
        for (int ordinal = 0; ordinal < runs.size(); ordinal++) {
            List<IndexExtent> ofIndex = runs.get(ordinal);
            boolean moves =
                    ofIndex.stream().anyMatch(part -> files.contains(part.root().file()));
            if (moves) {
                runs.set(ordinal, List.of(merge(ordinal, ofIndex)));
            }
        }
        run.root.indexes(indexes, runs);
    }

    /** Merges the runs of an index; what this checkpoint has written of it is written again from its sources. */
    private IndexExtent merge(int ordinal, List<IndexExtent> ofIndex) {
        List<IndexEntries> merged = new ArrayList<>();
        IndexDescriptor index = indexes.get(ordinal);
        List<IndexExtent> before = run.former.catalog().indexes().stream()
                .filter(known -> isSame(known, index))
                .findFirst()
                .map(known -> run.former.indexRuns(known.ordinal()))
                .orElseThrow();
        if (!before.containsAll(ofIndex)) {
            merged.add(run.source.indexChanges(index).entries());
        }
        before.forEach(part -> merged.add(all(run.before.indexCursor(part))));
        return write(merged, true, 0);
    }

    private void build(IndexDescriptor index) {
        Catalog catalog = run.snapshot.catalog();
        String label = catalog.labelName(index.labelId());
        IndexBuilder.DuplicateValue onDuplicate = (value, node, otherNode) -> new ThetisException(
                ErrorCode.CONSTRAINT_VIOLATED,
                "two nodes have the same value of a property that must be unique: index=" + index.name() + ", label="
                        + label + ", properties="
                        + index.propertyKeyIds().stream()
                                .map(catalog::propertyKeyName)
                                .toList()
                        + ", value=" + value + ", nodes=" + node + " and " + otherNode
                        + "; change one of them and create the constraint again");
        try (SpillPool pool = new SpillPool(fileSystem, directory.resolve(SPILL_FILE), memoryBytes)) {
            IndexBuilder builder = new IndexBuilder(pool, index.unique() ? Optional.of(onDuplicate) : Optional.empty());
            for (int chunk = 0; chunk < run.snapshot.chunkCount(); chunk++) {
                collect(index, chunk, builder);
            }
            CountingExtents counting = new CountingExtents(run);
            Extent root = builder.build(counting);
            add(index, true, List.of(new IndexExtent(root, counting.bytes())));
        } catch (ThetisException problem) {
            if (problem.code() != ErrorCode.CONSTRAINT_VIOLATED) {
                throw problem;
            }
            failures.put(index.name(), problem);
            add(index, false, List.of());
        }
    }

    private void collect(IndexDescriptor index, int chunk, IndexBuilder builder) {
        Catalog catalog = run.snapshot.catalog();
        int chunkSet = run.snapshot.labelSet(chunk);
        if (chunkSet != Snapshot.MIXED && !catalog.hasLabel(chunkSet, index.labelId())) {
            return;
        }
        int rows = run.snapshot.rowCount(chunk);
        int[] sets = CheckpointRun.labelSets(run.after, chunk, rows);
        Vector[] columns = new Vector[index.propertyKeyIds().size()];
        Arrays.setAll(columns, column -> new Vector());
        IndexRun entries = new IndexRun();
        for (int row = 0; row < rows; row += CheckpointRun.BATCH_ROWS) {
            int count = Math.min(CheckpointRun.BATCH_ROWS, rows - row);
            for (int column = 0; column < columns.length; column++) {
                run.after.nodeProperty(index.propertyKeyIds().get(column), chunk, row, count, columns[column]);
            }
            for (int at = 0; at < count; at++) {
                if (sets[row + at] < 0 || !catalog.hasLabel(sets[row + at], index.labelId())) {
                    continue;
                }
                long node = NodeIdLayout.id(chunk, row + at);
                if (columns.length == 1) {
                    entries.add(columns[0], at, node);
                } else {
                    entries.add(columns, at, node);
                }
            }
        }
        builder.add(entries);
        run.pause();
    }
}
