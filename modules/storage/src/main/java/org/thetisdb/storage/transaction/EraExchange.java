package org.thetisdb.storage.transaction;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.thetisdb.storage.base.BaseSnapshot;
import org.thetisdb.storage.base.DataFiles;
import org.thetisdb.storage.checkpoint.CheckpointResult;
import org.thetisdb.storage.delta.IdAllocator;
import org.thetisdb.storage.delta.NameTable;
import org.thetisdb.storage.options.FaultPoints;
import org.thetisdb.storage.options.FaultPoints.Point;
import org.thetisdb.storage.transaction.LateCommits.Late;
import org.thetisdb.storage.transaction.LateCommits.Part;
import org.thetisdb.value.Invariant;

/**
 * Exchanges the newest era for one over the base that a checkpoint has made.
 *
 * <pre>
 *   cut of the log                       exchange
 *   ────┼───────────────────────────────────┼──────────►
 *       │ committed here: late commits      │
 *       │   ──────── applied to ──────────► new base
 *       │ begun before, committed after:    ───────────► transferred (CommitTransfer)
 * </pre>
 *
 * <p>Invariants: revision of the former base ≤ revision of the new base ≤ last revision; the new era has all that was
 * committed before it becomes the newest; an exchange that fails leaves everything as it was.
 *
 * <p>Threads: one at a time, the one that makes a checkpoint.
 */
final class EraExchange {
    /** So few commits are applied to a new era while others wait, and so few bytes of operations. */
    private static final int LATE_UNDER_LOCK_MAX = 16;

    private static final long LATE_UNDER_LOCK_BYTES_MAX = 1 << 18;

    private final CommitLock lock;
    private final NewestEra newestEra;
    private final LateCommits late;
    private final CommitOrder order;
    private final EraHistory history;
    private final NameTable names;
    private final IdAllocator ids;
    private final LazyLog log;
    private final DataFiles dataFiles;
    private final FaultPoints faultPoints;

    EraExchange(
            StoreBase opened,
            CommitLock lock,
            NewestEra newestEra,
            LateCommits late,
            CommitOrder order,
            EraHistory history,
            NameTable names,
            IdAllocator ids,
            LazyLog log) {
        this.lock = lock;
        this.newestEra = newestEra;
        this.late = late;
        this.order = order;
        this.history = history;
        this.names = names;
        this.ids = ids;
        this.log = log;
        this.dataFiles = opened.dataFiles();
        this.faultPoints = opened.options().faultPoints();
    }

    /**
     * Opens the base that a checkpoint has made, applies to it what was committed meanwhile, and lets all that begins
     * from now on read and write there. Commits wait only while the last few are applied. If it fails, all goes on as
     * before, and it may be tried again with the same result.
     */
    void install(CheckpointResult result) {
        Era former = newestEra.era();
        if (former.base().root().number() < result.superblock().rootNumber()) {
            exchange(former, BaseSnapshot.open(dataFiles, result.superblock()));
        }
        faultPoints.pass(Point.ERA_BEGUN);
        names.goOnline(newestEra.era().base().catalog());
    }

    /** If it fails, the base is closed, and what was applied to it is freed. */
    private void exchange(Era former, BaseSnapshot base) {
        Era next = history.era(base);
        try {
            requireNewer(former.base(), base);
            begin(next);
        } finally {
            if (newestEra.era() == former) {
                next.close();
            }
        }
        history.baseEnded(former);
    }

    private void requireNewer(BaseSnapshot former, BaseSnapshot base) {
        lock.lock();
        try {
            long lastRevision = order.last().revision();
            Invariant.check(
                    base.revision() >= former.revision() && base.revision() <= lastRevision,
                    "a new base holds commits that were made, and no fewer than the base before",
                    "baseRevision",
                    base.revision(),
                    "lastRevision",
                    lastRevision);
        } finally {
            lock.unlock();
        }
    }

    private void begin(Era next) {
        List<Late> taken = new ArrayList<>();
        boolean done = false;
        try (Era.Replay replay = next.replay(ids)) {
            do {
                Part part = late.take(taken);
                while (part.loggedTo() > replay.lastRevision() || !areFew(part.commits())) {
                    log.forEachCommit(
                            replay.lastRevision() + 1,
                            part.loggedTo(),
                            commit -> apply(replay, new Late(commit.revision(), commit.operations())));
                    part.commits().forEach(each -> apply(replay, each));
                    part = late.take(taken);
                }
                done = tryBegin(next, replay, part.commits());
            } while (!done);
        } finally {
            if (!done) {
                late.putBack(taken);
            }
        }
    }

    private static boolean areFew(Collection<Late> commits) {
        return commits.size() <= LATE_UNDER_LOCK_MAX
                && commits.stream().mapToLong(each -> each.operations().bytes()).sum() <= LATE_UNDER_LOCK_BYTES_MAX;
    }

    /** Applies the last commits to an era and makes it the newest, unless too many have come in again. */
    private boolean tryBegin(Era next, Era.Replay replay, List<Late> part) {
        lock.lock();
        try {
            Era former = newestEra.era();
            part.forEach(each -> apply(replay, each));
            if (late.loggedTo() > replay.lastRevision() || !areFew(late.rest())) {
                return false;
            }
            late.rest().forEach(each -> apply(replay, each));
            Invariant.check(
                    replay.lastRevision() == order.last().revision(),
                    "the newest era has all that was committed",
                    "eraRevision",
                    replay.lastRevision(),
                    "lastRevision",
                    order.last().revision());
            history.add(former, next);
            former.readers().close();
            // From here on nothing fails: all is of one era or of the other.
            newestEra.replace(next, replay.lastRevision());
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** The schema is as it is already; the era may have the commit already, from the log. */
    private void apply(Era.Replay replay, Late commit) {
        if (commit.revision() > replay.lastRevision()) {
            replay.commit(commit.revision(), commit.operations(), names.catalog(), change -> {});
        }
    }
}
