package org.thetisdb.storage.transaction;

import java.util.Optional;
import org.thetisdb.storage.delta.DeltaReader;
import org.thetisdb.storage.delta.DeltaSnapshot;
import org.thetisdb.storage.delta.DeltaWriter;
import org.thetisdb.storage.delta.NameTable;
import org.thetisdb.storage.log.Operations;
import org.thetisdb.storage.statistics.CountChanges;

/**
 * Carries a transaction that has outlived its era over to the newest one, by the bytes that it has for the log.
 *
 * <pre>
 *   era 1 ──checkpoint──► era 2 ──checkpoint──► era 3, the newest
 *   ▲ begun here            ▲ its bytes             ▲ its bytes, its constraints checked, its counts
 *   └ wrote here            └ only for conflicts    └ committed here
 * </pre>
 *
 * <p>Invariants: a transaction that commits has its changes in the newest era, and has met a conflict with whatever was
 * written by others in any era since it began; its constraints hold in the newest era; if it fails, it takes its
 * changes back from all eras ({@link StoreTransaction#transferredBy}).
 *
 * <p>Threads: {@link #transferCount} may be read by any thread; all else under the commit lock.
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
     * Sees to it that the newest era has the changes of a transaction, and that they keep to its constraints.
     *
     * @return by how much they change the counts of that era
     */
    @SuppressWarnings("NonAtomicVolatileUpdate") // Written under the lock.
    CountChanges toNewest(StoreTransaction transaction, Operations operations) {
        lock.requireHeld();
        if (transaction.era() == newestEra.era()) {
            if (transferCount != transaction.checkedTransfers()) {
                transaction.checkConstraints();
            }
            return transaction.writer().counts();
        }
        transferCount++;
        CountChanges counts = new CountChanges();
        Optional<EraChain> passed = transaction.chain().next();
        while (passed.isPresent()) {
            counts = apply(transaction, operations, passed.get().era());
            passed = passed.get().next();
        }
        return counts;
    }

    /** What was written in an era is a conflict that the bases after it cannot show. */
    private CountChanges apply(StoreTransaction transaction, Operations operations, Era era) {
        long begun = transaction.snapshot().revision();
        DeltaSnapshot view = era.allCommitted(transaction.stamp(), names.catalog());
        try (DeltaReader reader = view.untrackedReader()) {
            DeltaWriter writer = new DeltaWriter(era.delta(), reader, transaction.stamp(), begun);
            transaction.transferredBy(writer);
            operations.decode(writer, reader::refresh);
            if (era == newestEra.era()) {
                new ConstraintCheck(names.catalog(), names.catalog().constraints(), reader, Optional.of(writer))
                        .check(transaction.changedNodes(), transaction.changedRelationships());
            }
            return writer.counts();
        }
    }
}
