package org.thetisdb.engine.pipeline;

import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.InnerStatements;
import org.thetisdb.engine.RunOptions;
import org.thetisdb.engine.SessionMemory;
import org.thetisdb.engine.StopSignal;
import org.thetisdb.engine.TransactionSteps;
import org.thetisdb.engine.WriteCounters;
import org.thetisdb.engine.evaluation.EvaluationContext;
import org.thetisdb.engine.evaluation.LongLists;
import org.thetisdb.storage.GraphTransaction;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.value.Invariant;

/**
 * What all workers of one run share: parameters, limits, the time, and the stop signal. Thread safe.
 *
 * <p>Between batches each worker calls {@link #checkpoint}; that is where a cancellation or a time-out takes effect.
 */
public final class QueryContext implements EvaluationContext.Run {
    private static final AtomicLongFieldUpdater<QueryContext> RESERVED_BYTES =
            AtomicLongFieldUpdater.newUpdater(QueryContext.class, "reservedBytes");

    private static final AtomicIntegerFieldUpdater<QueryContext> BREAKERS =
            AtomicIntegerFieldUpdater.newUpdater(QueryContext.class, "breakers");

    /** Steps that may lie idle before they are given back. */
    private static final int KEPT_STEPS = 2;

    /** Into how many steps the memory of a session is divided that has little. */
    private static final int SESSION_STEPS = 16;

    private static final long STEP_BYTES_MIN = 64 << 10;

    private final Map<String, Object> parameters;
    private final RunOptions options;
    private final StatementClock clock;
    private final StopSignal stop;
    private final QueryMemory memory;

    /** Null until something is written; most runs only read. */
    private @Nullable WriteTally tally;

    private volatile Snapshot snapshot;
    private volatile Optional<GraphTransaction> transaction;
    private boolean mayWrite = true;
    private volatile boolean hasDeleted;
    private TransactionSteps steps = TransactionSteps.NONE;
    private LongLists.Maker listsMaker = LongLists.Maker.NONE;
    private InnerStatements inner = InnerStatements.NONE;

    @SuppressWarnings("UnusedVariable") // Read and written by its updater.
    private volatile long reservedBytes;

    private volatile long grantedBytes;
    private volatile long peakBytes;

    @SuppressWarnings("UnusedVariable") // Read and written by its updater.
    private volatile int breakers;

    private volatile boolean isShort;

    /** Null until something is kept outside the heap; most runs have nothing there. */
    private volatile @Nullable RunSpace space;

    /**
     * @param memory what all queries of the engine share
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
        this.clock = new StatementClock(options.clock());
        if (transaction.isPresent()) {
            transaction.get().whileWaiting(stop::checkpoint);
        }
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

    /**
     * Says how to commit along the way, what puts lists on disk, what runs statements within this one, and whether the
     * plan writes; to be called before the run.
     */
    public QueryContext with(
            TransactionSteps newSteps, LongLists.Maker newListsMaker, InnerStatements newInner, boolean writes) {
        steps = newSteps;
        listsMaker = newListsMaker;
        inner = newInner;
        mayWrite = writes;
        return this;
    }

    /** Whether the graph may change in the middle of the run, so that what was read has to be read again. */
    public boolean mayWrite() {
        return mayWrite;
    }

    /** What runs statements within the run. */
    InnerStatements inner() {
        return inner;
    }

    /** Ends the transaction and continues in the next one, with its snapshot. */
    public void nextTransaction(boolean commit) {
        GraphTransaction current = writing();
        GraphTransaction next = commit ? steps.commitAndBegin(current) : steps.rollBackAndBegin(current);
        next.whileWaiting(stop::checkpoint);
        transaction = Optional.of(next);
        snapshot = next.snapshot();
    }

    /** What goes beyond one transaction. */
    public TransactionSteps steps() {
        return steps;
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
        return clock.fixed();
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

    @Override
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

    @Override
    public StopSignal stop() {
        return stop;
    }

    /** What the run's operators keep at this moment, in bytes. */
    public long reservedBytes() {
        return reservedBytes;
    }

    /** The most that the run's operators have kept at a time. */
    public long peakBytes() {
        return peakBytes;
    }

    /** Whether the run has kept more than it may without asking, or has put something on disk. */
    public boolean hasKeptMuch() {
        return peakBytes > QueryMemory.FREE_BYTES || spilledBytes() > 0;
    }

    /** Growing is counted where it asks for memory, which is seldom. */
    private long noted(long total) {
        if (total > peakBytes) {
            synchronized (this) {
                peakBytes = Math.max(peakBytes, total);
            }
        }
        return total;
    }

    /** Charges memory that an operator is about to keep; {@link #release} gives it back. */
    public void reserve(String operator, long bytes) {
        long total = RESERVED_BYTES.addAndGet(this, bytes);
        long limit = options.memoryBytes();
        if (limit > 0 && total + outsideBytes() > limit) {
            throw MemoryErrors.ofRun(operator, total + outsideBytes(), limit);
        }
        if (noted(total) > QueryMemory.FREE_BYTES + grantedBytes) {
            grant(operator, total);
        }
    }

    /**
     * As {@link #reserve}, for what can be put on disk instead: says whether there is enough, and leaves some for what
     * cannot.
     */
    @Override
    public boolean tryReserve(long bytes) {
        return tryReserve(bytes, QueryMemory.spillableBytes(options.memoryBytes()));
    }

    /** As {@link #reserve}, for what can wait until somebody has read it: says whether there is enough. */
    boolean tryReserveToWait(long bytes) {
        long limit = options.memoryBytes();
        return tryReserve(bytes, limit == 0 ? Long.MAX_VALUE : limit);
    }

    private boolean tryReserve(long bytes, long limit) {
        long total = RESERVED_BYTES.addAndGet(this, bytes);
        boolean fits =
                total + outsideBytes() <= limit && (total <= QueryMemory.FREE_BYTES + grantedBytes || tryGrant(total));
        if (fits) {
            noted(total);
        } else {
            RESERVED_BYTES.addAndGet(this, -bytes);
        }
        return fits;
    }

    /** As {@link #reserve}, for the little that cannot be done without, whatever the limits. */
    void reserveAnyway(long bytes) {
        long total = noted(RESERVED_BYTES.addAndGet(this, bytes));
        if (total > QueryMemory.FREE_BYTES + grantedBytes) {
            synchronized (this) {
                long more = missingBytes(total);
                if (more > 0) {
                    memory.takeAnyway(more);
                    options.session().ifPresent(session -> session.take(more));
                    grantedBytes += more;
                }
            }
        }
    }

    private synchronized boolean tryGrant(long total) {
        long more = missingSteps(total);
        return more <= 0 || take(more, true);
    }

    /** What is to be taken, in whole steps; not positive if nothing is. */
    private long missingSteps(long total) {
        long step = stepBytes();
        return Math.ceilDiv(missingBytes(total), step) * step;
    }

    /** What is to be taken; not positive if nothing is. */
    private long missingBytes(long total) {
        return total - QueryMemory.FREE_BYTES - grantedBytes;
    }

    /** A session that may have little takes it in small steps, so that two of its statements can have some. */
    private long stepBytes() {
        return options.session().isEmpty()
                ? QueryMemory.STEP_BYTES
                : Math.clamp(
                        options.session().get().limitBytes() / SESSION_STEPS, STEP_BYTES_MIN, QueryMemory.STEP_BYTES);
    }

    /** Takes memory of the session's and of that of all queries, or none. */
    private synchronized boolean take(long bytes, boolean spills) {
        Optional<SessionMemory> session = options.session();
        if (session.isPresent() && !session.get().tryTake(bytes, spills)) {
            return false;
        }
        boolean taken = spills ? memory.takeSpillable(bytes) : memory.take(bytes);
        if (taken) {
            grantedBytes += bytes;
        } else {
            session.ifPresent(shared -> shared.release(bytes));
        }
        return taken;
    }

    private void giveBack(long bytes) {
        memory.giveBack(bytes);
        options.session().ifPresent(session -> session.release(bytes));
    }

    /** Whether breakers have a place to put what does not fit. */
    public boolean canSpill() {
        return memory.space().isPresent();
    }

    public long shareBytesMax() {
        return memory.shareBytesMax();
    }

    /** What each breaker may hold when all that now hold something hold as much. */
    long fairShareBytes() {
        long runBytes = Math.min(QueryMemory.spillableBytes(options.memoryBytes()), memory.fairBytes());
        return runBytes / Math.max(1, breakers);
    }

    /**
     * What one more worker of a breaker might use for a while: to merge runs, say. It is not charged by this.
     *
     * @param workerCount how many share it
     */
    public long workingBytes(int workerCount) {
        long bytes = Math.min(fairShareBytes() / Math.max(1, workerCount), shareBytesMax());
        return Math.max(MemoryShare.WORKING_BYTES, bytes);
    }

    /** A breaker was refused that holds less than its fair share. */
    void noteShort() {
        isShort = true;
        memory.noteShort();
    }

    boolean isShort() {
        return isShort || memory.isShort();
    }

    void joinBreakers() {
        if (BREAKERS.getAndIncrement(this) == 0) {
            memory.join();
        }
    }

    void leaveBreakers() {
        isShort = false;
        if (BREAKERS.decrementAndGet(this) == 0) {
            memory.leave();
        }
    }

    /** The temporary files, from now on. */
    RunFiles files() {
        return space().files();
    }

    /** The temporary files, if the run may have any. */
    public Optional<RunFiles> filesIfAny() {
        return Optional.ofNullable(space).map(RunSpace::files);
    }

    /** What the run has outside the heap. */
    RunSpace space() {
        RunSpace known = space;
        return known == null ? newSpace() : known;
    }

    private synchronized RunSpace newSpace() {
        RunSpace known = space;
        if (known == null) {
            known = new RunSpace(memory, options);
            space = known;
        }
        return known;
    }

    /** Takes memory for a block outside the heap, if there is enough. */
    boolean tryTakeOutside(long bytes) {
        boolean taken = space().tryTake(bytes, reservedBytes);
        if (taken) {
            noted(reservedBytes + outsideBytes());
        }
        return taken;
    }

    private long outsideBytes() {
        RunSpace known = space;
        return known == null ? 0 : known.blockBytes();
    }

    /** What the run has written to temporary files. */
    public long spilledBytes() {
        // Asked after every run, of which most have not spilled: those take no lock.
        RunSpace known = space;
        return known == null ? 0 : known.spilledBytes();
    }

    @Override
    public void requireRoom(String operation, long bytes) {
        reserve(operation, bytes);
        release(bytes);
    }

    @Override
    public Optional<LongLists> longLists() {
        return canSpill() ? Optional.of(space().longLists(listsMaker)) : Optional.empty();
    }

    private synchronized void grant(String operator, long total) {
        long missing = missingBytes(total);
        // Less than a step may be left, and enough.
        if (missing > 0 && !take(missingSteps(total), false) && !take(missing, false)) {
            throw options.session()
                    .filter(session -> session.takenBytes() + missing > session.limitBytes())
                    .map(session -> MemoryErrors.ofSession(operator, total, session))
                    .orElseGet(() -> MemoryErrors.ofAll(operator, total, memory));
        }
    }

    /** Releases all memory and temporary files; to be called once, when nobody works for the run any more. */
    public void end() {
        // Most runs have taken nothing of what all share, and nobody works for this one any more: no lock is needed.
        if (grantedBytes > 0 || breakers > 0 || space != null) {
            endSharing();
        }
    }

    private synchronized void endSharing() {
        if (grantedBytes > 0) {
            giveBack(grantedBytes);
            grantedBytes = 0;
        }
        if (BREAKERS.getAndSet(this, 0) > 0) {
            memory.leave();
        }
        RunSpace known = space;
        if (known != null) {
            if (tally != null) {
                known.files().keepLasting();
            }
            known.close();
        }
    }

    /** Releases what {@link #reserve} charged. */
    @Override
    public void release(long bytes) {
        long left = RESERVED_BYTES.addAndGet(this, -bytes);
        Invariant.check(left >= 0, "no more is released than was reserved", "leftBytes", left, "releasedBytes", bytes);
        if (isShort && bytes > 0) {
            isShort = false;
        }
        if (grantedBytes - left >= KEPT_STEPS * QueryMemory.STEP_BYTES) {
            giveBackSteps();
        }
    }

    /** What a run does not need any more, others may have before it ends; a step is kept for what comes next. */
    private synchronized void giveBackSteps() {
        long unused = grantedBytes + QueryMemory.FREE_BYTES - reservedBytes;
        long less = (unused / QueryMemory.STEP_BYTES - 1) * QueryMemory.STEP_BYTES;
        less = Math.min(less, grantedBytes);
        if (less > 0) {
            grantedBytes -= less;
            giveBack(less);
        }
    }
}
