package org.thetisdb.session;

import java.util.Map;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.thetisdb.engine.TransactionSteps;
import org.thetisdb.engine.query.QueryHandle;
import org.thetisdb.entity.EntityMaker;
import org.thetisdb.storage.GraphTransaction;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * The states of a transaction, and its statements.
 *
 * <pre>
 *           run, run, …            commit
 *   ACTIVE ────────────► ACTIVE ────────────► ENDED ◄──── close() at any time: rollback
 *      │ a statement fails           rollback   ▲
 *      └──────────────► FAILED ─────────────────┘
 * </pre>
 *
 * <p>Belongs to its session's thread.
 */
public final class TransactionCore {
    private enum State {
        ACTIVE,
        FAILED,
        ENDED
    }

    private final StatementRunner runner;
    private final Activity activity;
    private final LongConsumer onCommit;
    private final long revision;
    private final boolean ownsSnapshot;
    private final ResultOwner owner;

    /** What takes its writes, if it may write, and what it sees; both are dropped at its end. */
    private Optional<GraphTransaction> graph;

    private Optional<Snapshot> snapshot;
    private State state = State.ACTIVE;
    private boolean released;
    private Optional<ThetisException> failure = Optional.empty();

    /**
     * @param graph what takes its writes; empty if it only reads
     * @param snapshot what it sees
     * @param ownsSnapshot whether nobody else uses that, or sees to its end
     * @param onCommit hears of a revision that it has made
     */
    TransactionCore(
            StatementRunner runner,
            Activity activity,
            Optional<GraphTransaction> graph,
            Snapshot snapshot,
            boolean ownsSnapshot,
            EntityMaker entities,
            LongConsumer onCommit) {
        this.runner = runner;
        this.activity = activity;
        this.graph = graph;
        this.snapshot = Optional.of(snapshot);
        this.ownsSnapshot = ownsSnapshot;
        this.revision = snapshot.revision();
        this.onCommit = onCommit;
        this.owner = new ResultOwner(activity, new OpenResults(), new ResultScope(), this::noteFailure, entities);
    }

    public DatabaseCore database() {
        return runner.database();
    }

    /** Runs a statement; whatever fails makes the transaction fail. */
    public ResultCore run(StatementText statement) {
        requireActive();
        try {
            QueryHandle query = runner.find(statement);
            boolean writes = query.needs().writes();
            if (writes) {
                requireWritable();
                owner.results().keepRest();
            }
            activity.enter(this);
            try {
                return writes ? write(query, statement.parameters()) : read(query, statement.parameters());
            } catch (RuntimeException | StackOverflowError | OutOfMemoryError thrown) {
                throw activity.translate(thrown);
            } finally {
                activity.leave();
            }
        } catch (ThetisException thrown) {
            noteFailure(thrown);
            throw thrown;
        } catch (Error thrown) {
            // A part of the statement may have been done.
            noteFailure(activity.translate(thrown));
            throw thrown;
        }
    }

    private ResultCore read(QueryHandle query, Map<String, Object> parameters) {
        return runner.read(owner, query, parameters, snapshot.orElseThrow(), false, graph);
    }

    private ResultCore write(QueryHandle query, Map<String, Object> parameters) {
        owner.results().beginStatement();
        return runner.write(owner, query, parameters, graph::orElseThrow, TransactionSteps.NONE);
    }

    /** Its results that are not read to their end. */
    public OpenResults openResults() {
        return owner.results();
    }

    /** The revision that it sees. */
    public long revision() {
        return revision;
    }

    /** Whether it can still run statements. */
    public boolean isActive() {
        return state == State.ACTIVE;
    }

    /** Whether it has ended, and somebody has seen to it; before, the session must. */
    boolean isReleased() {
        return released;
    }

    /**
     * Commits, and returns the revision that it made; if nothing was written, the one that it has read. It is at its
     * end in every case.
     *
     * @param message kept with the revision
     */
    public long commit(Optional<String> message) {
        if (state == State.FAILED) {
            rollback();
            throw failedBefore("it was rolled back instead of committed");
        }
        requireActive();
        end();
        activity.enter(this);
        try {
            released = true;
            owner.results().closeAll();
            return graph.isPresent() ? commit(graph.get(), message) : revision;
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError thrown) {
            throw activity.translate(thrown);
        } finally {
            drop();
            activity.leave();
        }
    }

    private long commit(GraphTransaction ending, Optional<String> message) {
        try (ending) {
            boolean writes = ending.hasWrites();
            long committed = ending.commit(message);
            if (writes) {
                onCommit.accept(committed);
            }
            return committed;
        }
    }

    /** Takes all changes back. Does nothing after the end. */
    public void rollback() {
        if (state == State.ENDED) {
            return;
        }
        end();
        if (activity.enterToClose(this)) {
            try {
                released = true;
                owner.results().closeAll();
                graph.ifPresent(GraphTransaction::close);
            } finally {
                drop();
                activity.leave();
            }
        }
    }

    /** Called by the thread that closes the database, when nobody can use the transaction any more. */
    void endFromOutside() {
        owner.results().closeRows();
        graph.ifPresent(GraphTransaction::close);
    }

    /** What made it fail, if anything did. */
    public Optional<ThetisException> failure() {
        return failure;
    }

    /** After this it can only be rolled back. */
    private void noteFailure(ThetisException thrown) {
        if (state == State.ACTIVE) {
            state = State.FAILED;
            failure = Optional.of(thrown);
        }
    }

    private void end() {
        state = State.ENDED;
        owner.scope().end(ResultScope.End.TRANSACTION);
    }

    private void drop() {
        if (ownsSnapshot) {
            snapshot.ifPresent(Snapshot::release);
        }
        graph = Optional.empty();
        snapshot = Optional.empty();
    }

    private void requireActive() {
        if (state == State.FAILED) {
            throw failedBefore("roll it back and begin another");
        }
        if (state == State.ENDED) {
            throw new ThetisException(
                    ErrorCode.TRANSACTION_ENDED,
                    "the transaction has ended: it was committed or rolled back; begin another");
        }
    }

    private void requireWritable() {
        if (graph.isEmpty()) {
            throw new ThetisException(
                    ErrorCode.READ_ONLY_TRANSACTION,
                    "the statement writes, but its transaction only reads; use executeWrite, or begin one that writes");
        }
    }

    private ThetisException failedBefore(String remedy) {
        ThetisException cause = failure.orElseThrow();
        return new ThetisException(
                ErrorCode.TRANSACTION_ENDED,
                "the transaction has failed before: error=" + cause.code().code() + ": " + cause.getMessage() + "; "
                        + remedy,
                cause);
    }
}
