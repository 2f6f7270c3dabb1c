package org.thetisdb.session;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.thetisdb.engine.ExtensionMeter;
import org.thetisdb.engine.TransactionSteps;
import org.thetisdb.engine.query.QueryHandle;
import org.thetisdb.engine.semantics.EntityMaker;
import org.thetisdb.history.PastSnapshots;
import org.thetisdb.running.RunningTransaction;
import org.thetisdb.running.RunningTransactions;
import org.thetisdb.running.TimeLimits;
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
public final class SessionCore implements RunningTransactions.Owner, Holdings {
    /** How often a statement that is a transaction of its own is tried; the pauses between add up to about a second. */
    private static final int STATEMENT_TRIES_MAX = 12;

    private final DatabaseCore database;
    private final SessionTerms terms;
    private final EntityMaker entities;

    /** What all statements of this session see; empty if each sees the newest revision, and after the end. */
    private volatile Optional<Snapshot> past;

    private final Activity activity;
    private final SessionTransactions transactions;
    private final StatementRunner runner;
    private final ResultOwner owner;

    /** All that is done in a session of the past; empty in the present. */
    private final Optional<OngoingTransaction> ofPast;

    private volatile Optional<TransactionCore> open = Optional.empty();
    private OptionalLong lastRevision = OptionalLong.empty();

    private SessionCore(DatabaseCore database, SessionTerms terms, EntityMaker entities, Optional<Snapshot> past) {
        this.database = database;
        this.terms = terms;
        this.entities = entities;
        this.past = past;
        this.activity = new Activity(database.lifetime());
        this.transactions = database.transactionsOfNewSession(activity, terms.limits());
        this.runner = new StatementRunner(database, activity, transactions, terms.ofOneSession(database.runOptions()));
        this.owner = new ResultOwner(activity, new OpenResults(), new ResultScope(), _ -> {}, entities);
        this.ofPast = past.map(_ -> transactions.ofPast(this));
    }

    /**
     * A session of a database that is open.
     *
     * @param entities makes the nodes, relationships and paths of its results
     */
    public static SessionCore of(DatabaseCore database, SessionTerms terms, EntityMaker entities) {
        return registered(new SessionCore(database, terms, entities, Optional.empty()));
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
        return registered(new SessionCore(database, terms, entities, Optional.of(found)));
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
            if (!query.needs().writes() && !query.needs().acts()) {
                return read(query, statement.parameters(), as);
            }
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError failure) {
            throw activity.translate(failure);
        } finally {
            activity.leave();
        }
        return query.needs().writes()
                ? write(query, statement.parameters(), as)
                : act(query, statement.parameters(), as);
    }

    /** Between {@link Activity#enter} and {@link Activity#leave}. */
    private ResultCore read(QueryHandle query, Map<String, Object> parameters, ResultOwner as) {
        boolean isPast = ofPast.isPresent();
        if (isPast) {
            ofPast.get().turnTo(this);
        }
        Snapshot snapshot = isPast ? past.orElseThrow() : database.store().snapshot();
        return runner.read(as, ofPast, query, parameters, snapshot, !isPast, Optional.empty());
    }

    /** Reads to the end what does something else than that. */
    private ResultCore act(QueryHandle query, Map<String, Object> parameters, ResultOwner as) {
        ResultCore result = inside(() -> read(query, parameters, as));
        result.keepRest();
        return result;
    }

    private ResultCore write(QueryHandle query, Map<String, Object> parameters, ResultOwner as) {
        try {
            return runAlone(
                    query.text(),
                    alone -> runner.write(as, alone.transaction(), query, parameters, alone::current, alone));
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
     * @param text of the whole statement, to be shown
     * @param statement runs between {@link Activity#enter} and {@link Activity#leave}
     */
    public ResultCore runAlone(String text, Function<AutoCommit, ResultCore> statement) {
        requireWritable();
        return database.retries().run(() -> runAndCommit(text, statement), Long.MAX_VALUE, STATEMENT_TRIES_MAX);
    }

    private ResultCore runAndCommit(String text, Function<AutoCommit, ResultCore> statement) {
        return inside(() -> {
            try (AutoCommit alone = new AutoCommit(database, transactions, runner.triggers(), terms.isolation())) {
                alone.transaction().begin(text);
                owner.results().beginStatement();
                return runAndCommit(statement, alone);
            }
        });
    }

    private ResultCore runAndCommit(Function<AutoCommit, ResultCore> statement, AutoCommit alone) {
        try {
            ResultCore result = statement.apply(alone);
            boolean isCommitted = false;
            try {
                activity.turnTo(this);
                long revision = alone.commit();
                result.committed(revision);
                noteRevision(revision);
                isCommitted = true;
                return result;
            } finally {
                if (!isCommitted) {
                    result.close();
                }
            }
        } catch (StackOverflowError | OutOfMemoryError thrown) {
            alone.noteFailure(activity.translate(thrown));
            throw thrown;
        } catch (ThetisException thrown) {
            ThetisException failure = alone.transaction().translate(thrown);
            alone.noteFailure(failure);
            if (alone.hasCommitted() && Retries.isWorthAnotherTry(failure)) {
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
    public ResultCore write(StatementText statement, AutoCommit alone) {
        return runner.write(
                owner,
                alone.transaction(),
                runner.query(statement),
                statement.parameters(),
                alone::current,
                TransactionSteps.NONE);
    }

    /**
     * Begins a transaction; nothing else can be run in the session until it has ended.
     *
     * @param readOnly whether it cannot write
     * @param wanted its isolation; empty for the session's
     * @param timeoutNanos how long it may take; empty for as long as the session's, 0 for as long as it likes
     * @param idleTimeoutNanos how long it may be idle; likewise
     */
    public TransactionCore begin(
            boolean readOnly, Optional<Isolation> wanted, OptionalLong timeoutNanos, OptionalLong idleTimeoutNanos) {
        requireNoTransaction();
        if (!readOnly) {
            requireWritable();
        }
        return inside(() -> {
            Isolation asked = wanted.orElse(terms.isolation());
            TimeLimits limits = transactions.limits().with(timeoutNanos, idleTimeoutNanos);
            TransactionCore transaction = readOnly ? reading(asked, limits) : writing(asked, limits);
            open = Optional.of(transaction);
            return transaction;
        });
    }

    private TransactionCore reading(Isolation wanted, TimeLimits limits) {
        ofPast.ifPresent(OngoingTransaction::requireNotEnded);
        Snapshot snapshot = past.orElseGet(database.store()::snapshot);
        return new TransactionCore(
                runner,
                activity,
                ofPast,
                wanted,
                limits,
                Optional.empty(),
                snapshot,
                past.isEmpty(),
                entities,
                this::noteRevision);
    }

    private TransactionCore writing(Isolation wanted, TimeLimits limits) {
        GraphTransaction graph = database.store().begin(wanted);
        return new TransactionCore(
                runner,
                activity,
                Optional.empty(),
                wanted,
                limits,
                Optional.of(graph),
                graph.snapshot(),
                false,
                entities,
                this::noteRevision);
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

    /** Its results outside of transactions that are not read to their end. */
    public OpenResults openResults() {
        return owner.results();
    }

    /** What its calls of extensions have taken; any thread. */
    ExtensionMeter extensions() {
        return runner.extensions();
    }

    /** What others call it; any thread. */
    public String id() {
        return transactions.sessionId();
    }

    @Override
    public void forEachTransaction(Consumer<RunningTransaction> consumer) {
        Consumer<OngoingTransaction> ongoing = each -> {
            if (each.isOngoing()) {
                consumer.accept(each);
            }
        };
        ofPast.ifPresent(ongoing);
        open.map(TransactionCore::ongoing).ifPresent(ongoing);
        owner.results().forEachRows(rows -> ongoing.accept(rows.transaction()));
        OngoingTransaction inside = activity.inside();
        if (inside != null) {
            ongoing.accept(inside);
        }
    }

    /** Ends what is done in the past; who has it gets an error. */
    @Override
    public void release(OngoingTransaction ended) {
        open.ifPresent(transaction -> transaction.release(ended));
        owner.results().release(ended);
        past.ifPresent(Snapshot::release);
        past = Optional.empty();
    }

    @Override
    public long memoryBytes(OngoingTransaction asked) {
        return owner.results().memoryBytes(asked)
                + open.map(transaction -> transaction.memoryBytes(asked)).orElse(0L);
    }

    @Override
    public Optional<Snapshot> snapshot(OngoingTransaction asked) {
        return past;
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
                ofPast.ifPresent(OngoingTransaction::tryEnd);
                past.ifPresent(Snapshot::release);
            } finally {
                activity.leave();
            }
        }
        database.remove(this);
    }

    /** Called by the thread that closes the database, which is marked as closed by then. */
    void closeFromOutside() {
        activity.awaitEnd();
        // The owner is outside, and cannot come in again.
        owner.results().closeRows();
        open.filter(transaction -> !transaction.isReleased()).ifPresent(TransactionCore::endFromOutside);
    }

    /** An error if a transaction is open, outside of which nothing can be run. */
    public void requireNoTransaction() {
        if (open.isPresent()) {
            if (!open.get().isOver()) {
                throw new ThetisException(
                        ErrorCode.USAGE,
                        "the session has an open transaction; run the statement in it, end it, or use another session");
            }
            open = Optional.empty();
        }
    }

    private void requireWritable() {
        if (ofPast.isPresent()) {
            throw new ThetisException(
                    ErrorCode.READ_ONLY_TRANSACTION,
                    "the past cannot be changed: revision="
                            + past.map(Snapshot::revision).orElse(0L)
                            + "; write through a session of the database itself");
        }
        database.requireWritable();
    }
}
