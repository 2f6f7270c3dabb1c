package org.thetisdb.session;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.ResultCursor;
import org.thetisdb.engine.StopSignal;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * What a session's owner is doing, so that a database can be closed from outside without a lock on the way of a query.
 *
 * <pre>
 *   owner    current = what ──► is the database closed? ──► works ──► current = null
 *   closer   the database is closed ──► current? cancels it, until there is none
 * </pre>
 *
 * <p>Both fields are volatile, and each side writes its own before it reads that of the other; so at least one of them
 * sees the other (Dekker's entry protocol, with one side that never takes its word back): either the owner turns back,
 * or the closer cancels and waits.
 *
 * <p>Belongs to the session's thread, but for {@link #cancel} and {@link #awaitEnd}.
 */
public final class Activity {
    /** How long the closer sleeps between two looks. */
    private static final long WAIT_NANOS = 100_000;

    private final Lifetime database;

    /** Null outside. */
    private volatile @Nullable Object current;

    private boolean closed;

    Activity(Lifetime database) {
        this.database = database;
    }

    /** To be called before touching the engine or storage; {@link #leave} must follow if it returns. */
    public void enter(Object what) {
        current = what;
        if (closed || database.isOver()) {
            current = null;
            throw database.isOver()
                    ? database.error()
                    : new ThetisException(
                            ErrorCode.CLOSED, "the session has been closed; ask the database for another");
        }
    }

    /** As {@link #enter}, for closing: false if the database's closer sees to it. */
    boolean enterToClose(Object what) {
        current = what;
        if (database.isOver()) {
            current = null;
            return false;
        }
        return true;
    }

    /** Between {@link #enter} and {@link #leave}: goes on with something else. */
    void turnTo(Object what) {
        current = what;
    }

    public void leave() {
        current = null;
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

    private static void cancel(@Nullable Object what) {
        switch (what) {
            case Stoppable stoppable -> stoppable.cancel();
            case ResultCursor cursor -> cursor.cancel();
            case StopSignal stop -> stop.cancel();
            case null, default -> {}
        }
    }

    /** Ends what the session does, and waits until it has; for the closer, once the database is marked as closed. */
    void awaitEnd() {
        Object seen = current;
        while (seen != null) {
            cancel(seen);
            LockSupport.parkNanos(this, WAIT_NANOS);
            seen = current;
        }
    }

    /** What a user gets for whatever went wrong. */
    ThetisException translate(Throwable failure) {
        if (database.isOver()) {
            return database.error();
        }
        return switch (failure) {
            case ThetisException known -> known;
            case OutOfMemoryError error ->
                new ThetisException(
                        ErrorCode.MEMORY_EXHAUSTED,
                        "the JVM's heap is exhausted: heapBytesMax="
                                + Runtime.getRuntime().maxMemory() + "; start with a larger -Xmx, or limit the query",
                        error);
            case StackOverflowError error ->
                new ThetisException(
                        ErrorCode.LIMIT_EXCEEDED, "the query is nested too deeply; split it with WITH", error);
            default ->
                new ThetisException(
                        ErrorCode.INTERNAL, "a defect of Thetis, please report it with the query: " + failure, failure);
        };
    }
}
