package org.thetisdb.session;

import java.util.Optional;
import org.thetisdb.engine.ExtensionWriter;
import org.thetisdb.engine.TransactionSteps;
import org.thetisdb.storage.GraphTransaction;
import org.thetisdb.storage.SchemaWriter;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.options.Isolation;
import org.thetisdb.trigger.Triggers;
import org.thetisdb.value.ThetisException;

/**
 * The transaction that a statement is by itself: one, or one after the other if the statement commits on its way. Used
 * by the statement's thread; closing rolls back what is not committed.
 */
public final class AutoCommit implements TransactionSteps, Holdings, AutoCloseable {
    private final DatabaseCore database;
    private final Triggers triggers;
    private final Isolation isolation;
    private final OngoingTransaction transaction;
    private volatile GraphTransaction current;
    private boolean hasCommitted;
    private boolean changesSchema;

    /** Whether the transaction that is being committed has changed something; empty before its commit begins. */
    private Optional<Boolean> committing = Optional.empty();

    AutoCommit(DatabaseCore database, SessionTransactions transactions, Triggers triggers, Isolation isolation) {
        this.database = database;
        this.triggers = triggers;
        this.isolation = isolation;
        this.current = database.store().begin(isolation);
        this.transaction = transactions.begin(this, false, isolation, transactions.limits());
    }

    /** As others see all of it. */
    OngoingTransaction transaction() {
        return transaction;
    }

    /**
     * What can be cancelled now.
     *
     * @throws ThetisException if somebody has ended the statement
     */
    public void turnTo(Stoppable what) {
        transaction.turnTo(what);
    }

    public GraphTransaction current() {
        return current;
    }

    /** Whether a part of the statement is committed already, so that it must not be run a second time. */
    boolean hasCommitted() {
        return hasCommitted;
    }

    /**
     * Commits the last transaction; returns the number of the revision. A change of the schema is a commit of its own,
     * which the transaction has not seen: the newest revision holds it, and is that commit's unless somebody else has
     * committed since.
     */
    long commit() {
        committing = Optional.of(current.hasWrites());
        long revision = triggers.commit(current, Optional.empty(), this::decide, transaction::turnTo);
        return changesSchema ? database.store().revision() : revision;
    }

    /** It fails, and what is not committed of it is rolled back. */
    void noteFailure(ThetisException reason) {
        if (committing.orElseGet(current::hasWrites)) {
            database.events().rolledBack(transaction.id(), reason);
        }
    }

    private void decide() {
        if (!transaction.tryEnd()) {
            transaction.requireNotEnded();
        }
    }

    @Override
    public GraphTransaction commitAndBegin(GraphTransaction former) {
        transaction.requireNotEnded();
        boolean writes = current.hasWrites();
        triggers.afterStatement(current, transaction::turnTo);
        committing = Optional.of(writes);
        triggers.commit(current, Optional.empty(), () -> {}, transaction::turnTo);
        hasCommitted |= writes;
        return begin();
    }

    @Override
    public GraphTransaction rollBackAndBegin(GraphTransaction former) {
        current.rollback();
        return begin();
    }

    private GraphTransaction begin() {
        current.close();
        current = database.store().begin(isolation);
        committing = Optional.empty();
        return current;
    }

    @Override
    public SchemaWriter schema() {
        hasCommitted = true;
        changesSchema = true;
        return database.store().schema();
    }

    @Override
    public ExtensionWriter extensions() {
        hasCommitted = true;
        changesSchema = true;
        return database.deployments();
    }

    /** The statement's thread does so itself: it is inside as long as it has anything. */
    @Override
    public void release(OngoingTransaction ended) {}

    @Override
    public long memoryBytes(OngoingTransaction asked) {
        return 0;
    }

    @Override
    public Optional<Snapshot> snapshot(OngoingTransaction asked) {
        return Optional.of(current.snapshot());
    }

    @Override
    public void close() {
        transaction.tryEnd();
        transaction.forget();
        current.close();
    }
}
