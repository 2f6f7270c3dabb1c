package org.thetisdb.storage.transaction;

import java.util.Optional;
import org.thetisdb.storage.delta.DeltaReader;
import org.thetisdb.storage.delta.DeltaSnapshot;
import org.thetisdb.storage.delta.DeltaWriter;
import org.thetisdb.storage.delta.NameTable;
import org.thetisdb.storage.log.Operations;
import org.thetisdb.storage.statistics.CountChanges;
import org.thetisdb.storage.transaction.StoreTransaction.Carried;
import org.thetisdb.storage.transaction.StoreTransaction.Transferred;

/**
 * Carries a transaction that has outlived its era over to the newest one, by the operations that it has for the log.
 *
 * <pre>
 *   era 1 ──checkpoint──► era 2 ──checkpoint──► era 3, the newest
 *   ▲ begun here            ▲ its operations        ▲ its operations, its constraints checked, its counts
 *   └ wrote here            └ only for conflicts    └ committed here
 * </pre>
 *
 * <p>That takes as long as the transaction is large. A small one is carried under the commit lock, where no era can
 * come in between. A large one must not keep others from committing, and is carried before: in each era it writes as
 * one transaction among others, and whoever comes second to the same thing notices. What must not happen meanwhile
 * is that another era begins, so whoever carries ahead holds checkpoints off.
 *
 * <p>Invariants: a transaction that commits has its changes in the newest era, and has met a conflict with whatever was
 * written by others in any era since it began; its constraints hold in the newest era; if it fails, it takes its
 * changes back from all eras ({@link StoreTransaction#transferredBy}).
 *
 * <p>Threads: {@link #transferCount} and {@link #carryAhead} by any thread; all else under the commit lock.
 */
final class CommitTransfer {
    private final CommitLock lock;
    private final NewestEra newestEra;
    private final NameTable names;
    private volatile int transferCount;

    CommitTransfer(CommitLock lock, NewestEra newestEra, NameTable names) {
        this.lock = lock;
        this.newestEra = newestEra;
        this.names = names;
    }

    /** How many transactions were carried over a checkpoint so far; read before constraints are checked. */
    int transferCount() {
        return transferCount;
    }

    /**
     * Does without the lock what {@link #toNewest} would have to do; all of it while no checkpoint can come to its end.
     */
    void carryAhead(StoreTransaction transaction, Operations operations) {
        if (transaction.era() != newestEra.era()) {
            carry(transaction, operations);
        } else if (transferCount != transaction.checkedTransfers()) {
            transaction.checkConstraints(operations);
        }
    }

    /** Whether {@link #toNewest} has nothing left to do that takes long. */
    boolean isCarried(StoreTransaction transaction) {
        lock.requireHeld();
        Era newest = newestEra.era();
        return transaction.era() == newest
                ? transferCount == transaction.checkedTransfers()
                : transaction.carried().filter(has -> has.era() == newest).isPresent();
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
        return transaction.carried().orElseThrow().counts();
    }

    /**
     * Takes up where it was left: eras that have the changes already are passed over. Those that begin meanwhile are
     * left for another time, for it may take until the next begins.
     */
    private void carry(StoreTransaction transaction, Operations operations) {
        Era last = transaction.carried().map(Carried::era).orElse(transaction.era());
        EraChain passed = transaction.chain();
        while (passed.era() != last) {
            passed = passed.next().orElseThrow();
        }
        Era newest = newestEra.era();
        while (passed.era() != newest) {
            passed = passed.next().orElseThrow();
            transaction.carriedTo(apply(transaction, operations, passed.era()));
        }
    }

    /** What was written in an era is a conflict that the bases after it cannot show. */
    private Carried apply(StoreTransaction transaction, Operations operations, Era era) {
        long begun = transaction.snapshot().revision();
        DeltaSnapshot view = era.allCommitted(transaction.stamp(), names.catalog());
        try (DeltaReader reader = view.untrackedReader()) {
            DeltaWriter writer = new DeltaWriter(era.delta(), reader, transaction.stamp(), begun);
            transaction.transferredBy(new Transferred(era, writer, operations.bytes()));
            operations.decode(writer, reader::refresh);
            if (era == newestEra.era()) {
                new ConstraintCheck(names.catalog(), names.catalog().constraints(), reader, Optional.of(writer))
                        .check(operations);
            }
            return new Carried(era, writer.counts());
        }
    }
}
