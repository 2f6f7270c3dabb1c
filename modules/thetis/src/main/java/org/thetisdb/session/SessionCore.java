package org.thetisdb.session;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.Supplier;
import org.thetisdb.engine.TransactionSteps;
import org.thetisdb.engine.query.QueryHandle;
import org.thetisdb.entity.EntityMaker;
import org.thetisdb.history.PastSnapshots;
import org.thetisdb.storage.GraphTransaction;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.options.Isolation;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.ThetisException.Position;

/**
 * Runs statements one after the other: each as a transaction of its own, or within one that is open.
 *
 * <pre>
 *   run ──► needs: it reads ───► StatementRunner.read ──► ResultCore over a snapshot
 *       └─► needs: it writes ──► runAlone: AutoCommit, StatementRunner.write, commit; again after a conflict
 *   begin ─► TransactionCore ──► the same runner, with its own snapshot and writes
 * </pre>
 *
 * <p>Belongs to one thread at a time, but for {@link #cancel} and {@link #closeFromOutside}.
 */
public final class SessionCore implements ClosedFromOutside {
    /** How often a statement that is a transaction of its own is tried; the pauses between add up to about a second. */
    private static final int STATEMENT_TRIES_MAX = 12;

    private final DatabaseCore database;
    private final Isolation isolation;
    private final EntityMaker entities;

    /** What all statements of this session see; empty if each sees the newest revision. */
    private final Optional<Snapshot> past;

    private final Activity activity;
    private final StatementRunner runner;
    private final ResultOwner owner;
    private Optional<TransactionCore> open = Optional.empty();
    private OptionalLong lastRevision = OptionalLong.empty();

    private SessionCore(DatabaseCore database, Isolation isolation, EntityMaker entities, Optional<Snapshot> past) {
        this.database = database;
        this.isolation = isolation;
        this.entities = entities;
        this.past = past;
        this.activity = new Activity(database.lifetime());
        this.runner = new StatementRunner(database, activity);
        this.owner = new ResultOwner(activity, new OpenResults(), new ResultScope(), _ -> {}, entities);
    }

    /**
     * A session of a database that is open.
     *
     * @param isolation of transactions that do not ask for another
     * @param entities makes the nodes, relationships and paths of its results
     */
    public static SessionCore of(DatabaseCore database, Isolation isolation, EntityMaker entities) {
        return registered(new SessionCore(database, isolation, entities, Optional.empty()));
    }

    private static SessionCore registered(SessionCore session) {
        session.database.requireOpen();
        session.database.add(session);
        if (session.database.lifetime().isOver()) {
            // Closing may have gone through the sessions before this one was among them.
            session.close();
            throw session.database.lifetime().error();
        }
        return session;
    }

    /** A session that shows the graph of a revision. */
    public SessionCore at(long revision) {
        return at(() -> database.store().snapshot(revision));
    }

    /** A session that shows the graph as of a time, in milliseconds since 1970. */
    public SessionCore atTime(long timeMillis) {
        return at(() -> PastSnapshots.snapshotAt(database.store(), timeMillis));
    }

    private SessionCore at(Supplier<Snapshot> snapshot) {
        Snapshot found = inside(snapshot);
        return registered(new SessionCore(database, isolation, entities, Optional.of(found)));
    }

    private <T> T inside(Supplier<T> work) {
        activity.enter(this);
        try {
            return work.get();
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError failure) {
            throw activity.translate(failure);
        } finally {
            activity.leave();
        }
    }

    /** Runs a statement as a transaction of its own. */
    public ResultCore run(StatementText statement) {
        return run(statement, owner);
    }

    /** As the other one, with other objects for nodes, relationships and paths. */
    public ResultCore run(StatementText statement, EntityMaker others) {
        return run(statement, owner.with(others));
    }

    private ResultCore run(StatementText statement, ResultOwner as) {
        requireNoTransaction();
        QueryHandle query;
        activity.enter(this);
        try {
            query = runner.query(statement);
            if (!query.needs().writes()) {
                Snapshot snapshot =
                        past.isPresent() ? past.get() : database.store().snapshot();
                return runner.read(as, query, statement.parameters(), snapshot, past.isEmpty(), Optional.empty());
            }
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError failure) {
            throw activity.translate(failure);
        } finally {
            activity.leave();
        }
        try {
            return runAlone(transactions ->
                    runner.write(as, query, statement.parameters(), transactions::current, transactions));
        } catch (ThetisException failure) {
            Optional<Position> place = query.needs().write();
            throw place.isPresent() && isAboutWhatIsWritten(failure) ? failure.at(place.get()) : failure;
        }
    }

    /** Whether committing may have failed for it, where nobody knows the text any more. */
    private static boolean isAboutWhatIsWritten(ThetisException failure) {
        return switch (failure.code()) {
            case CONSTRAINT_VIOLATED, NODE_STILL_CONNECTED, SCHEMA_EXISTS, SCHEMA_NOT_FOUND -> true;
            default -> false;
        };
    }

    /** Whether a text writes when it runs. */
    public boolean writes(String text) {
        return runner.find(new StatementText(text, Map.of())).needs().writes();
    }

    /**
     * Runs a statement as a transaction of its own and commits it; from the start again after a conflict.
     *
     * @param statement runs between {@link Activity#enter} and {@link Activity#leave}
     */
    public ResultCore runAlone(Function<AutoCommit, ResultCore> statement) {
        requireWritable();
        return database.retries().run(() -> runAndCommit(statement), Long.MAX_VALUE, STATEMENT_TRIES_MAX);
    }

    private ResultCore runAndCommit(Function<AutoCommit, ResultCore> statement) {
        return inside(() -> {
            try (AutoCommit transactions = new AutoCommit(database, isolation)) {
                owner.results().beginStatement();
                return runAndCommit(statement, transactions);
            }
        });
    }

    private ResultCore runAndCommit(Function<AutoCommit, ResultCore> statement, AutoCommit transactions) {
        try {
            ResultCore result = statement.apply(transactions);
            activity.turnTo(this);
            long revision = transactions.commit();
            result.committed(revision);
            noteRevision(revision);
            return result;
        } catch (ThetisException failure) {
            if (transactions.hasCommitted() && Retries.isWorthAnotherTry(failure)) {
                // Not transient: another try would do again what is committed already.
                throw new ThetisException(
                        ErrorCode.PARTLY_COMMITTED,
                        "the statement failed after a part of it was committed: " + failure.getMessage()
                                + "; find out what is missing and do only that",
                        failure);
            }
            throw failure;
        }
    }

    /** Runs a statement to its end in a transaction that {@link #runAlone} has begun. */
    public ResultCore write(StatementText statement, AutoCommit transactions) {
        return runner.write(
                owner, runner.query(statement), statement.parameters(), transactions::current, TransactionSteps.NONE);
    }

    /**
     * Begins a transaction; nothing else can be run in the session until it has ended.
     *
     * @param readOnly whether it cannot write
     * @param wanted its isolation; empty for the session's
     */
    public TransactionCore begin(boolean readOnly, Optional<Isolation> wanted) {
        requireNoTransaction();
        if (!readOnly) {
            requireWritable();
        }
        return inside(() -> {
            TransactionCore transaction = readOnly ? reading() : writing(wanted.orElse(isolation));
            open = Optional.of(transaction);
            return transaction;
        });
    }

    private TransactionCore reading() {
        Snapshot snapshot = past.orElseGet(database.store()::snapshot);
        return new TransactionCore(
                runner, activity, Optional.empty(), snapshot, past.isEmpty(), entities, this::noteRevision);
    }

    private TransactionCore writing(Isolation wanted) {
        GraphTransaction graph = database.store().begin(wanted);
        return new TransactionCore(
                runner, activity, Optional.of(graph), graph.snapshot(), false, entities, this::noteRevision);
    }

    /** Runs work until it succeeds, fails for good, or has been tried for long enough. */
    public <T> T retry(Supplier<T> work) {
        return database.retry(work);
    }

    /** The newest revision that this session has committed. */
    public OptionalLong lastRevision() {
        return lastRevision;
    }

    private void noteRevision(long revision) {
        lastRevision = OptionalLong.of(revision);
    }

    public DatabaseCore database() {
        return database;
    }

    /** What the session's thread is doing. */
    public Activity activity() {
        return activity;
    }

    /** Its results outside of transactions that are not read to their end. */
    public OpenResults openResults() {
        return owner.results();
    }

    /** Ends what it does, if it does anything. Any thread. */
    public void cancel() {
        activity.cancel();
    }

    /** Rolls back the transaction and closes the results that are still open. Does nothing the second time. */
    public void close() {
        if (activity.hasEnded()) {
            return;
        }
        open.ifPresent(TransactionCore::rollback);
        activity.end();
        owner.scope().end(ResultScope.End.SESSION);
        if (activity.enterToClose(this)) {
            try {
                owner.results().closeAll();
                past.ifPresent(Snapshot::release);
            } finally {
                activity.leave();
            }
        }
        database.remove(this);
    }

    @Override
    public void closeFromOutside() {
        activity.awaitEnd();
        // The owner is outside, and cannot come in again.
        owner.results().closeRows();
        open.filter(transaction -> !transaction.isReleased()).ifPresent(TransactionCore::endFromOutside);
    }

    /** An error if a transaction is open, outside of which nothing can be run. */
    public void requireNoTransaction() {
        if (open.isPresent()) {
            if (!open.get().isReleased()) {
                throw new ThetisException(
                        ErrorCode.USAGE,
                        "the session has an open transaction; run the statement in it, end it, or use another session");
            }
            open = Optional.empty();
        }
    }

    private void requireWritable() {
        if (past.isPresent()) {
            throw new ThetisException(
                    ErrorCode.READ_ONLY_TRANSACTION,
                    "the past cannot be changed: revision=" + past.get().revision()
                            + "; write through a session of the database itself");
        }
        database.requireWritable();
    }
}
