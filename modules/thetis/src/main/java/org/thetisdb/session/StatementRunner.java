package org.thetisdb.session;

import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.thetisdb.cypher.bound.PastGraph;
import org.thetisdb.engine.ResultCursor;
import org.thetisdb.engine.RunOptions;
import org.thetisdb.engine.StopSignal;
import org.thetisdb.engine.TransactionSteps;
import org.thetisdb.engine.query.QueryEngine;
import org.thetisdb.engine.query.QueryHandle;
import org.thetisdb.storage.GraphTransaction;
import org.thetisdb.storage.Snapshot;

/**
 * Runs single statements for a session and its transactions. Belongs to the session's thread; all but {@link #find}
 * between {@link Activity#enter} and {@link Activity#leave} only.
 */
final class StatementRunner {
    private final DatabaseCore database;
    private final Activity activity;

    StatementRunner(DatabaseCore database, Activity activity) {
        this.database = database;
        this.activity = activity;
    }

    DatabaseCore database() {
        return database;
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
     * @param query what its text means
     * @param current what it sees if it does not ask for another state
     * @param ownsCurrent whether nobody else uses that, so that it has to be released with the statement
     * @param writing the transaction whose own writes it sees, if it does not ask for another state
     */
    ResultCore read(
            ResultOwner owner,
            QueryHandle query,
            Map<String, Object> parameters,
            Snapshot current,
            boolean ownsCurrent,
            Optional<GraphTransaction> writing) {
        Optional<PastGraph> past = query.needs().past();
        boolean isPast = past.isPresent();
        Snapshot snapshot = isPast ? past(past.get(), parameters, current, ownsCurrent) : current;
        boolean owns = isPast || ownsCurrent;
        QueryEngine engine = database.engine();
        RunOptions runOptions = database.runOptions();
        StopSignal stop = stoppable(runOptions);
        ResultCursor cursor;
        try {
            cursor = writing.isPresent() && !isPast
                    ? engine.run(query, parameters, runOptions, writing.get(), TransactionSteps.NONE, stop)
                    : engine.run(query, parameters, runOptions, snapshot, stop);
        } catch (RuntimeException | Error failure) {
            if (owns) {
                snapshot.release();
            }
            throw failure;
        }
        OpenRows rows = new OpenRows(database.entityReaders(), owner.entities(), () -> snapshot, owns, cursor);
        owner.results().beginStatement();
        ResultCore result = new ResultCore(owner, rows);
        owner.results().add(result);
        return result;
    }

    private Snapshot past(PastGraph past, Map<String, Object> parameters, Snapshot current, boolean ownsCurrent) {
        try {
            return database.pastSnapshots().find(past, parameters, current);
        } finally {
            if (ownsCurrent) {
                current.release();
            }
        }
    }

    /**
     * Runs a statement to its end. Its result holds nothing but rows.
     *
     * @param query what its text means
     * @param transaction gives the current one
     */
    ResultCore write(
            ResultOwner owner,
            QueryHandle query,
            Map<String, Object> parameters,
            Supplier<GraphTransaction> transaction,
            TransactionSteps steps) {
        RunOptions runOptions = database.runOptions();
        StopSignal stop = stoppable(runOptions);
        ResultCursor cursor = database.engine().run(query, parameters, runOptions, transaction.get(), steps, stop);
        OpenRows rows = new OpenRows(
                database.entityReaders(),
                owner.entities(),
                () -> transaction.get().snapshot(),
                false,
                cursor);
        try {
            activity.turnTo(cursor);
            return ResultCore.completed(owner, rows);
        } finally {
            rows.close();
        }
    }

    /** What ends the statement that begins now: while it is planned there is no cursor yet that could be cancelled. */
    private StopSignal stoppable(RunOptions runOptions) {
        StopSignal stop = new StopSignal(runOptions.timeoutNanos());
        activity.turnTo(stop);
        return stop;
    }
}
