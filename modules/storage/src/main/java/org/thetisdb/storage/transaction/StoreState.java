package org.thetisdb.storage.transaction;

import java.util.Optional;
import java.util.function.Consumer;
import org.thetisdb.storage.Catalog;
import org.thetisdb.storage.GraphTransaction;
import org.thetisdb.storage.SchemaWriter;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.StoreEvent;
import org.thetisdb.storage.base.BaseSnapshot;
import org.thetisdb.storage.base.StoreCheck;
import org.thetisdb.storage.options.CheckDepth;
import org.thetisdb.storage.options.Isolation;
import org.thetisdb.storage.report.CheckReport;
import org.thetisdb.storage.report.History;
import org.thetisdb.value.ThetisException;

/**
 * A store's revisions and what makes new ones: a {@link TransactionManager} in the one process that may write, a
 * {@link Follower} in those that only read. Thread safe.
 */
public sealed interface StoreState extends AutoCloseable permits TransactionManager, Follower {
    /** The graph as of the newest revision. */
    Snapshot snapshot();

    /** The graph as of a revision; an error if there is none yet, or no more. */
    Snapshot snapshot(long revision);

    /** Names, indexes, constraints and extensions of now. */
    Catalog catalog();

    /** The number of the newest revision. */
    long revision();

    /** The newest revision that was committed at or before a time; 0 if there is none in the log. */
    long revisionAt(long timeMillis);

    History history();

    /** How many records of the log were replayed when the store was opened. */
    long replayedRecords();

    /** How many bytes of the log were replayed when the store was opened. */
    long replayedBytes();

    /** About how many bytes of the heap the changes since the newest base take. */
    long changedBytes();

    /** About how many bytes the changes in earlier eras take that are only there because somebody uses them. */
    default long pinnedBytes() {
        return 0;
    }

    /** The base of the newest era. */
    BaseSnapshot base();

    /** Whether snapshots that are asked for now lie over this {@link Snapshot#base}, unless of the past. */
    boolean isNewest(Object base);

    /** Has somebody told when a {@link Snapshot#base} is no longer the newest; by whatever thread has replaced it. */
    void whenBaseEnds(Consumer<Object> listener);

    /** Has somebody told what the store does; nothing where it only reads. Who is told must not wait, nor throw. */
    default void whenSomethingHappens(Consumer<StoreEvent> listener) {}

    /** Begins to write; an error where only reading is possible, as the two below. */
    GraphTransaction begin(Isolation isolation);

    SchemaWriter schema();

    /** Tells of everything as of now that does not keep to a constraint. */
    void checkConstraints(CheckReport.Collector collector);

    /** Makes a checkpoint now; returns when it holds. */
    void makeCheckpoint();

    /** Why the last checkpoint did not come about; nothing if it did, or where none is made. */
    default Optional<ThetisException> checkpointFailure() {
        return Optional.empty();
    }

    /**
     * Compares the log and what can be read of the past with the rest of the store.
     *
     * @param checked the base that the check has gone through, which takes what is found
     */
    void check(BaseSnapshot checked, StoreCheck check, CheckDepth depth);

    /** Which revision a copy made now may claim: all up to it is in the log's files. */
    long copyableRevision();

    @Override
    void close();
}
