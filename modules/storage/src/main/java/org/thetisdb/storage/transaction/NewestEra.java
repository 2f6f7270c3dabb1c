package org.thetisdb.storage.transaction;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.thetisdb.storage.base.BaseSnapshot;
import org.thetisdb.storage.delta.CountChanges;
import org.thetisdb.storage.delta.DeltaReader;
import org.thetisdb.storage.delta.DeltaSnapshot;
import org.thetisdb.storage.delta.DeltaWriter;
import org.thetisdb.storage.delta.IdAllocator;
import org.thetisdb.storage.delta.NameTable;
import org.thetisdb.storage.log.ChangeDecoder;
import org.thetisdb.storage.transaction.LateCommits.Late;
import org.thetisdb.value.Invariant;

/**
 * The era in which transactions begin, and how it is exchanged for the one that a checkpoint has made.
 *
 * <pre>
 *   cut of the log                       exchange
 *   ────┼───────────────────────────────────┼──────────►
 *       │ committed here: late commits      │
 *       │   ──────── put over ────────────► new base
 *       │ begun before, committed behind:   ───────────► transferred into each era in between
 * </pre>
 *
 * <p>Invariants: at any time one era is the newest, and it has all that was committed; the chain begins with it; an
 * exchange that fails leaves everything as it was.
 *
 * <p>Threads: whoever reads {@link #era()} or takes it to write may be any thread; {@link #transferred} and
 * {@link #noteCommit} need the commit lock; checkpoints are made by one thread at a time.
 */
final class NewestEra {
    /** So few commits are put into a new era while others wait. */
    private static final int LATE_UNDER_LOCK_MAX = 16;

    private final ReentrantLock commitLock;
    private final EraHistory history;
    private final NameTable names;
    private final IdAllocator ids;
    private final LateCommits late;
    private volatile Era era;
    private volatile EraChain chain;
    private volatile int transferCount;

    NewestEra(
            Era era, EraHistory history, NameTable names, IdAllocator ids, ReentrantLock commitLock, LateCommits late) {
        this.era = era;
        this.chain = new EraChain(era);
        this.history = history;
        this.names = names;
        this.ids = ids;
        this.commitLock = commitLock;
        this.late = late;
    }

    Era era() {
        return era;
    }

    /** The newest era, used by one who writes: it has not ended when it is taken. */
    EraChain takeToWrite() {
        while (true) {
            EraChain current = chain;
            if (current.era().uses().takeToWrite()) {
                if (current == chain) {
                    return current;
                }
                current.era().giveBackWritten();
            }
        }
    }

    // ---------------------------------------------------------------- commits

    /** How many transactions were carried over a checkpoint so far; read before constraints are checked. */
    int transferCount() {
        return transferCount;
    }

    /** A commit holds; under the commit lock. */
    void noteCommit(long revision, byte[] operations, CountChanges counts) {
        era.counts().add(revision, counts);
        late.add(revision, operations);
    }

    /**
     * Puts the changes of a transaction that began before the last checkpoint over the new base; and over all that were
     * the newest in between, for what was written then is a conflict that the new base cannot show. Under the commit
     * lock.
     */
    CountChanges transferred(StoreTransaction transaction, byte[] operations) {
        if (transaction.era() == era) {
            if (transferCount != transaction.checkedTransfers()) {
                transaction.checkConstraints();
            }
            return transaction.writer().counts();
        }
        transferCount++;
        CountChanges counts = new CountChanges();
        Optional<EraChain> passed = transaction.chain().next();
        while (passed.isPresent()) {
            counts = transferred(transaction, operations, passed.get().era());
            passed = passed.get().next();
        }
        return counts;
    }

    private CountChanges transferred(StoreTransaction transaction, byte[] operations, Era into) {
        long begun = transaction.snapshot().revision();
        DeltaSnapshot view = into.allCommitted(transaction.stamp(), names.catalog());
        try (DeltaReader reader = view.untrackedReader()) {
            DeltaWriter writer = new DeltaWriter(into.delta(), reader, transaction.stamp(), begun);
            transaction.transferredBy(writer);
            ChangeDecoder.decode(operations, writer);
            if (into == era) {
                new ConstraintCheck(names.catalog(), names.catalog().constraints(), reader, Optional.of(writer))
                        .check(transaction.changedNodes(), transaction.changedRelationships());
            }
            return writer.counts();
        }
    }

    // ---------------------------------------------------------------- checkpoints

    /** Keeps what is committed from now on, until {@link #exchange} or {@link #forgetLate}; under the commit lock. */
    void keepLate() {
        late.begin();
    }

    /** The checkpoint did not come about. */
    void forgetLate() {
        commitLock.lock();
        try {
            late.forget();
        } finally {
            commitLock.unlock();
        }
    }

    /**
     * Puts over a base that a checkpoint has made what was committed meanwhile, and lets all that begins from now on
     * read and write there. Commits wait only while the last few are put in. If it fails, the base is closed, all goes
     * on as before, and it may be tried again.
     *
     * @param lastRevision that was committed, at least
     */
    void exchange(BaseSnapshot base, long lastRevision) {
        Era former = era;
        try {
            Invariant.check(
                    base.revision() >= former.base().revision() && base.revision() <= lastRevision,
                    "a new base holds commits that were made, and no fewer than the base before",
                    "baseRevision",
                    base.revision(),
                    "lastRevision",
                    lastRevision);
            begin(history.era(base));
        } finally {
            if (era == former) {
                base.close();
            }
        }
        history.baseEnded(former);
    }

    private void begin(Era next) {
        List<Late> taken = new ArrayList<>();
        boolean done = false;
        try (Era.Replay replay = next.replay(ids)) {
            List<Late> part = late.take(taken);
            while (part.size() > LATE_UNDER_LOCK_MAX) {
                part.forEach(each -> putIn(replay, each));
                part = late.take(taken);
            }
            begin(next, replay, part);
            done = true;
        } finally {
            if (!done) {
                late.putBack(taken);
            }
        }
    }

    /** Puts the last commits into an era and makes it the newest. */
    private void begin(Era next, Era.Replay replay, List<Late> part) {
        commitLock.lock();
        try {
            part.forEach(each -> putIn(replay, each));
            late.rest().forEach(each -> putIn(replay, each));
            history.add(era, next);
            era.readers().close();
            // Behind this nothing fails: all is of one era or of the other.
            EraChain following = chain.followedBy(next);
            late.forget();
            chain = following;
            era = next;
        } finally {
            commitLock.unlock();
        }
    }

    /** The schema is as it is already. */
    private void putIn(Era.Replay replay, Late commit) {
        replay.commit(commit.revision(), commit.operations(), names.catalog(), change -> {});
    }
}
