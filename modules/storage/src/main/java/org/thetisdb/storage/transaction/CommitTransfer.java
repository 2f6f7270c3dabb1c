package org.thetisdb.storage.transaction;

import java.util.Optional;
import org.thetisdb.storage.delta.DeltaReader;
import org.thetisdb.storage.delta.DeltaWriter;
import org.thetisdb.storage.delta.NameTable;
import org.thetisdb.storage.log.Changes;
import org.thetisdb.storage.log.Operations;
import org.thetisdb.storage.statistics.CountChanges;
import org.thetisdb.storage.transaction.StoreTransaction.Transferred;

/**
 * Carries a transaction that has outlived its era over to the newest one, by the operations that it has for the log.
 *
 * <pre>
 *   era 1 ──checkpoint──► era 2 ──checkpoint──► era 3, the newest
 *   ▲ begun here            │                       ▲ its operations, its constraints checked, its counts
 *   └ wrote here ◄──────────┘                       └ committed here
 *      compared with what the log has of era 2
 * </pre>
 *
 * <p>What others have written in an era that came and went meanwhile would be a conflict that no later base can show.
 * So the log of that time is read, and compared with what the transaction has written in its own era: that takes as
 * long as others have written much, keeps no era in memory, and needs no more of it than a piece of the log. In the
 * newest era it writes as one transaction among others, and whoever comes second to the same thing notices; that takes
 * as long as the transaction is large.
 *
 * <p>Of both there is only a rest to be done under the commit lock, where no era can come in between: a small
 * transaction is carried there, a large one must not keep others from committing, and is carried before. What must not
 * happen meanwhile is that another era begins, so whoever has met that, or is so large that he would, holds checkpoints
 * off.
 *
 * <p>Invariants: a transaction that commits has its changes in the newest era, and has met a conflict with whatever was
 * written by others in any era since it began; its constraints hold in the newest era; if it fails, it takes its
 * changes back from there, too ({@link StoreTransaction#transferredTo}).
 *
 * <p>Threads: {@link #transferCount} and {@link #prepare} by any thread; all else under the commit lock.
 */
final class CommitTransfer {
    private final CommitLock lock;
    private final NewestEra newestEra;
    private final NameTable names;
    private final LazyLog log;
    private volatile int transferCount;

    CommitTransfer(CommitLock lock, NewestEra newestEra, NameTable names, LazyLog log) {
        this.lock = lock;
        this.newestEra = newestEra;
        this.names = names;
        this.log = log;
    }

    /** How many transactions were carried over a checkpoint so far; read before constraints are checked. */
    int transferCount() {
        return transferCount;
    }

    /**
     * Does without the lock what {@link #toNewest} would have to do; all of it while no checkpoint can come to its end.
     *
     * @param large whether the transaction has so many operations that others must not wait for them
     */
    void prepare(StoreTransaction transaction, Operations operations, boolean large) {
        if (transaction.era() != newestEra.era()) {
            compare(transaction);
            if (large) {
                carry(transaction, operations);
            }
        } else if (large && transferCount != transaction.checkedTransfers()) {
            transaction.checkConstraints(operations);
        }
    }

    /** Whether {@link #toNewest} has nothing left to do that takes long. */
    boolean isPrepared(StoreTransaction transaction, boolean large) {
        lock.requireHeld();
        Era newest = newestEra.era();
        if (transaction.era() == newest) {
            return !large || transferCount == transaction.checkedTransfers();
        }
        return comparedRevision(transaction) >= newest.base().revision()
                && (!large || isCarriedTo(transaction, newest));
    }

    private static boolean isCarriedTo(StoreTransaction transaction, Era era) {
        return transaction.carried().filter(has -> has.era() == era).isPresent();
    }

    /**
     * Sees to it that the newest era has the changes of a transaction, and that they keep to its constraints.
     *
     * @return by how much they change the counts of that era
     */
    @SuppressWarnings("NonAtomicVolatileUpdate") // Written under the lock.
    CountChanges toNewest(StoreTransaction transaction, Operations operations) {
        lock.requireHeld();
        if (transaction.era() == newestEra.era()) {
            if (transferCount != transaction.checkedTransfers()) {
                transaction.checkConstraints(operations);
            }
            return transaction.writer().counts();
        }
        transferCount++;
        carry(transaction, operations);
        return transaction.carried().orElseThrow().writer().counts();
    }

    // ---------------------------------------------------------------- the eras in between

    /** Up to which commit nobody has written what the transaction has: in its own era they have met each other. */
    private static long comparedRevision(StoreTransaction transaction) {
        return Math.max(transaction.comparedRevision(), transaction.era().lastRevision());
    }

    /** The commits that the base of the newest era has; what came after it, the transaction meets there. */
    private void compare(StoreTransaction transaction) {
        long from = comparedRevision(transaction);
        long to = newestEra.era().base().revision();
        if (from < to) {
            Changes comparison = transaction.writer().comparison();
            log.forEachCommit(
                    from + 1, to, commit -> commit.operations().decode(comparison, transaction.reader()::refresh));
            transaction.comparedTo(to);
        }
    }

    // ---------------------------------------------------------------- the newest era

    private void carry(StoreTransaction transaction, Operations operations) {
        if (isCarriedTo(transaction, newestEra.era())) {
            return;
        }
        // It has come and gone meanwhile; what was written there, the log tells.
        transaction.leaveTransferred();
        Era era = newestEra.takeToWrite();
        boolean isHandedOver = false;
        try (DeltaReader reader =
                era.allCommitted(transaction.stamp(), names.catalog()).untrackedReader()) {
            DeltaWriter writer = new DeltaWriter(
                    era.delta(),
                    reader,
                    transaction.stamp(),
                    transaction.snapshot().revision());
            transaction.transferredTo(new Transferred(era, writer, operations.bytes()));
            isHandedOver = true;
            operations.decode(writer, reader::refresh);
            new ConstraintCheck(names.catalog(), names.catalog().constraints(), reader, Optional.of(writer))
                    .check(operations);
            transaction.carriedWholly();
        } finally {
            if (!isHandedOver) {
                era.giveBackWritten();
            }
        }
    }
}
