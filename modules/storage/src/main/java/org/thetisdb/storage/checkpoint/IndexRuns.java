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
import org.thetisdb.storage.index.KeyFilterWriter;
import org.thetisdb.storage.spill.SpillPool;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.vector.Vector;

/**
 * Writes the runs of indexes.
 *
 * <pre>
 *   populated before   changes (found by ChangedKeys, if they are in a file)
 *                              ─► a new run, merged with those runs that it absorbs ({@link CompactionPolicy})
 *                      runs that were compacted meanwhile ─► the one that takes their place
 *   not yet populated  all nodes with the label ─► its first run
 * </pre>
 *
 * <p>Runs are immutable, newer ones correct older ones; what is in memory is not a run but the delta. Runs that are
 * being compacted are left as they are, so that they are still there when the compaction is complete.
 *
 * <p>Used once, by one thread.
 */
final class IndexRuns {
    private static final String SPILL_FILE = "checkpoint.tmp";

    private final CheckpointRun run;
    private final CompactionPolicy policy;
    private final FileSystem fileSystem;
    private final Path directory;
    private final Optional<IndexCompaction> compaction;

    /** What the compaction had made when the checkpoint began. */
    private final Optional<IndexCompaction.Result> compacted;

    private final List<IndexDescriptor> indexes = new ArrayList<>();
    private final List<List<IndexExtent>> runs = new ArrayList<>();
    private final Map<String, ThetisException> failures = new TreeMap<>();

    /** @param compaction that has not failed; it may be complete */
    IndexRuns(
            CheckpointRun run,
            CompactionPolicy policy,
            FileSystem fileSystem,
            Path directory,
            Optional<IndexCompaction> compaction) {
        this.run = run;
        this.policy = policy;
        this.fileSystem = fileSystem;
        this.directory = directory;
        this.compaction = compaction;
        this.compacted = compaction.flatMap(IndexCompaction::result);
    }

    /** Indexes that could not be built, by name. */
    Map<String, ThetisException> failures() {
        return failures;
    }

    /** Whether the compaction was complete when the checkpoint began. */
    boolean hasSeenResult() {
        return compacted.isPresent();
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
        int place = compaction.isPresent() ? compaction.get().placeIn(before) : -1;
        List<IndexExtent> after = new ArrayList<>(place >= 0 ? compact(before) : before);
        CheckpointSource.IndexChanges changes = run.source.indexChanges(index);
        if (changes.count() == 0) {
            return after;
        }
        if (!changes.isCostly()) {
            put(changes, before, after, place);
            return after;
        }
        try (SpillPool pool = new SpillPool(fileSystem, directory.resolve(SPILL_FILE), run.memoryBytes)) {
            IndexBuilder sorted = new IndexBuilder(pool, Optional.empty());
            long count = new ChangedKeys(run, index, sorted).collect();
            if (count > 0) {
                put(new CheckpointSource.IndexChanges(count, sorted.changes(), false), before, after, place);
            }
        }
        return after;
    }

    /** Writes changes as the newest run, with those that it takes in. */
    private void put(
            CheckpointSource.IndexChanges changes, List<IndexExtent> before, List<IndexExtent> after, int place) {
        List<IndexExtent> mergeable = place >= 0 ? before.subList(0, place) : before;
        int absorbed = policy.absorbed(changes.count(), CompactionPolicy.sizes(run.before, mergeable));
        List<IndexExtent> newest = after.subList(0, absorbed);
        IndexExtent merged = write(Optional.of(changes), List.copyOf(newest), absorbed == after.size());
        newest.clear();
        after.addFirst(merged);
    }

    /** The runs of an index of which some are being compacted, or were. */
    private List<IndexExtent> compact(List<IndexExtent> before) {
        compacted.ifPresent(made -> run.root.adopt(made.file()));
        return compacted.isPresent() ? compaction.orElseThrow().replaceIn(before, compacted.get()) : before;
    }

    /**
     * Writes runs as one.
     *
     * @param former runs of the former root, newest first
     */
    private IndexExtent write(
            Optional<CheckpointSource.IndexChanges> changes, List<IndexExtent> former, boolean withOldest) {
        List<IndexEntries> merged = new ArrayList<>();
        changes.ifPresent(newest -> merged.add(newest.entries()));
        long entryCount = changes.map(CheckpointSource.IndexChanges::count).orElse(0L);
        for (IndexExtent each : former) {
            IndexCursor cursor = run.before.indexCursor(each);
            entryCount += cursor.entryCount();
            merged.add(cursor.allEntries());
        }
        CountingExtents counting = new CountingExtents(extent -> {
            Extent written = run.append(extent);
            run.pause();
            return written;
        });
        KeyFilterWriter.Room filterRoom = new KeyFilterWriter.Room(run.memoryBytes, run.space);
        Extent root = IndexMerger.write(merged, withOldest, entryCount, counting, filterRoom);
        return new IndexExtent(root, counting.bytes());
    }

    /** Rewrites the runs that lie in some files, neighbours as one. */
    void moveFrom(Set<Integer> files) {
        runs.replaceAll(ofIndex -> move(files, ofIndex));
        run.root.indexes(indexes, runs);
    }

    private List<IndexExtent> move(Set<Integer> files, List<IndexExtent> ofIndex) {
        List<IndexExtent> after = new ArrayList<>();
        List<IndexExtent> moving = new ArrayList<>();
        for (IndexExtent each : ofIndex) {
            if (files.contains(each.root().file())) {
                moving.add(each);
            } else {
                moved(moving, false).ifPresent(after::add);
                moving.clear();
                after.add(each);
            }
        }
        moved(moving, true).ifPresent(after::add);
        return after;
    }

    private Optional<IndexExtent> moved(List<IndexExtent> moving, boolean withOldest) {
        return moving.isEmpty() ? Optional.empty() : Optional.of(write(Optional.empty(), moving, withOldest));
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
        try (SpillPool pool = new SpillPool(fileSystem, directory.resolve(SPILL_FILE), run.memoryBytes)) {
            IndexBuilder builder = new IndexBuilder(pool, index.unique() ? Optional.of(onDuplicate) : Optional.empty());
            for (int chunk = 0; chunk < run.snapshot.chunkCount(); chunk++) {
                collect(index, chunk, builder);
            }
            run.parts.drain();
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
        run.parts.add(run.snapshot.rowCount(chunk), bench -> {
            IndexRun.Sorted sorted = entries(bench, index, chunk).sort();
            return () -> builder.add(sorted);
        });
    }

    private IndexRun entries(Workbench bench, IndexDescriptor index, int chunk) {
        Catalog catalog = run.snapshot.catalog();
        int rows = run.snapshot.rowCount(chunk);
        int[] sets = CheckpointRun.labelSets(bench.after, chunk, rows);
        Vector[] columns = new Vector[index.propertyKeyIds().size()];
        Arrays.setAll(columns, column -> new Vector());
        IndexRun entries = new IndexRun();
        for (int row = 0; row < rows; row += CheckpointRun.BATCH_ROWS) {
            int count = Math.min(CheckpointRun.BATCH_ROWS, rows - row);
            for (int column = 0; column < columns.length; column++) {
                bench.after.nodeProperty(index.propertyKeyIds().get(column), chunk, row, count, columns[column]);
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
        return entries;
    }
}
