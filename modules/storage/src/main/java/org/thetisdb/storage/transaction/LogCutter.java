package org.thetisdb.storage.transaction;

import java.time.Clock;
import org.thetisdb.io.DirectoryLock;
import org.thetisdb.storage.Catalog;
import org.thetisdb.storage.delta.NameTable;
import org.thetisdb.storage.file.LogMark;
import org.thetisdb.storage.file.Superblocks;
import org.thetisdb.storage.options.FaultPoints;
import org.thetisdb.storage.options.FaultPoints.Point;
import org.thetisdb.storage.options.Retention;
import org.thetisdb.storage.transaction.CommitOrder.Last;

/**
 * Cuts the log where a checkpoint begins, and truncates it where nobody needs it any more.
 *
 * <pre>
 *   log   ├── truncated ──┤ earlier roots that are retained │ the newest root │ since its cut ►
 *                         ▲                                                   ▲
 *                         oldest revision of the newest root                  cut: what comes later is late
 * </pre>
 *
 * <p>Invariants: everything up to a cut is on the device and published when the cut is handed out; each commit after it
 * is kept until the new base has it or the cut is abandoned; a segment of the log is deleted only when neither the
 * newest root, which is on the device, needs it, nor a transaction that has to be compared with it ({@link
 * CommitTransfer}).
 *
 * <p>Threads: {@link #oldestRevision} by any thread; the rest by the one that makes a checkpoint.
 */
final class LogCutter {
    /** Where a checkpoint cuts the log: what comes later is kept for the next era. */
    record Cut(long revision, long timeMillis, Catalog catalog, LogMark logMark) {}

    private final CommitLock lock;
    private final LateCommits late;
    private final CommitOrder order;
    private final PublishedRevisions revisions;
    private final NewestEra newestEra;
    private final EraHistory history;
    private final NameTable names;
    private final LazyLog log;
    private final StoreHistory past;
    private final Superblocks superblocks;
    private final DirectoryLock directoryLock;
    private final Retention retention;
    private final Clock clock;
    private final FaultPoints faultPoints;

    LogCutter(
            StoreBase opened,
            CommitLock lock,
            LateCommits late,
            CommitOrder order,
            PublishedRevisions revisions,
            NewestEra newestEra,
            EraHistory history,
            NameTable names,
            LazyLog log,
            StoreHistory past) {
        this.lock = lock;
        this.late = late;
        this.order = order;
        this.revisions = revisions;
        this.newestEra = newestEra;
        this.history = history;
        this.names = names;
        this.log = log;
        this.past = past;
        this.superblocks = opened.superblocks();
        this.directoryLock = opened.lock();
        this.retention = opened.options().retention();
        this.clock = opened.options().clock();
        this.faultPoints = opened.options().faultPoints();
    }

    /**
     * Everything up to the revision given is on the device when this returns, and can be read. What is committed from
     * then on is kept until {@link EraExchange#install} has applied it to the new base, or {@link #abandon()}.
     */
    Cut cut() {
        order.requireWritable();
        directoryLock.requireHeld();
        Last last;
        lock.lock();
        try {
            last = order.last();
            late.begin();
        } finally {
            lock.unlock();
        }
        faultPoints.pass(Point.CHECKPOINT_CUT);
        order.publishAll(last);
        // Names that came since do no harm; one that is missing would.
        LogMark known =
                last.mark().isKnown() ? last.mark() : superblocks.current().logMark();
        return new Cut(
                last.revision(),
                last.timeMillis(),
                names.settledCatalog(),
                known.revision() == last.revision() ? known : LogMark.NONE);
    }

    /** The checkpoint did not come about: late commits need not be kept. */
    void abandon() {
        lock.lock();
        try {
            late.discard();
        } finally {
            lock.unlock();
        }
    }

    /** The oldest revision that must stay readable; 0 for all. */
    long oldestRevision() {
        if (retention.isAll()) {
            return 0;
        }
        long newest = order.published();
        long byCount = retention.revisions() >= newest ? 0 : newest - retention.revisions();
        long byTime =
                retention.millis() == Long.MAX_VALUE ? 0 : revisions.revisionAt(clock.millis() - retention.millis());
        return Math.max(byCount, byTime);
    }

    /**
     * Deletes the part of the log that neither the newest base nor an earlier root needs, nor a transaction that runs.
     */
    void truncate() {
        long oldest = Math.min(newestEra.era().base().root().oldestRevision(), history.comparedRevision());
        boolean hasDeleted =
                log.opened().map(opened -> opened.deleteBefore(oldest + 1)).orElse(0L) > 0;
        if (hasDeleted) {
            past.noteTruncated();
        }
    }
}
