package org.thetisdb.storage.transaction;

import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.thetisdb.io.memory.MemoryAccount;
import org.thetisdb.storage.Catalog;
import org.thetisdb.storage.Statistics;
import org.thetisdb.storage.base.BaseSnapshot;
import org.thetisdb.storage.delta.Delta;
import org.thetisdb.storage.delta.DeltaReader;
import org.thetisdb.storage.delta.DeltaSnapshot;
import org.thetisdb.storage.delta.DeltaWriter;
import org.thetisdb.storage.delta.IdAllocator;
import org.thetisdb.storage.delta.NameTable;
import org.thetisdb.storage.delta.ReadTracker;
import org.thetisdb.storage.delta.ReplayedChanges;
import org.thetisdb.storage.delta.Stamp;
import org.thetisdb.storage.delta.Visibility;
import org.thetisdb.storage.file.StoreCatalog;
import org.thetisdb.storage.log.Changes;
import org.thetisdb.storage.log.Operations;
import org.thetisdb.storage.log.SchemaChange;
import org.thetisdb.storage.options.FaultPoints;
import org.thetisdb.storage.options.FaultPoints.Point;
import org.thetisdb.storage.spill.TemporarySpace;
import org.thetisdb.storage.statistics.CountChanges;
import org.thetisdb.storage.statistics.CountHistory;
import org.thetisdb.storage.statistics.CountSum;
import org.thetisdb.storage.statistics.CountedStatistics;
import org.thetisdb.value.Invariant;

/** A base and all that was changed since, up to the next base. Thread safe. */
final class Era {
    private final BaseSnapshot base;
    private final FaultPoints faultPoints;
    private final EraUses uses = new EraUses();
    private final Runnable givenBack;
    private final Optional<Runnable> giveBack = Optional.of(this::giveBack);
    private final DeltaSnapshot.Counting committed = this::statistics;
    private final Delta delta;
    private final CountHistory counts = new CountHistory();
    private final WrittenBytes written = new WrittenBytes();
    private final IdleReaders readers;
    private volatile Visibility lastVisibility = new Visibility(0, Stamp.NOBODY);
    private volatile long lastRevision;
    private volatile @Nullable Known known;
    private volatile @Nullable SuitedCatalog suited;

    private record SuitedCatalog(StoreCatalog newest, StoreCatalog suited) {}

    private record Known(CountSum sum, Catalog catalog, Statistics statistics) {}

    /**
     * @param account is charged for its changes
     * @param space where changes go for which the account has no memory
     * @param givenBack is told when one who used it has left, once it is no longer the newest
     */
    Era(BaseSnapshot base, FaultPoints faultPoints, MemoryAccount account, TemporarySpace space, Runnable givenBack) {
        this.base = base;
        this.faultPoints = faultPoints;
        this.givenBack = givenBack;
        this.delta = new Delta(base, faultPoints, account, space);
        this.readers = new IdleReaders(allCommitted(Stamp.NOBODY, base.catalog()));
    }

    BaseSnapshot base() {
        return base;
    }

    Delta delta() {
        return delta;
    }

    CountHistory counts() {
        return counts;
    }

    WrittenBytes written() {
        return written;
    }

    /** For transactions; closed when the era is no longer the newest. */
    IdleReaders readers() {
        return readers;
    }

    EraUses uses() {
        return uses;
    }

    /** Begins to use the era; false if it is closed, because a later one is the newest. */
    boolean take() {
        return orNoteLeft(uses.take());
    }

    /** As {@link #take}, for one who writes, and for whom the log is kept from the era's end on. */
    boolean takeToWrite() {
        return orNoteLeft(uses.takeToWrite());
    }

    /** Who was too late may have been in the way of the one who closes it. */
    private boolean orNoteLeft(boolean isTaken) {
        if (!isTaken) {
            noteLeft();
        }
        return isTaken;
    }

    /**
     * It is the newest no more.
     *
     * @param last the newest commit, which it has as all before
     */
    void endsWith(long last) {
        lastRevision = last;
    }

    /** The last commit that it has, once it is no longer the newest. */
    long lastRevision() {
        return lastRevision;
    }

    /** Closes the base's files and frees the memory of the changes; nobody may use the era any more. */
    void close() {
        base.close();
        delta.closing().run();
    }

    /** Closes the base's files, and frees the memory of the changes if nobody uses the era; else the collector does. */
    void closeBase() {
        base.close();
        if (uses.tryClose()) {
            delta.closing().run();
        }
    }

    /** One who has used it has left. */
    void giveBack() {
        uses.giveBack();
        noteLeft();
    }

    /** One who has written has left. */
    void giveBackWritten() {
        uses.giveBackWritten();
        noteLeft();
    }

    private void noteLeft() {
        if (uses.isEnded()) {
            givenBack.run();
        }
    }

    /** The graph as of a revision of this era, which is used until it is released; empty if the era is closed. */
    Optional<DeltaSnapshot> usedSnapshot(long revision, Catalog catalog) {
        return take() ? Optional.of(snapshot(revision, catalog).onRelease(giveBack)) : Optional.empty();
    }

    /** The graph as of a revision of this era, for one who sees to it that the era stays open. */
    DeltaSnapshot snapshot(long revision, Catalog catalog) {
        return new DeltaSnapshot(base, delta, visibility(revision), catalog, committed, Optional.empty());
    }

    /** The same object as long as the revision is the same. */
    private Visibility visibility(long revision) {
        Visibility last = lastVisibility;
        if (last.revision() != revision) {
            last = new Visibility(revision, Stamp.NOBODY);
            lastVisibility = last;
        }
        return last;
    }

    /** What a transaction sees that began with a revision. */
    DeltaSnapshot snapshot(
            long revision,
            Stamp own,
            Catalog catalog,
            Supplier<CountChanges> ownChanges,
            Optional<ReadTracker> tracker) {
        return new DeltaSnapshot(
                base,
                delta,
                new Visibility(revision, own),
                catalog,
                (seen, names) -> statistics(seen, names, ownChanges.get()),
                tracker);
    }

    private Statistics statistics(long revision, Catalog catalog, CountChanges own) {
        if (own.isEmpty()) {
            return statistics(revision, catalog);
        }
        return new CountedStatistics(
                base.statistics(), catalog, counts.upTo(revision).plus(own));
    }

    /**
     * The same object as long as there is nothing new, so that what was concluded from it need not be looked at
     * again.
     */
    @SuppressWarnings("ReferenceEquality") // The very same object is meant.
    private Statistics statistics(long revision, Catalog catalog) {
        CountSum sum = counts.upTo(revision);
        Known last = known;
        if (last == null || last.sum() != sum || last.catalog() != catalog) {
            last = new Known(sum, catalog, new CountedStatistics(base.statistics(), catalog, sum));
            known = last;
        }
        return last.statistics();
    }

    /** Everything that was committed, and what the stamp's owner writes. */
    DeltaSnapshot allCommitted(Stamp own, Catalog catalog) {
        return new DeltaSnapshot(
                base,
                delta,
                new Visibility(Visibility.ALL_COMMITTED, own),
                catalog,
                (seen, names) -> base.statistics(),
                Optional.empty());
    }

    /**
     * Puts in commits that are read from the log, one after the other. If that fails, a part of a commit may be in, and
     * the era must not be used. Not thread safe; must be closed.
     */
    final class Replay implements AutoCloseable {
        private final Optional<IdAllocator> ids;
        private @Nullable DeltaReader reader;
        private long lastRevision;

        private Replay(Optional<IdAllocator> ids) {
            this.ids = ids;
            this.lastRevision = base.revision();
        }

        /** The last commit that the era has. */
        long lastRevision() {
            return lastRevision;
        }

        /** @param schema is told of changes of the schema, if ids are told of theirs */
        void commit(long revision, Operations operations, Catalog catalog, Consumer<SchemaChange> schema) {
            Invariant.check(
                    revision == lastRevision + 1,
                    "an era gets all commits since its base, in their order",
                    "revision",
                    revision,
                    "lastRevision",
                    lastRevision);
            faultPoints.pass(Point.REPLAY);
            Stamp stamp = new Stamp(revision);
            DeltaSnapshot view = allCommitted(stamp, catalog);
            DeltaReader current = moved(view);
            DeltaWriter writer = new DeltaWriter(delta, current, stamp, Long.MAX_VALUE);
            Changes sink = ids.<Changes>map(all -> new ReplayedChanges(writer, current, all, schema))
                    .orElse(writer);
            operations.decode(new KnownNames(catalog, sink), current::refresh);
            counts.add(revision, writer.counts());
            written.addSettled(operations.bytes(), true);
            lastRevision = revision;
            faultPoints.pass(Point.REPLAY);
        }

        private DeltaReader moved(DeltaSnapshot view) {
            DeltaReader known = reader;
            if (known == null) {
                known = view.untrackedReader();
                reader = known;
            } else {
                known.move(view);
            }
            return known;
        }

        @Override
        public void close() {
            if (reader != null) {
                reader.close();
            }
        }
    }

    /** @param ids is told which ids are taken */
    Replay replay(IdAllocator ids) {
        return new Replay(Optional.of(ids));
    }

    /** For an era to which nothing is added any more. */
    Replay replay() {
        return new Replay(Optional.empty());
    }

    /** A catalog as it suits this era: an index that its base does not have cannot be asked. */
    StoreCatalog catalog(StoreCatalog newest) {
        SuitedCatalog last = suited;
        if (last == null || last.newest() != newest) {
            last = new SuitedCatalog(newest, NameTable.withIndexesOf(newest, base.catalog()));
            suited = last;
        }
        return last.suited();
    }
}
