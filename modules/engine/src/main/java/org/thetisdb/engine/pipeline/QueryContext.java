package org.thetisdb.engine.pipeline;

import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.RunOptions;
import org.thetisdb.engine.StopSignal;
import org.thetisdb.engine.TransactionSteps;
import org.thetisdb.engine.WriteCounters;
import org.thetisdb.engine.evaluation.EvaluationContext;
import org.thetisdb.storage.GraphTransaction;
import org.thetisdb.storage.SchemaWriter;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.Invariant;
import org.thetisdb.value.ThetisException;

/**
 * What all workers of one run share: parameters, limits, the time, and the stop signal. Thread safe.
 *
 * <p>Between batches each worker calls {@link #checkpoint}; that is where a cancellation or a time-out takes effect.
 */
public final class QueryContext implements EvaluationContext.Run {
    private static final AtomicLongFieldUpdater<QueryContext> RESERVED_BYTES =
            AtomicLongFieldUpdater.newUpdater(QueryContext.class, "reservedBytes");

    private final Map<String, Object> parameters;
    private final RunOptions options;
    /** The time that the statement sees, from when it first asks; null until then, for most never do. */
    private volatile @Nullable Clock clock;

    private final StopSignal stop;
    private final QueryMemory memory;

    /** Null until something is written; most runs only read. */
    private @Nullable WriteTally tally;

    private volatile Snapshot snapshot;
    private volatile Optional<GraphTransaction> transaction;
    private volatile boolean hasDeleted;
    private TransactionSteps steps = TransactionSteps.NONE;

    @SuppressWarnings("UnusedVariable") // Read and written by its updater.
    private volatile long reservedBytes;

    private volatile long grantedBytes;

    /**
     * Begins a run that only reads.
     *
     * @param memory what all queries of the engine share
     */
    public QueryContext(Map<String, Object> parameters, RunOptions options, QueryMemory memory, Snapshot snapshot) {
        this(parameters, options, memory, snapshot, Optional.empty(), new StopSignal(options.timeoutNanos()));
    }

    /**
     * @param transaction takes what the run writes; the snapshot is its own
     * @param stop says when the run has to end
     */
    public QueryContext(
            Map<String, Object> parameters,
            RunOptions options,
            QueryMemory memory,
            Snapshot snapshot,
            Optional<GraphTransaction> transaction,
            StopSignal stop) {
        this.stop = stop;
        this.snapshot = snapshot;
        this.transaction = transaction;
        this.parameters = parameters;
        this.memory = memory;
        this.options = options;
    }

    @Override
    public Map<String, Object> parameters() {
        return parameters;
    }

    /** What the run reads. */
    public Snapshot snapshot() {
        return snapshot;
    }

    /** What takes the run's writes; empty if it is outside any transaction and only reads. */
    public Optional<GraphTransaction> transaction() {
        return transaction;
    }

    /** What takes the run's writes; there must be one, because the plan writes. */
    public GraphTransaction writing() {
        return transaction.orElseThrow(() -> new IllegalStateException("a plan that writes runs without transaction"));
    }

    /** Says how to commit along the way; to be called before the run. */
    public QueryContext withSteps(TransactionSteps newSteps) {
        steps = newSteps;
        return this;
    }

    /** Ends the transaction and continues in the next one, with its snapshot. */
    public void nextTransaction(boolean commit) {
        GraphTransaction current = writing();
        GraphTransaction next = commit ? steps.commitAndBegin(current) : steps.rollBackAndBegin(current);
        transaction = Optional.of(next);
        snapshot = next.snapshot();
    }

    /** Changes indexes and constraints. */
    public SchemaWriter schema() {
        return steps.schema();
    }

    /** Counts what the run writes. Used by the thread that writes. */
    public WriteTally tally() {
        WriteTally known = tally;
        if (known == null) {
            known = new WriteTally();
            tally = known;
        }
        return known;
    }

    /** What the run has written; to be asked when no worker works for it. */
    public WriteCounters counters() {
        WriteTally known = tally;
        return known == null ? WriteCounters.NONE : known.counters();
    }

    @Override
    public Clock clock() {
        Clock known = clock;
        return known == null ? fixedClock() : known;
    }

    private synchronized Clock fixedClock() {
        Clock known = clock;
        if (known == null) {
            known = Clock.fixed(options.clock().instant(), options.clock().getZone());
            clock = known;
        }
        return known;
    }

    @Override
    public RandomGenerator random() {
        return options.random();
    }

    /** To be called when something was deleted: from then on, rows may hold entities that are gone. */
    public void noteDeletion() {
        hasDeleted = true;
    }

    boolean hasDeleted() {
        return hasDeleted;
    }

    public RunOptions options() {
        return options;
    }

    /** Makes each worker end with an error at its next {@link #checkpoint}. */
    public void cancel() {
        stop.cancel();
    }

    /** Ends the run with an error if it was cancelled or has taken too long. */
    public void checkpoint() {
        stop.checkpoint();
    }

    /** The time left before the time-out; {@link Long#MAX_VALUE} if there is none, not negative. */
    public long remainingNanos() {
        return stop.remainingNanos();
    }

    @Override
    public StopSignal stop() {
        return stop;
    }

    /** Charges memory that an operator is about to keep; {@link #release} gives it back. */
    public void reserve(String operator, long bytes) {
        long total = RESERVED_BYTES.addAndGet(this, bytes);
        long limit = options.memoryBytes();
        if (limit > 0 && total > limit) {
            throw new ThetisException(
                    ErrorCode.MEMORY_EXHAUSTED,
                    "out of query memory: operator=" + operator + ", neededBytes=" + total + ", limitBytes=" + limit
                            + "; let the query keep fewer rows (filter earlier, LIMIT), or start with a larger -Xmx");
        }
        if (total > QueryMemory.FREE_BYTES + grantedBytes) {
            grant(operator, total);
        }
    }

    @Override
    public void requireRoom(String operation, long bytes) {
        reserve(operation, bytes);
        release(bytes);
    }

    private synchronized void grant(String operator, long total) {
        long missing = total - QueryMemory.FREE_BYTES - grantedBytes;
        long more = Math.ceilDiv(missing, QueryMemory.STEP_BYTES) * QueryMemory.STEP_BYTES;
        if (more <= 0) {
            return;
        }
        if (!memory.take(more)) {
            throw new ThetisException(
                    ErrorCode.MEMORY_EXHAUSTED,
                    "the queries that run now need more memory than there is for all of them: operator=" + operator
                            + ", neededBytes=" + total + ", takenBytes=" + memory.takenBytes() + ", limitBytes="
                            + memory.limitBytes() + "; try again when others are done, or start with a larger -Xmx");
        }
        grantedBytes += more;
    }

    /** Releases all memory; to be called once, when nobody works for the run any more. */
    public void end() {
        if (grantedBytes > 0) {
            memory.giveBack(grantedBytes);
        }
    }

    /** Releases what {@link #reserve} charged. */
    public void release(long bytes) {
        long left = RESERVED_BYTES.addAndGet(this, -bytes);
        Invariant.check(left >= 0, "no more is released than was reserved", "leftBytes", left, "releasedBytes", bytes);
    }
}
