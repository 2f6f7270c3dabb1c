package org.thetisdb.session;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.ResultCursor;
import org.thetisdb.engine.StopSignal;
import org.thetisdb.io.memory.JvmHeap;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * What a session's owner is doing, so that others can close the database, or end one of the session's transactions,
 * without a lock on the way of a query.
 *
 * <pre>
 *   owner    current: null ─► what ──► database closed? transaction ended? ──► works ──► null ──► errands? runs them
 *   closer   the database is closed ──► current? cancels it, until there is none; then takes the place for ever
 *   others   puts an errand down ──► current: null ─► VISITOR, runs the errands ─► null
 *            └ if it is not null, the owner is inside, and runs them when he leaves
 * </pre>
 *
 * <p>All of these fields are volatile, and each side writes its own before it reads that of the other; so at least one
 * of them sees the other (Dekker's entry protocol, with one side that never takes its word back): either the owner
 * turns back, or the closer cancels and waits; and an errand is run by whoever of both comes last.
 *
 * <p>Invariant: what the session holds of the engine and of storage is touched by whoever has made {@code current}
 * other than null, one at a time.
 *
 * <p>Belongs to the session's thread, but for {@link #cancel}, {@link #ask}, {@link #awaitEnd} and {@link #inside}.
 */
public final class Activity {
    private static final AtomicReferenceFieldUpdater<Activity, Object> CURRENT =
            AtomicReferenceFieldUpdater.newUpdater(Activity.class, Object.class, "current");

    private static final AtomicReferenceFieldUpdater<Activity, OngoingTransaction> INSIDE =
            AtomicReferenceFieldUpdater.newUpdater(Activity.class, OngoingTransaction.class, "inside");

    /** How long one sleeps between two looks. */
    private static final long WAIT_NANOS = 100_000;

    /** In the owner's place: somebody who runs errands; or, for ever, who closes the database. */
    private static final Object VISITOR = new Object();

    private final Lifetime database;
    private final Queue<Runnable> errands = new ConcurrentLinkedQueue<>();

    /** Null outside. */
    private volatile @Nullable Object current;

    /** For which transaction the owner works; null outside, and where it is not known yet. */
    private volatile @Nullable OngoingTransaction inside;

    private boolean closed;

    Activity(Lifetime database) {
        this.database = database;
    }

    /** To be called before touching the engine or storage; {@link #leave} must follow if it returns. */
    public void enter(Object what) {
        if (!take(what)) {
            throw database.error();
        }
        if (closed || database.isOver()) {
            current = null;
            throw database.isOver()
                    ? database.error()
                    : new ThetisException(
                            ErrorCode.CLOSED, "the session has been closed; ask the database for another");
        }
    }

    /**
     * As {@link #enter(Object)}, to work for a transaction. It has a full fence, which lies between what the owner has
     * said before and what he looks at next.
     */
    void enter(Object what, OngoingTransaction transaction) {
        INSIDE.lazySet(this, transaction);
        enter(what);
    }

    /** As {@link #enter}, for closing: false if the database's closer sees to it. */
    boolean enterToClose(Object what) {
        if (!take(what)) {
            return false;
        }
        if (database.isOver()) {
            current = null;
            return false;
        }
        return true;
    }

    /** Puts the owner inside, when no visitor is; false if the database's closer is there, who stays. */
    @SuppressWarnings("ReferenceEquality") // The very same object is meant.
    private boolean take(Object what) {
        Object seen = current;
        if (seen != null && seen != VISITOR) {
            // The owner is inside already.
            current = what;
            return true;
        }
        while (!CURRENT.compareAndSet(this, null, what)) {
            if (database.isOver()) {
                return false;
            }
            LockSupport.parkNanos(this, WAIT_NANOS);
        }
        return true;
    }

    /** Between {@link #enter} and {@link #leave}: goes on with something else. */
    void turnTo(Object what) {
        current = what;
    }

    /** As {@link #turnTo(Object)}, for a transaction. */
    void turnTo(Object what, OngoingTransaction transaction) {
        INSIDE.lazySet(this, transaction);
        current = what;
    }

    /**
     * As the other one, for a transaction that nobody else has seen before: without the fence that makes sure that the
     * owner sees what others have done to it. Who closes the database looks again and again.
     */
    void turnToFirst(Object what, OngoingTransaction transaction) {
        CURRENT.lazySet(this, what);
        INSIDE.lazySet(this, transaction);
    }

    /** Does nothing if the owner has left already. */
    @SuppressWarnings("ReferenceEquality") // The very same object is meant.
    public void leave() {
        Object seen = current;
        if (seen == null || seen == VISITOR) {
            return;
        }
        // Only shown: whoever comes later need not see it at once.
        INSIDE.lazySet(this, null);
        current = null;
        if (!errands.isEmpty()) {
            runErrands();
        }
    }

    /** For which transaction the owner works, if he is inside; any thread. */
    @Nullable
    OngoingTransaction inside() {
        return inside;
    }

    /**
     * Has something done to what the session holds as soon as the owner is outside: here and now, or by himself when he
     * leaves. Any thread.
     *
     * @param errand must throw nothing
     */
    void ask(Runnable errand) {
        errands.add(errand);
        runErrands();
    }

    private void runErrands() {
        while (!errands.isEmpty() && CURRENT.compareAndSet(this, null, VISITOR)) {
            try {
                for (Runnable errand = errands.poll(); errand != null; errand = errands.poll()) {
                    errand.run();
                }
            } finally {
                current = null;
            }
        }
    }

    /** The session is closed: nothing can be entered any more, but to close it. */
    void end() {
        closed = true;
    }

    boolean hasEnded() {
        return closed;
    }

    /** For what needs no more than the heap, and so enters nothing. */
    void requireOpenDatabase() {
        database.requireOpen();
    }

    /** Ends what the session does, if it does anything. Any thread. */
    void cancel() {
        cancel(current);
    }

    static void cancel(@Nullable Object what) {
        switch (what) {
            case Stoppable stoppable -> stoppable.cancel();
            case ResultCursor cursor -> cursor.cancel();
            case StopSignal stop -> stop.cancel();
            case null, default -> {}
        }
    }

    /**
     * Ends what the session does, and waits until it has; for the closer, once the database is marked as closed. Nobody
     * comes in after that.
     */
    void awaitEnd() {
        while (!CURRENT.compareAndSet(this, null, VISITOR)) {
            cancel(current);
            LockSupport.parkNanos(this, WAIT_NANOS);
        }
    }

    /** What a user gets for whatever went wrong. */
    ThetisException translate(Throwable failure) {
        if (database.isOver()) {
            return database.error();
        }
        return switch (failure) {
            case ThetisException known -> known;
            case OutOfMemoryError error -> JvmHeap.exhausted(error);
            // What is closed on the way out ended in the very same error, which cannot be added to itself.
            case IllegalArgumentException twice
            when twice.getCause() instanceof OutOfMemoryError error -> JvmHeap.exhausted(error);
            case StackOverflowError error ->
                new ThetisException(
                        ErrorCode.LIMIT_EXCEEDED,
                        "the query has too many clauses, or is nested too deeply; make several statements of it",
                        error);
            default ->
                new ThetisException(
                        ErrorCode.INTERNAL, "a defect of Thetis, please report it with the query: " + failure, failure);
        };
    }
}
