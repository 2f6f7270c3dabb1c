package org.thetisdb.session;

import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.thetisdb.cypher.bound.PastGraph;
import org.thetisdb.engine.ExtensionMeter;
import org.thetisdb.engine.ResultCursor;
import org.thetisdb.engine.RunOptions;
import org.thetisdb.engine.StopSignal;
import org.thetisdb.engine.TransactionSteps;
import org.thetisdb.engine.query.QueryEngine;
import org.thetisdb.engine.query.QueryHandle;
import org.thetisdb.storage.GraphTransaction;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.trigger.Triggers;

/**
 * Runs single statements for a session and its transactions. Belongs to the session's thread; all but {@link #find}
 * between {@link Activity#enter} and {@link Activity#leave} only.
 */
final class StatementRunner {
    private final DatabaseCore database;
    private final Activity activity;
    private final SessionTransactions transactions;
    private final RunOptions runOptions;
    private final Triggers triggers;

    /** @param runOptions what each statement may use, and all of the session's together */
    StatementRunner(DatabaseCore database, Activity activity, SessionTransactions transactions, RunOptions runOptions) {
        this.database = database;
        this.runOptions = runOptions;
        this.activity = activity;
        this.transactions = transactions;
        this.triggers = new Triggers(database.triggerHost(), runOptions);
    }

    DatabaseCore database() {
        return database;
    }

    /** What calls of extensions have taken; any thread. */
    ExtensionMeter extensions() {
        return runOptions.extensions();
    }

    /** Are told what transactions change. */
    Triggers triggers() {
        return triggers;
    }

    /** Begins the session's transactions. */
    SessionTransactions transactions() {
        return transactions;
    }

    /** What a text means. */
    QueryHandle find(StatementText statement) {
        activity.enter(this);
        try {
            return query(statement);
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError failure) {
            throw activity.translate(failure);
        } finally {
            activity.leave();
        }
    }

    /** As {@link #find}, between {@link Activity#enter} and {@link Activity#leave}. */
    QueryHandle query(StatementText statement) {
        QueryEngine engine = database.engine();
        return statement.prepared().isPresent()
                ? engine.current(statement.prepared().get())
                : engine.find(statement.text());
    }

    /**
     * Begins a statement that reads.
     *
     * @param within the transaction that it belongs to; empty if it is one by itself
     * @param query what its text means
     * @param current what it sees if it does not ask for another state
     * @param ownsCurrent whether nobody else uses that, so that it has to be released with the statement
     * @param writing the transaction whose own writes it sees, if it does not ask for another state
     */
    ResultCore read(
            ResultOwner owner,
            Optional<OngoingTransaction> within,
            QueryHandle query,
            Map<String, Object> parameters,
            Snapshot current,
            boolean ownsCurrent,
            Optional<GraphTransaction> writing) {
        StopSignal stop = new StopSignal(runOptions.timeoutNanos());
        OngoingTransaction transaction =
                within.isPresent() ? within.get() : transactions.ofOneResult(owner.results(), stop.startNanos());
        Snapshot snapshot = begin(transaction, query, parameters, current, ownsCurrent, stop);
        boolean isPast = query.needs().past().isPresent();
        boolean owns = isPast || ownsCurrent;
        ResultCursor cursor;
        try {
            cursor = run(query, parameters, snapshot, isPast ? Optional.empty() : writing, stop);
        } catch (RuntimeException | Error failure) {
            if (owns) {
                snapshot.release();
            }
            transaction.requireNotEnded();
            throw failure;
        }
        OpenRows rows = new OpenRows(
                transaction,
                database.entityReaders(),
                owner.entities(),
                database.keptRows(),
                () -> snapshot,
                owns,
                cursor);
        owner.results().beginStatement();
        ResultCore result = new ResultCore(owner, rows);
        owner.results().add(result);
        transaction.noteUse();
        return result;
    }

    /** Gives what the statement sees; the other snapshot is released if nobody else uses it. */
    private Snapshot begin(
            OngoingTransaction transaction,
            QueryHandle query,
            Map<String, Object> parameters,
            Snapshot current,
            boolean ownsCurrent,
            StopSignal stop) {
        boolean isCurrent = false;
        try {
            begin(transaction, query, stop);
            Optional<PastGraph> past = query.needs().past();
            Snapshot seen = past.isPresent() ? database.pastSnapshots().find(past.get(), parameters, current) : current;
            isCurrent = past.isEmpty();
            return seen;
        } finally {
            if (!isCurrent && ownsCurrent) {
                current.release();
            }
        }
    }

    private ResultCursor run(
            QueryHandle query,
            Map<String, Object> parameters,
            Snapshot snapshot,
            Optional<GraphTransaction> writing,
            StopSignal stop) {
        QueryEngine engine = database.engine();
        return writing.isPresent()
                ? engine.run(query, parameters, runOptions, writing.get(), TransactionSteps.NONE, stop)
                : engine.run(query, parameters, runOptions, snapshot, stop);
    }

    /**
     * Runs a statement to its end. Its result holds nothing but rows.
     *
     * @param transaction that the statement belongs to
     * @param query what its text means
     * @param graph gives what takes its writes
     */
    ResultCore write(
            ResultOwner owner,
            OngoingTransaction transaction,
            QueryHandle query,
            Map<String, Object> parameters,
            Supplier<GraphTransaction> graph,
            TransactionSteps steps) {
        StopSignal stop = new StopSignal(runOptions.timeoutNanos());
        begin(transaction, query, stop);
        triggers.beforeStatement(graph.get());
        ResultCursor cursor = database.engine().run(query, parameters, runOptions, graph.get(), steps, stop);
        OpenRows rows = new OpenRows(
                transaction,
                database.entityReaders(),
                owner.entities(),
                database.keptRows(),
                () -> graph.get().snapshot(),
                false,
                cursor);
        ResultCore result;
        try {
            transaction.turnTo(cursor);
            result = ResultCore.completed(owner, rows);
        } finally {
            rows.close();
        }
        afterStatement(result, transaction, graph.get());
        return result;
    }

    private void afterStatement(ResultCore result, OngoingTransaction transaction, GraphTransaction graph) {
        boolean isWanted = false;
        try {
            triggers.afterStatement(graph, transaction::turnTo);
            isWanted = true;
        } finally {
            if (!isWanted) {
                result.close();
            }
        }
    }

    /** What ends the statement that begins now: while it is planned there is no cursor yet that could be cancelled. */
    private static void begin(OngoingTransaction transaction, QueryHandle query, StopSignal stop) {
        if (transaction.isOfOneResult()) {
            transaction.beginInside(query.text(), stop);
        } else {
            transaction.begin(query.text(), stop);
            transaction.turnTo(stop);
        }
    }
}
