package org.thetisdb.session;

import java.util.Optional;
import org.thetisdb.engine.TransactionSteps;
import org.thetisdb.storage.GraphTransaction;
import org.thetisdb.storage.SchemaWriter;
import org.thetisdb.storage.options.Isolation;

/**
 * The transaction that a statement is by itself: one, or one after the other if the statement commits on its way. Used
 * by the statement's thread; closing rolls back what is not committed.
 */
public final class AutoCommit implements TransactionSteps, AutoCloseable {
    private final DatabaseCore database;
    private final Isolation isolation;
    private GraphTransaction current;
    private boolean hasCommitted;
    private boolean changesSchema;

    AutoCommit(DatabaseCore database, Isolation isolation) {
        this.database = database;
        this.isolation = isolation;
        this.current = database.store().begin(isolation);
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
        long revision = current.commit(Optional.empty());
        return changesSchema ? database.store().revision() : revision;
    }

    @Override
    public GraphTransaction commitAndBegin(GraphTransaction transaction) {
        boolean writes = current.hasWrites();
        current.commit(Optional.empty());
        hasCommitted |= writes;
        return begin();
    }

    @Override
    public GraphTransaction rollBackAndBegin(GraphTransaction transaction) {
        current.rollback();
        return begin();
    }

    private GraphTransaction begin() {
        current.close();
        current = database.store().begin(isolation);
        return current;
    }

    @Override
    public SchemaWriter schema() {
        hasCommitted = true;
        changesSchema = true;
        return database.store().schema();
    }

    @Override
    public void close() {
        current.close();
    }
}
