package org.thetisdb.storage.checkpoint;

import java.util.List;
import java.util.Optional;
import org.thetisdb.storage.Catalog.IndexDescriptor;
import org.thetisdb.storage.base.BaseReader;
import org.thetisdb.storage.base.BaseSnapshot;
import org.thetisdb.storage.file.IndexExtent;

/**
 * Which runs of an index are written as one, and by whom.
 *
 * <pre>
 *   newest                                                                      oldest
 *   changes ─► [ small ] [ 4 × changes in all  ]   [ ···· ] [ ············ ]   [ ····························· ]
 *              └── absorbed by the checkpoint ──┘   └── compacted beside checkpoints, as soon as the last of them
 *                                                       has at most 3 times as many entries as those before it ──┘
 * </pre>
 *
 * <p>What a checkpoint absorbs is in proportion to what was changed, so that it takes about as long as the one before:
 * writers wait for it. All else is left to a compaction, which nobody waits for. Of the runs that are left, each has
 * more than {@value #GROWTH} times as many entries as all newer ones together: an index of n times the changes between
 * two checkpoints has about log n to the base {@code GROWTH + 1} of them, and each of its entries is written again
 * about {@code GROWTH + 1} times on each of these levels, at most.
 *
 * <p>This is the logarithmic method (J. Bentley, J. Saxe: Decomposable Searching Problems, 1980), as log-structured
 * merge trees have it (P. O'Neil et al., 1996). Changed: there are no levels with fixed sizes, the sizes of the runs
 * that are there decide.
 *
 * @param smallBytes of a run that is absorbed however few changes there are
 */
record CompactionPolicy(long smallBytes) {
    /** Times the entries that changed. */
    private static final int ABSORBED = 4;

    private static final int GROWTH = 3;

    /** What there is to know of a run. */
    record Size(long entryCount, long bytes) {}

    /** Neighbours among the runs of an index: from the first to before the last. */
    record Range(int from, int to) {
        int count() {
            return to - from;
        }
    }

    /**
     * How many of the newest runs a checkpoint merges with what it adds.
     *
     * @param changeCount entries that it adds
     * @param runs newest first
     */
    int absorbed(long changeCount, List<Size> runs) {
        long entries = 0;
        for (int count = 0; count < runs.size(); count++) {
            Size run = runs.get(count);
            entries += run.entryCount();
            if (entries > ABSORBED * changeCount && run.bytes() > smallBytes) {
                return count;
            }
        }
        return runs.size();
    }

    /**
     * Which runs are worth a compaction: as many as fulfil the rule. The newest one is left to the next checkpoint,
     * which absorbs it nearly always.
     *
     * @param runs newest first
     * @return empty if there are none
     */
    static Range compacted(List<Size> runs) {
        int to = 1;
        long newer = 0;
        for (int index = to; index < runs.size(); index++) {
            long entries = runs.get(index).entryCount();
            if (newer > 0 && entries <= GROWTH * newer) {
                to = index + 1;
            }
            newer += entries;
        }
        return new Range(1, to);
    }

    /** The runs of the index that has most to be compacted; empty if none has any. */
    static Optional<IndexCompaction.Runs> choose(BaseSnapshot base) {
        List<IndexExtent> chosen = List.of();
        boolean withOldest = false;
        try (BaseReader reader = base.newReader()) {
            for (IndexDescriptor index : base.catalog().indexes()) {
                List<IndexExtent> runs = base.root().indexRuns(index.ordinal());
                Range range = compacted(sizes(reader, runs));
                if (range.count() > chosen.size()) {
                    chosen = runs.subList(range.from(), range.to());
                    withOldest = range.to() == runs.size();
                }
            }
        }
        return chosen.isEmpty() ? Optional.empty() : Optional.of(new IndexCompaction.Runs(chosen, withOldest));
    }

    /** What is known of runs, which is read at each one's root. */
    static List<Size> sizes(BaseReader reader, List<IndexExtent> runs) {
        return runs.stream()
                .map(run -> new Size(reader.indexCursor(run).entryCount(), run.bytes()))
                .toList();
    }
}
