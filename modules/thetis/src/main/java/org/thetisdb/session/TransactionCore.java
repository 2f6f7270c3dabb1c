package org.thetisdb.session;

import java.util.Map;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.thetisdb.engine.TransactionSteps;
import org.thetisdb.engine.query.QueryHandle;
import org.thetisdb.engine.semantics.EntityMaker;
import org.thetisdb.running.TimeLimits;
import org.thetisdb.storage.GraphTransaction;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.options.Isolation;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * The states of a transaction, and its statements.
 *
 * <pre>
 *           run, run, …            commit
 *   ACTIVE ────────────► ACTIVE ────────────► ENDED ◄──── close() at any time: rollback
 *    ▲ │ a statement fails           rollback   ▲
 *    │ └──────────────► FAILED ─────────────────┘
 *    └───────────────────┘ goOn, if nothing was written
 * </pre>
 *
 * <p>Somebody else may end it in any of these states: then nothing of it is held any more, and whatever its owner does
 * with it is an error that says so.
 *
 * <p>Belongs to its session's thread, but for {@link #release}, which whoever is inside the {@link Activity} may call,
 * and for what {@link Holdings} lets any thread ask.
 */
public final class TransactionCore implements Holdings {
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
    private final boolean readOnly;
    private final ResultOwner owner;
    private final Optional<OngoingTransaction> ongoing;

    /** What takes its writes, if it may write, and what it sees; both are dropped at its end. */
    private Optional<GraphTransaction> graph;

    private volatile Optional<Snapshot> snapshot;
    private State state = State.ACTIVE;
    private volatile boolean released;
    private Optional<ThetisException> failure = Optional.empty();

    /**
     * @param past the session's own, of which this is a part; empty if it is a transaction of the present
     * @param isolation what it is protected from
     * @param limits how long it may go on
     * @param graph what takes its writes; empty if it only reads
     * @param snapshot what it sees
     * @param ownsSnapshot whether nobody else uses that, or sees to its end
     * @param onCommit hears of a revision that it has made
     */
    TransactionCore(
            StatementRunner runner,
            Activity activity,
            Optional<OngoingTransaction> past,
            Isolation isolation,
            TimeLimits limits,
            Optional<GraphTransaction> graph,
            Snapshot snapshot,
            boolean ownsSnapshot,
            EntityMaker entities,
            LongConsumer onCommit) {
        this.runner = runner;
        this.activity = activity;
        this.readOnly = graph.isEmpty();
        this.ongoing =
                past.isPresent() ? past : Optional.of(runner.transactions().begin(this, readOnly, isolation, limits));
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

    /** As others see it. */
    OngoingTransaction ongoing() {
        return ongoing.orElseThrow();
    }

    /** What others call it. */
    public String id() {
        return ongoing().id();
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
            ResultCore result = run(query, writes, statement.parameters());
            if (query.needs().acts()) {
                result.keepRest();
            }
            return result;
        } catch (ThetisException thrown) {
            noteFailure(thrown);
            throw thrown;
        } catch (Error thrown) {
            // A part of the statement may have been done.
            noteFailure(activity.translate(thrown));
            throw thrown;
        }
    }

    private ResultCore run(QueryHandle query, boolean writes, Map<String, Object> parameters) {
        ongoing().enter(this);
        try {
            return writes ? write(query, parameters) : read(query, parameters);
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError thrown) {
            throw ongoing().translate(thrown);
        } finally {
            ongoing().leave();
        }
    }

    private ResultCore read(QueryHandle query, Map<String, Object> parameters) {
        return runner.read(owner, ongoing, query, parameters, snapshot.orElseThrow(), false, graph);
    }

    private ResultCore write(QueryHandle query, Map<String, Object> parameters) {
        owner.results().beginStatement();
        return runner.write(owner, ongoing(), query, parameters, graph::orElseThrow, TransactionSteps.NONE);
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
        return state == State.ACTIVE && !ongoing().isEndedByOthers();
    }

    /** Whether its owner need not end it any more: he has, or somebody else does. */
    boolean isOver() {
        return released || ongoing().isEndedByOthers();
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
        if (state == State.FAILED && !ongoing().isEndedByOthers()) {
            rollback();
            throw failedBefore("it was rolled back instead of committed");
        }
        requireActive();
        end();
        activity.enter(this);
        try {
            return commitInside(message);
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError thrown) {
            throw ongoing().translate(thrown);
        } finally {
            activity.leave();
        }
    }

    /** Whether its owner may end it, because nobody else has; a part of the past ends with its session only. */
    private boolean tryEnd() {
        return ongoing().isOf(this) ? ongoing().tryEnd() : !ongoing().isEndedByOthers();
    }

    /** From here on nobody else can end it. */
    private void decide() {
        if (!tryEnd()) {
            ongoing().requireNotEnded();
        }
    }

    private long commitInside(Optional<String> message) {
        try {
            owner.results().closeAll();
            if (graph.isPresent()) {
                return commit(graph.get(), message);
            }
            decide();
            return revision;
        } finally {
            tryEnd();
            released = true;
            drop();
        }
    }

    private long commit(GraphTransaction ending, Optional<String> message) {
        boolean writes = ending.hasWrites();
        try (ending) {
            long committed = runner.triggers().commit(ending, message, this::decide, ongoing()::turnTo);
            if (writes) {
                onCommit.accept(committed);
            }
            return committed;
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError thrown) {
            tellRollback(writes, Optional.of(ongoing().translate(thrown)));
            throw thrown;
        }
    }

    /** Nothing is told of what has changed nothing, or of what its owner takes back without a reason. */
    private void tellRollback(boolean hasWritten, Optional<ThetisException> reason) {
        if (hasWritten && reason.isPresent()) {
            database().events().rolledBack(id(), reason.get());
        }
    }

    private boolean hasWritten() {
        return graph.map(GraphTransaction::hasWrites).orElse(false);
    }

    /** Takes all changes back. Does nothing after the end. */
    public void rollback() {
        if (state == State.ENDED) {
            return;
        }
        end();
        if (activity.enterToClose(this)) {
            try {
                if (tryEnd()) {
                    rollBackInside();
                }
            } finally {
                activity.leave();
            }
        }
    }

    private void rollBackInside() {
        try {
            released = true;
            owner.results().closeAll();
            boolean hasWritten = hasWritten();
            graph.ifPresent(GraphTransaction::close);
            tellRollback(hasWritten, ongoing().endedFor().or(() -> failure));
        } finally {
            drop();
        }
    }

    @Override
    public void release(OngoingTransaction ended) {
        rollBackInside();
    }

    @Override
    public long memoryBytes(OngoingTransaction asked) {
        return owner.results().memoryBytes(asked);
    }

    @Override
    public Optional<Snapshot> snapshot(OngoingTransaction asked) {
        return snapshot;
    }

    /** Called by the thread that closes the database, when nobody can use the transaction any more. */
    void endFromOutside() {
        owner.results().closeRows();
        boolean hasWritten = hasWritten();
        graph.ifPresent(GraphTransaction::close);
        tellRollback(hasWritten, Optional.of(new ThetisException(ErrorCode.CLOSED, "the database is being closed")));
    }

    /** How much it has written so far: the same number as long as it writes nothing. */
    public long writeCount() {
        requireActive();
        return written();
    }

    private long written() {
        return graph.map(GraphTransaction::writeCount).orElse(0L);
    }

    /** It can run statements again after one has failed, if it has written nothing since it has written so much. */
    public void goOn(long writeCount) {
        if (state == State.ENDED) {
            requireActive();
        }
        ongoing().requireNotEnded();
        if (written() != writeCount) {
            throw new ThetisException(
                    ErrorCode.NOT_YET_SUPPORTED,
                    "the transaction has written since the savepoint, and takes back all or nothing: changes="
                            + (written() - writeCount) + "; roll all of it back and run it again");
        }
        state = State.ACTIVE;
        failure = Optional.empty();
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
        if (state != State.ENDED) {
            ongoing().requireNotEnded();
        }
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
        if (readOnly) {
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
