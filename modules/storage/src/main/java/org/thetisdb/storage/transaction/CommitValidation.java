package org.thetisdb.storage.transaction;

import org.thetisdb.storage.delta.NameTable;
import org.thetisdb.storage.delta.WriteSet;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * What must hold of a transaction before it gets a revision, besides the constraints ({@link CommitTransfer}) and that
 * nobody else has written to the same things, which was refused when it wrote them.
 *
 * <p>Serializable transactions are validated backward, against the write sets of what was committed since they began
 * (H. T. Kung, J. T. Robinson: On Optimistic Methods for Concurrency Control, 1981: serial validation). Otherwise than
 * there, the write phase needs no validation of its own, for concurrent writers of one thing exclude each other already
 * (first updater wins), and read sets hold predicates (labels, keys of indexes, lists of neighbours) beside things, so
 * that phantoms are found (as precision locks do, J. Jordan, J. Banerjee, R. Batman, 1981).
 *
 * <p>Invariant: each commit that a running serializable transaction does not see is known here.
 *
 * <p>Threads: {@link #ended} may be called by any thread; all else under the commit lock.
 */
final class CommitValidation {
    private final CommitLock lock;
    private final NameTable names;
    private final RecentWrites recentWrites;

    CommitValidation(CommitLock lock, NameTable names) {
        this.lock = lock;
        this.names = names;
        this.recentWrites = new RecentWrites(names.catalog());
    }

    /** A serializable transaction sees what was published when it was begun: under one lock, so none is forgotten. */
    void began(StoreTransaction transaction) {
        lock.requireHeld();
        recentWrites.began(transaction, transaction.snapshot().revision());
    }

    void ended(StoreTransaction transaction) {
        recentWrites.ended(transaction);
    }

    /**
     * @throws ThetisException {@link ErrorCode#TRANSACTION_CONFLICT} if a concurrent change of the schema, or of what a
     *     serializable transaction has read, was committed first
     */
    void require(StoreTransaction transaction) {
        lock.requireHeld();
        requireSameSchema(transaction);
        transaction
                .tracker()
                .ifPresent(reads -> recentWrites.requireUnmodified(
                        reads, transaction.snapshot().revision()));
    }

    private void requireSameSchema(StoreTransaction transaction) {
        if (transaction.schemaVersion() != names.schemaVersion()) {
            throw new ThetisException(
                    ErrorCode.TRANSACTION_CONFLICT,
                    "an index or a constraint was made or dropped while the transaction ran; run it again, or let"
                            + " executeWrite do so");
        }
    }

    /**
     * A commit has got its revision.
     *
     * @param published the newest revision that a transaction may begin with
     */
    void noteCommit(long revision, WriteSet writes, long published) {
        lock.requireHeld();
        recentWrites.add(revision, writes, names.catalog(), published);
    }
}
