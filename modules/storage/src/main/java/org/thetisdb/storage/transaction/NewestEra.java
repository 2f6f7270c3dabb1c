package org.thetisdb.storage.transaction;

import org.thetisdb.storage.log.Operations;
import org.thetisdb.storage.statistics.CountChanges;

/**
 * The era in which transactions begin, and what is committed to it.
 *
 * <p>Invariants: at any time one era is the newest, and it has all that was committed.
 *
 * <p>Threads: whoever reads {@link #era()} or takes it to write may be any thread; {@link #noteCommit} and {@link
 * #replace} need the commit lock.
 */
final class NewestEra implements WritePressure.Changes {
    private final CommitLock lock;
    private final LateCommits late;
    private final WritePressure.Limits limits;
    private volatile Era era;

    /** @param limits say which commits are of transactions that were slowed */
    NewestEra(Era era, CommitLock lock, LateCommits late, WritePressure.Limits limits) {
        this.era = era;
        this.lock = lock;
        this.late = late;
        this.limits = limits;
    }

    Era era() {
        return era;
    }

    @Override
    public long changedBytes() {
        Era current = era;
        return current.written().settledOf(current.delta().bytes());
    }

    @Override
    public long slowedOperationBytes() {
        return era.written().slowed();
    }

    @Override
    public long unslowedOperationBytes() {
        return era.written().unslowed();
    }

    /** The newest era, used by one who writes: it has not ended when it is taken. */
    Era takeToWrite() {
        while (true) {
            Era current = era;
            if (current.takeToWrite()) {
                if (current == era) {
                    return current;
                }
                current.giveBackWritten();
            }
        }
    }

    /**
     * A commit holds; under the commit lock.
     *
     * @param published up to which revision all can be read in the log
     */
    void noteCommit(long revision, Operations operations, CountChanges counts, long published) {
        lock.requireHeld();
        era.counts().add(revision, counts);
        era.written().addSettled(operations.bytes(), limits.slows(operations.bytes()));
        late.add(revision, operations, published);
    }

    /**
     * Makes an era that has all that was committed the newest; under the commit lock. Either all of it happens.
     *
     * @param lastRevision the last commit, which the former era has, too
     */
    void replace(Era next, long lastRevision) {
        lock.requireHeld();
        late.discard();
        era.endsWith(lastRevision);
        era = next;
    }
}
