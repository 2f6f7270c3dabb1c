package org.thetisdb.session;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.ResultCursor;
import org.thetisdb.engine.StopSignal;
import org.thetisdb.running.Deadlines;
import org.thetisdb.running.Ending;
import org.thetisdb.running.RunningTransaction;
import org.thetisdb.running.TransactionState;
import org.thetisdb.running.TransactionState.StatementState;
import org.thetisdb.running.TransactionState.Status;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.options.Isolation;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * A transaction from its beginning to its end, as its owner and others see it.
 *
 * <pre>
 *                 owner: tryEnd
 *   fate  OPEN ─────────────────► ENDED          the owner releases what it holds
 *           └────────────────────► Ending        its statement is cancelled, and what it holds is released: at once if
 *                 others: end                    the owner is outside, else by him when he leaves
 * </pre>
 *
 * <p>Invariants: the fate is decided once. The owner, having said what he does ({@link #turnTo}), looks at the fate;
 * who ends the transaction sets the fate, then cancels what the owner does. So one of them sees the other.
 *
 * <p>Belongs to the session's thread, but for what {@link RunningTransaction} has.
 */
public final class OngoingTransaction implements RunningTransaction {
    private static final AtomicReferenceFieldUpdater<OngoingTransaction, Object> FATE =
            AtomicReferenceFieldUpdater.newUpdater(OngoingTransaction.class, Object.class, "fate");

    private static final AtomicReferenceFieldUpdater<OngoingTransaction, Object> CURRENT =
            AtomicReferenceFieldUpdater.newUpdater(OngoingTransaction.class, Object.class, "current");

    private static final AtomicReferenceFieldUpdater<OngoingTransaction, Object> STATEMENT =
            AtomicReferenceFieldUpdater.newUpdater(OngoingTransaction.class, Object.class, "statement");

    private static final AtomicLongFieldUpdater<OngoingTransaction> USED_NANOS =
            AtomicLongFieldUpdater.newUpdater(OngoingTransaction.class, "usedNanos");

    /** Its owner has ended it. */
    private static final Object ENDED = new Object();

    /**
     * How it was begun.
     *
     * @param readOnly whether it cannot write
     * @param ofOneResult whether it ends with the result of the only statement that it is for
     * @param timeoutNanos how long it may take; 0 for no limit
     * @param idleTimeoutNanos how long it may be idle; 0 for no limit
     */
    record Terms(
            boolean readOnly, boolean ofOneResult, Isolation isolation, long timeoutNanos, long idleTimeoutNanos) {}

    /** A statement that runs, or whose result is read. */
    private record Statement(long number, String text, long startNanos) {}

    private final TransactionNumbers numbers;
    private final Activity activity;
    private Holdings holdings;
    private final Terms terms;
    private final long number;
    private final long startNanos;

    /** Null while it is open; {@link #ENDED}, or an {@link Ending}. */
    private volatile @Nullable Object fate;

    /** What its owner does for it, and can be cancelled; null if nothing. */
    private volatile @Nullable Object current;

    /**
     * Null if there is none; the text of the only one that all of it is for; or a {@link Statement}. The only one began
     * with the transaction, and so needs no object of its own.
     */
    private volatile @Nullable Object statement;

    /** Of the only one that all of it is for. */
    private long statementNumber;

    /** How long after its start the owner has done something with it the last time. */
    private volatile long usedNanos;

    /** What went wrong while somebody else released what it held; null if nothing did. */
    private volatile @Nullable Throwable problem;

    OngoingTransaction(TransactionNumbers numbers, Activity activity, Holdings holdings, Terms terms, long startNanos) {
        this.numbers = numbers;
        this.activity = activity;
        this.holdings = holdings;
        this.terms = terms;
        this.number = numbers.nextTransaction();
        this.startNanos = startNanos;
    }

    // ---------------------------------------------------------------- its owner

    /** Enters the activity for it; {@link #leave} must follow if it returns. */
    void enter(Object what) {
        CURRENT.lazySet(this, what);
        activity.enter(what, this);
        if (fate instanceof Ending ending) {
            leave();
            throw error(ending);
        }
    }

    /** The owner is inside and begins its only statement; nobody else has seen it before. */
    void beginInside(String text, StopSignal stop) {
        CURRENT.lazySet(this, stop);
        begin(text);
        activity.turnToFirst(stop, this);
    }

    /**
     * The owner is inside, and does something else.
     *
     * @throws ThetisException if somebody has ended the transaction
     */
    public void turnTo(Object what) {
        CURRENT.lazySet(this, what);
        // A full fence: after it, whoever ends the transaction sees what was just said.
        activity.turnTo(what, this);
        requireNotEnded();
    }

    /**
     * The owner is inside, and does something else for a while.
     *
     * @param stop ends it
     * @throws ThetisException if somebody has ended the transaction
     */
    void turnTo(StopSignal stop, Runnable work) {
        Object former = current;
        turnTo(stop);
        try {
            work.run();
        } finally {
            CURRENT.lazySet(this, former);
            if (former != null) {
                activity.turnTo(former, this);
            }
        }
    }

    /** Leaves the activity; idle time begins. */
    void leave() {
        noteUseNow();
        leaveAtOnce();
    }

    /** As {@link #leave}, for what is done so often that a clock is read for it only if somebody limits idle time. */
    void leaveSoon() {
        noteUse();
        leaveAtOnce();
    }

    private void leaveAtOnce() {
        CURRENT.lazySet(this, null);
        activity.leave();
    }

    /** The owner does something with it, outside of the activity. */
    void noteUse() {
        if (terms.idleTimeoutNanos() > 0) {
            noteUseNow();
        }
    }

    private void noteUseNow() {
        USED_NANOS.lazySet(this, numbers.nanoTime() - startNanos);
    }

    /** The statement that all of it is for begins; those that this one is made of are not shown. */
    void begin(String text) {
        statementNumber = numbers.nextStatement();
        STATEMENT.lazySet(this, text);
    }

    /** A statement of it begins. */
    void begin(String text, StopSignal stop) {
        if (!(statement instanceof String)) {
            STATEMENT.lazySet(this, new Statement(numbers.nextStatement(), text, stop.startNanos()));
        }
    }

    /** The owner is about to end it; false if somebody else has ended it before. */
    boolean tryEnd() {
        STATEMENT.lazySet(this, null);
        return FATE.compareAndSet(this, null, ENDED);
    }

    /** It is over, and nothing is held any more: whoever still has it must not keep what it had. */
    void forget() {
        holdings = Holdings.NOTHING;
        CURRENT.lazySet(this, null);
    }

    /** Whether somebody else has ended it. */
    boolean isEndedByOthers() {
        return fate instanceof Ending;
    }

    void requireNotEnded() {
        if (fate instanceof Ending ending) {
            throw error(ending);
        }
    }

    /** Why somebody else has ended it; empty if nobody has. */
    Optional<ThetisException> endedFor() {
        return fate instanceof Ending ending ? Optional.of(ending.error()) : Optional.empty();
    }

    /** Whether it is what somebody holds. */
    @SuppressWarnings("ReferenceEquality") // The very same object is meant.
    boolean isOf(Holdings asked) {
        return holdings == asked;
    }

    /** Whether it ends with the result of the only statement that it is for. */
    boolean isOfOneResult() {
        return terms.ofOneResult();
    }

    /** What the owner gets for whatever went wrong. */
    ThetisException translate(Throwable failure) {
        ThetisException translated = activity.translate(failure);
        return fate instanceof Ending ending && translated.code() != ErrorCode.CLOSED ? error(ending) : translated;
    }

    private ThetisException error(Ending ending) {
        ThetisException error = ending.error();
        Throwable suppressed = problem;
        if (suppressed != null) {
            error.addSuppressed(suppressed);
        }
        return error;
    }

    // ---------------------------------------------------------------- others

    @Override
    public String id() {
        return numbers.transactionId(number);
    }

    @Override
    public boolean end(Ending ending) {
        if (!FATE.compareAndSet(this, null, ending)) {
            return false;
        }
        Activity.cancel(current);
        activity.ask(this::release);
        return true;
    }

    private void release() {
        try {
            holdings.release(this);
        } catch (RuntimeException | Error thrown) {
            problem = thrown;
        }
    }

    /** Whether nobody has ended it. */
    boolean isOpen() {
        return fate == null;
    }

    /** Whether it is to be shown: it is open, or its owner still works for it. */
    boolean isOngoing() {
        return isOpen() || isInside();
    }

    private boolean isInside() {
        return activity.inside() == this;
    }

    @Override
    public Deadlines deadlines() {
        return new Deadlines(startNanos, terms.timeoutNanos(), terms.idleTimeoutNanos());
    }

    @Override
    public long idleNanos(long nowNanos) {
        return isInside() ? 0 : Math.max(0, nowNanos - startNanos - usedNanos);
    }

    @Override
    public TransactionState state() {
        long nowNanos = numbers.nanoTime();
        Optional<Snapshot> snapshot = holdings.snapshot(this);
        return new TransactionState(
                id(),
                numbers.sessionId(),
                Optional.ofNullable(statement).map(known -> state(known, nowNanos)),
                status(),
                nowNanos - startNanos,
                idleNanos(nowNanos),
                terms.readOnly(),
                terms.isolation(),
                snapshot.map(Snapshot::revision).orElse(0L),
                holdings.memoryBytes(this) + (current instanceof ResultCursor cursor ? cursor.memoryBytes() : 0),
                snapshot.map(numbers::pinnedBytes).orElse(0L),
                terms.timeoutNanos(),
                terms.idleTimeoutNanos());
    }

    private StatementState state(Object known, long nowNanos) {
        Statement shown =
                known instanceof Statement one ? one : new Statement(statementNumber, known.toString(), startNanos);
        return new StatementState(numbers.statementId(shown.number()), shown.text(), nowNanos - shown.startNanos());
    }

    private Status status() {
        if (isEndedByOthers()) {
            return Status.TERMINATED;
        }
        if (!isOpen()) {
            return Status.CLOSING;
        }
        return isInside() ? Status.RUNNING : Status.IDLE;
    }
}
