package org.thetisdb.storage.transaction;

import org.thetisdb.storage.log.Operations;
import org.thetisdb.storage.statistics.CountChanges;

/**
 * The era in which transactions begin, and what is committed to it.
 *
 * <p>Invariants: at any time one era is the newest, and it has all that was committed; the chain begins with it.
 *
 * <p>Threads: whoever reads {@link #era()} or takes it to write may be any thread; {@link #noteCommit} and {@link
 * #replace} need the commit lock.
 */
final class NewestEra {
    private final CommitLock lock;
    private final LateCommits late;
    private volatile Era era;
    private volatile EraChain chain;

    NewestEra(Era era, CommitLock lock, LateCommits late) {
        this.era = era;
        this.chain = new EraChain(era);
        this.lock = lock;
        this.late = late;
    }

    Era era() {
        return era;
    }

    /** About how many bytes of memory its changes take, without those of large transactions that run. */
    long changedBytes() {
        Era current = era;
        return current.written().settledOf(current.delta().bytes());
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

    /** A commit holds; under the commit lock. */
    void noteCommit(long revision, Operations operations, CountChanges counts) {
        lock.requireHeld();
        era.counts().add(revision, counts);
        era.written().addSettled(operations.bytes());
        late.add(revision, operations);
    }

    /** Makes an era that has all that was committed the newest; under the commit lock. Either all of it happens. */
    void replace(Era next) {
        lock.requireHeld();
        EraChain following = chain.followedBy(next);
        late.discard();
        chain = following;
        era = next;
    }
}
