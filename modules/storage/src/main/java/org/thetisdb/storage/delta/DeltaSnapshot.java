package org.thetisdb.storage.delta;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.thetisdb.storage.Catalog;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.Statistics;
import org.thetisdb.storage.ZoneMap;
import org.thetisdb.storage.base.BaseSnapshot;
import org.thetisdb.storage.statistics.CountedStatistics;

/**
 * A base with what one revision, or one transaction, sees of the delta. Thread safe, but for {@link #wrote}, which
 * belongs to the transaction's thread and must be ordered with its readers.
 */
public final class DeltaSnapshot implements Snapshot {
    /** Gives the statistics of what is seen. */
    @FunctionalInterface
    public interface Counting {
        /**
         * @param revision that is seen
         * @param catalog with the names of what is counted
         */
        Statistics statistics(long revision, Catalog catalog);
    }

    private final BaseSnapshot base;
    private final Delta delta;
    private final Visibility visibility;
    private final Counting counting;
    private final Optional<ReadTracker> tracker;
    private Optional<Runnable> whenReleased = Optional.empty();
    private Catalog catalog;
    private ChunkTable table;
    /** Null until they are asked for, and after each write. */
    private volatile @Nullable Statistics statistics;

    /**
     * @param visibility which versions it shows
     * @param counting gives the statistics, when they are first needed and after each write
     * @param tracker where to note what is read, if anybody wants to know
     */
    public DeltaSnapshot(
            BaseSnapshot base,
            Delta delta,
            Visibility visibility,
            Catalog catalog,
            Counting counting,
            Optional<ReadTracker> tracker) {
        this.tracker = tracker;
        this.base = base;
        this.delta = delta;
        this.visibility = visibility;
        this.catalog = catalog;
        this.counting = counting;
        this.table = delta.table().upTo(catalog.labelSetCount());
    }

    /** Has somebody told, once, when this is released. */
    public DeltaSnapshot onRelease(Optional<Runnable> listener) {
        whenReleased = listener;
        return this;
    }

    @Override
    public synchronized void release() {
        Optional<Runnable> listener = whenReleased;
        whenReleased = Optional.empty();
        if (listener.isPresent()) {
            listener.get().run();
        }
    }

    /** What it shows beside its base. */
    public Delta delta() {
        return delta;
    }

    BaseSnapshot baseSnapshot() {
        return base;
    }

    Visibility visibility() {
        return visibility;
    }

    /** The transaction has written: what was kept of the state before is out of date. */
    public void wrote(Catalog newCatalog) {
        table = delta.table().upTo(newCatalog.labelSetCount());
        catalog = newCatalog;
        statistics = null;
    }

    @Override
    public long revision() {
        return visibility.revision();
    }

    @Override
    public Object base() {
        return delta.name();
    }

    @Override
    public long changedBytes() {
        return delta.bytes();
    }

    @Override
    public Catalog catalog() {
        return catalog;
    }

    @Override
    public Statistics statistics() {
        Statistics known = statistics;
        if (known == null) {
            known = counting.statistics(visibility.revision(), catalog);
            if (tracker.isPresent()) {
                // A query that takes its answer from counts would have read what nobody has noted.
                known = CountedStatistics.inexact(known, catalog);
            }
            statistics = known;
        }
        return known;
    }

    @Override
    public int chunkCount() {
        return table.chunkCount();
    }

    @Override
    public int rowCount(int chunk) {
        return table.rowCount(chunk);
    }

    @Override
    public boolean isFull(int chunk) {
        return table.isFull(chunk);
    }

    @Override
    public int labelSet(int chunk) {
        int labelSet = table.labelSet(chunk);
        if (labelSet != MIXED) {
            tracker.ifPresent(reads -> reads.labels(chunk));
        }
        return labelSet;
    }

    @Override
    public ZoneMap zoneMap(int chunk, int propertyKeyId) {
        tracker.ifPresent(reads -> reads.zone(chunk, propertyKeyId));
        DeltaChunk dirty = delta.nodeChunk(chunk);
        if (dirty != null && dirty.isDirty(propertyKeyId)) {
            return ZoneMap.UNKNOWN;
        }
        return chunk < base.chunkCount() ? base.zoneMap(chunk, propertyKeyId) : ZoneMap.allNull(rowCount(chunk));
    }

    @Override
    public GraphReader reader() {
        return new DeltaReader(this, true);
    }

    @Override
    public Snapshot untracked() {
        return tracker.isEmpty()
                ? this
                : new DeltaSnapshot(base, delta, visibility, catalog, counting, Optional.empty());
    }

    /** A reader of which it is never noted what it reads. */
    public DeltaReader untrackedReader() {
        return new DeltaReader(this, false);
    }

    /** Who wants to know what is read, if anybody does. */
    Optional<ReadTracker> tracker() {
        return tracker;
    }
}
