package org.thetisdb.session;

import java.time.Clock;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.thetisdb.deploy.Deployments;
import org.thetisdb.engine.RunOptions;
import org.thetisdb.extension.DatabaseEvent;
import org.thetisdb.extension.DatabaseEvent.Action;
import org.thetisdb.extension.DatabaseEvent.SchemaPart;
import org.thetisdb.storage.StoreEvent;
import org.thetisdb.trigger.Listeners;
import org.thetisdb.value.ThetisException;

/** Says in the words of listeners what happens to a database. Thread safe; nothing waits, but for the end. */
final class DatabaseEvents implements Deployments.Events, AutoCloseable {
    private final DatabaseCore database;
    private final Clock clock;
    private final Instant opened;
    private final Listeners listeners;

    /** The database is being opened: nothing is asked of it yet. */
    DatabaseEvents(DatabaseCore database, RunOptions runOptions) {
        this.database = database;
        this.clock = runOptions.clock();
        this.opened = clock.instant();
        this.listeners =
                new Listeners(database::triggerHost, runOptions, database::listeners, Listeners.Patience.usual());
    }

    @Override
    public void loaded() {
        listeners.tell(new DatabaseEvent.Opened(opened, database.store().revision()));
    }

    @Override
    public void changed(String extension, Action action) {
        listeners.tell(new DatabaseEvent.ExtensionChanged(clock.instant(), action, extension));
    }

    /** The store has done something. */
    void tell(StoreEvent event) {
        Instant now = clock.instant();
        listeners.tell(
                switch (event) {
                    case StoreEvent.CheckpointEnded ended ->
                        new DatabaseEvent.CheckpointEnded(
                                now,
                                ended.revision(),
                                ended.writtenBytes(),
                                TimeUnit.NANOSECONDS.toMillis(ended.nanos()));
                    case StoreEvent.SchemaChanged changed ->
                        new DatabaseEvent.SchemaChanged(
                                now,
                                changed.isConstraint() ? SchemaPart.CONSTRAINT : SchemaPart.INDEX,
                                changed.isNew() ? Action.CREATED : Action.DROPPED,
                                changed.name());
                });
    }

    /** A transaction that had changed something was rolled back. */
    void rolledBack(String transactionId, ThetisException reason) {
        listeners.tell(new DatabaseEvent.RolledBack(
                clock.instant(), transactionId, reason.code().code(), reason.getMessage()));
    }

    /** All sessions have ended. Returns when no listener runs a statement any more. */
    @Override
    public void close() {
        listeners.tell(new DatabaseEvent.Closing(clock.instant()));
        listeners.close();
    }
}
