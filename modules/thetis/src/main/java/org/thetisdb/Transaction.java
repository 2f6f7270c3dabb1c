package org.thetisdb;

import java.util.Map;
import java.util.Optional;
import org.thetisdb.engine.TransactionSteps;
import org.thetisdb.engine.query.QueryNeeds;
import org.thetisdb.storage.GraphTransaction;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Several statements that take effect together or not at all. They see the revision that was the newest when the
 * transaction began, and what they have written themselves.
 *
 * <pre>
 *           run, run, …            commit
 *   ACTIVE ────────────► ACTIVE ────────────► ENDED ◄──── close() at any time: rollback
 *      │ a statement fails           rollback   ▲
 *      └──────────────► FAILED ─────────────────┘
 * </pre>
 *
 * <p>Belongs to its session's thread. Must be ended: by {@link #commit()}, {@link #rollback} or {@link #close}.
 */
public final class Transaction implements TransactionContext, AutoCloseable {
    private enum State {
        ACTIVE,
        FAILED,
        ENDED
    }

    private final Session session;
    private final TransactionOptions options;

    private final long revision;
    private final boolean ownSnapshot;
    private final OpenResults results = new OpenResults();
    private final ResultScope scope = new ResultScope();

    /** What takes its writes, if it may write, and what it sees; both are let go of at its end. */
    private Optional<GraphTransaction> graph;

    private Optional<Snapshot> snapshot;
    private State state = State.ACTIVE;
    private Optional<ThetisException> failure = Optional.empty();

    Transaction(Session session, TransactionOptions options, GraphTransaction graph) {
        this(session, options, Optional.of(graph), graph.snapshot(), false);
    }

    /** @param ownSnapshot whether nobody else uses the snapshot */
    Transaction(Session session, TransactionOptions options, Snapshot snapshot, boolean ownSnapshot) {
        this(session, options, Optional.empty(), snapshot, ownSnapshot);
    }

    private Transaction(
            Session session,
            TransactionOptions options,
            Optional<GraphTransaction> graph,
            Snapshot snapshot,
            boolean ownSnapshot) {
        this.session = session;
        this.options = options;
        this.graph = graph;
        this.snapshot = Optional.of(snapshot);
        this.ownSnapshot = ownSnapshot;
        this.revision = snapshot.revision();
    }

    @Override
    public Result run(String text, Map<String, ?> parameters) {
        Map<String, Object> converted = Session.parameters(text, parameters);
        requireActive();
        try {
            QueryNeeds needs = session.needs(text);
            if (needs.writes()) {
                requireWritable();
                results.keepRest();
            }
            session.enter(this);
            try {
                return needs.writes() ? write(text, converted) : read(text, converted, needs);
            } catch (RuntimeException | StackOverflowError | OutOfMemoryError thrown) {
                throw session.translate(thrown);
            } finally {
                session.leave();
            }
        } catch (ThetisException thrown) {
            noteFailure(thrown);
            throw thrown;
        } catch (Error thrown) {
            // A part of the statement may have been done.
            noteFailure(session.translate(thrown));
            throw thrown;
        }
    }

    private Result read(String text, Map<String, Object> parameters, QueryNeeds needs) {
        return session.read(Optional.of(this), text, parameters, needs, snapshot.orElseThrow());
    }

    private Result write(String text, Map<String, Object> parameters) {
        results.beginStatement();
        return session.write(Optional.of(this), text, parameters, graph::orElseThrow, TransactionSteps.NONE);
    }

    /** Its results that are not read to their end. */
    OpenResults openResults() {
        return results;
    }

    /** Until when its results may be read. */
    ResultScope scope() {
        return scope;
    }

    /** {@return the revision that was the newest when the transaction began} */
    public long revision() {
        return revision;
    }

    /** {@return whether it can still run statements: neither ended nor failed} */
    public boolean isOpen() {
        return state == State.ACTIVE;
    }

    /**
     * As {@link #commit(String)} with the message of the options.
     *
     * @return the number of a revision, as there
     * @throws ThetisException as there
     */
    public long commit() {
        return commit(options.message());
    }

    /**
     * Makes all changes visible and as durable as the database's options say. Results that are open end.
     *
     * @param message kept with the revision
     * @return the number of the revision that it made; if nothing was written, of the one that it has read
     * @throws ThetisException {@link ErrorCode#TRANSACTION_CONFLICT}, {@link ErrorCode#CONSTRAINT_VIOLATED}, {@link
     *     ErrorCode#NODE_STILL_CONNECTED}, {@link ErrorCode#DISK_FULL}, {@link ErrorCode#STORE_READ_ONLY}: nothing has
     *     been changed; {@link ErrorCode#TRANSACTION_ENDED} if it has ended before, or a statement has failed; the
     *     transaction is at its end in every case
     */
    public long commit(String message) {
        return commit(Optional.of(message));
    }

    private long commit(Optional<String> message) {
        if (state == State.FAILED) {
            rollback();
            throw failedBefore("it was rolled back instead of committed");
        }
        requireActive();
        end();
        session.enter(this);
        try {
            session.forget(this);
            results.closeAll();
            return graph.isPresent() ? commit(graph.get(), message) : revision;
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError thrown) {
            throw session.translate(thrown);
        } finally {
            letGo();
            session.leave();
        }
    }

    private long commit(GraphTransaction ending, Optional<String> message) {
        try (ending) {
            boolean writes = ending.hasWrites();
            long committed = ending.commit(message);
            if (writes) {
                session.noteRevision(committed);
            }
            return committed;
        }
    }

    /** Takes all changes back. Results that are open end. Does nothing after the end. */
    public void rollback() {
        if (state == State.ENDED) {
            return;
        }
        end();
        if (session.enterToClose(this)) {
            try {
                session.forget(this);
                results.closeAll();
                graph.ifPresent(GraphTransaction::close);
            } finally {
                letGo();
                session.leave();
            }
        }
    }

    /** As {@link #rollback}. */
    @Override
    public void close() {
        rollback();
    }

    /** Called by the thread that closes the database, when nobody can use the transaction any more. */
    void endFromOutside() {
        results.closeRows();
        graph.ifPresent(GraphTransaction::close);
    }

    /** What takes its writes; empty if it only reads. */
    Optional<GraphTransaction> graph() {
        return graph;
    }

    /** What made it fail, if anything did. */
    Optional<ThetisException> failure() {
        return failure;
    }

    /** After this it can only be rolled back. */
    void noteFailure(ThetisException thrown) {
        if (state == State.ACTIVE) {
            state = State.FAILED;
            failure = Optional.of(thrown);
        }
    }

    private void end() {
        state = State.ENDED;
        scope.end(ResultScope.End.TRANSACTION);
    }

    private void letGo() {
        if (ownSnapshot) {
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
