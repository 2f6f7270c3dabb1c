package org.thetisdb.storage.index;

import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.thetisdb.storage.NodeIndexReader;
import org.thetisdb.value.vector.Vector;

/**
 * Reads an index of several runs, and of what is in memory above them, as if it were one. Nodes come in the order of
 * (key, node).
 *
 * <p>A look-up asks every run. Where a single run has something to say and knows no tombstones, its cursor answers by
 * itself; otherwise the runs are merged. Where one run without tombstones gives entry after entry, those before the
 * next key of the others are taken from its blocks at once: a long range with few changes above it costs little more
 * than without. An index that is known to have one run without tombstones and no overlay is better read by its {@link
 * IndexCursor}: {@link #of} does so. Not thread safe.
 */
public final class IndexReader implements NodeIndexReader {
    /** After so many entries from one run, it is asked for all before the others' next key. */
    private static final int STREAK_ENTRIES = 4;

    private final IndexCursor[] runs;
    private final Optional<IndexOverlay> overlay;
    private final IndexMerger merger;
    private final SortKey asked = new SortKey();

    /** The only run that has something to say in the walk at hand; null where runs are merged. */
    private @Nullable IndexCursor only;

    /** @param runs newest first */
    public IndexReader(List<IndexCursor> runs, Optional<IndexOverlay> overlay) {
        this.runs = runs.toArray(IndexCursor[]::new);
        this.overlay = overlay;
        merger = new IndexMerger(this.runs.length + 1, true);
    }

    /** The cheapest reader of runs, newest first. */
    public static NodeIndexReader of(List<IndexCursor> runs) {
        return runs.size() == 1 && runs.getFirst().tombstoneCount() == 0
                ? runs.getFirst()
                : new IndexReader(runs, Optional.empty());
    }

    @Override
    public void seekNext(Vector keys, int count) {
        for (IndexCursor run : runs) {
            run.seekNext(keys, count);
        }
    }

    @Override
    public void seek(Vector keys, int row) {
        for (IndexCursor run : runs) {
            run.seek(keys, row);
        }
        asked.set(keys, row);
        begin(!asked.isNone() && isOverlaid() ? Optional.of(IndexRange.equal(asked.toIndexKey())) : Optional.empty());
    }

    /** All nodes that have a key, also one of several properties. */
    public void seek(IndexKey key) {
        for (IndexCursor run : runs) {
            run.seek(key);
        }
        asked.set(key);
        begin(isOverlaid() ? Optional.of(IndexRange.equal(key)) : Optional.empty());
    }

    @Override
    public void seekRange(Optional<Bound> lower, Optional<Bound> upper) {
        for (IndexCursor run : runs) {
            run.seekRange(lower, upper);
        }
        begin(overlay.isPresent() ? IndexRange.between(lower, upper) : Optional.empty());
    }

    @Override
    public void seekPrefix(String prefix) {
        for (IndexCursor run : runs) {
            run.seekPrefix(prefix);
        }
        begin(overlay.isPresent() ? Optional.of(IndexRange.prefix(prefix)) : Optional.empty());
    }

    /** Whether there may be newer entries of the key that is asked for. */
    private boolean isOverlaid() {
        return overlay.isPresent() && overlay.get().mayHold(asked.hash64());
    }

    /** The range is that of the walk if there is an overlay and it can have entries there. */
    private void begin(Optional<IndexRange> range) {
        merger.clear();
        only = null;
        int found = 0;
        for (IndexCursor run : runs) {
            if (run.standsAtEntry()) {
                found++;
                only = run;
            }
        }
        boolean overlaid = range.isPresent() && merger.add(overlay.orElseThrow().entries(range.get()));
        if (!overlaid && found <= 1 && (only == null || only.tombstoneCount() == 0)) {
            return;
        }
        only = null;
        for (IndexCursor run : runs) {
            merger.add(run.entries());
        }
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // The very same object is meant.
    public int next(long[] nodes, int capacity) {
        if (only != null) {
            return only.next(nodes, capacity);
        }
        int filled = 0;
        int streak = 0;
        IndexEntries last = null;
        while (filled < capacity && merger.advance()) {
            nodes[filled++] = merger.node();
            streak = merger.source() == last ? streak + 1 : 0;
            last = merger.source();
            if (streak >= STREAK_ENTRIES && last instanceof IndexCursor.Entries run) {
                filled = run.takeBelow(merger.otherKey(), nodes, filled, capacity);
                streak = 0;
            }
        }
        return filled;
    }

    /**
     * Walks all entries of each run and tells of each that is out of order or unknown to the run's filter, then gives
     * the nodes of the whole index; returns how many these are. For checks.
     */
    public long verify(LongConsumer eachNode, Runnable outOfOrder) {
        for (IndexCursor run : runs) {
            run.verify(node -> {}, outOfOrder);
        }
        seekRange(Optional.empty(), Optional.empty());
        long[] nodes = new long[1024];
        long seen = 0;
        int count;
        while ((count = next(nodes, nodes.length)) > 0) {
            for (int index = 0; index < count; index++) {
                eachNode.accept(nodes[index]);
            }
            seen += count;
        }
        return seen;
    }
}
