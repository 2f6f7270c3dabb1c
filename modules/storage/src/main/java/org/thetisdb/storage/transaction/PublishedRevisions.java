package org.thetisdb.storage.transaction;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.thetisdb.storage.Catalog;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.delta.DeltaSnapshot;
import org.thetisdb.storage.delta.NameTable;
import org.thetisdb.storage.file.Superblocks;
import org.thetisdb.storage.log.LogReader;
import org.thetisdb.value.Invariant;

/**
 * The revisions of a store that is written here, from the oldest that is retained to the newest that is published.
 *
 * <p>Invariants: a snapshot lies in an era whose base is not newer than it; the newest snapshot that a thread gets has
 * all that was published before it asked.
 *
 * <p>Thread safe; nobody waits for a commit or a checkpoint, but for files that a checkpoint is just deleting.
 */
final class PublishedRevisions implements Revisions {
    private final CommitOrder order;
    private final NewestEra newestEra;
    private final EraHistory history;
    private final NameTable names;
    private final LazyLog log;
    private final Superblocks superblocks;

    PublishedRevisions(
            CommitOrder order,
            NewestEra newestEra,
            EraHistory history,
            NameTable names,
            LazyLog log,
            Superblocks superblocks) {
        this.order = order;
        this.newestEra = newestEra;
        this.history = history;
        this.names = names;
        this.log = log;
        this.superblocks = superblocks;
    }

    @Override
    public long revision() {
        return order.published();
    }

    @Override
    public DeltaSnapshot newest() {
        Optional<DeltaSnapshot> found = Optional.empty();
        while (found.isEmpty()) {
            // In this order: an era that is read later has all that was published before. If it is closed, it has
            // ended, and there is another.
            long newest = order.published();
            Era current = newestEra.era();
            found = current.usedSnapshot(Math.max(newest, current.base().revision()), current.catalog(names.catalog()));
        }
        return found.get();
    }

    @Override
    public Snapshot snapshot(long revision) {
        Revisions.requirePublished(revision, order.published());
        Era wanted =
                inPast(current -> revision >= current.base().revision() ? current : history.find(revision, current));
        Invariant.check(
                wanted.base().revision() <= revision,
                "an era shows revisions from its base on",
                "revision",
                revision,
                "baseRevision",
                wanted.base().revision());
        // An era that was closed meanwhile has ended, and is no longer what is found.
        return wanted.usedSnapshot(revision, wanted.catalog(names.catalog()))
                .map(Snapshot.class::cast)
                .orElseGet(() -> snapshot(revision));
    }

    /** Looks into the past, and again where that has vanished because a checkpoint has dropped or thinned it out. */
    private <T> T inPast(Function<Era, T> look) {
        // Files are deleted before the new era begins, segments of the log afterwards.
        return Vanished.retry(
                newestEra::era,
                look,
                seen -> seen != newestEra.era()
                        || superblocks.current().rootNumber()
                                != seen.base().root().number());
    }

    @Override
    public List<Era> eras() {
        return inPast(history::all);
    }

    @Override
    public Catalog catalog() {
        return names.catalog();
    }

    @Override
    public Optional<LogReader> logReader() {
        return log.reader();
    }

    /** The newest revision that was committed at or before a time; 0 if there is none in the log. */
    long revisionAt(long timeMillis) {
        return log.revisionAt(
                timeMillis, order.published(), newestEra.era().base().root().oldestTimeMillis());
    }
}
