package org.thetisdb;

import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.thetisdb.engine.ResultCursor;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Runs queries, one after the other or several at once, for one thread at a time.
 *
 * <p>An error ends the query that met it; the session goes on.
 *
 * <p>Closing from outside ({@link Database#close}) without a lock on the way of a query: {@code active} says what the
 * owner is doing. The owner writes it, then looks whether the database is closed; the closer marks the database closed,
 * then looks at {@code active}. Both are volatile, so at least one of them sees the other: either the owner turns back,
 * or the closer cancels and waits.
 */
public final class Session implements AutoCloseable {
    /** How long the closer sleeps between two looks at {@code active}. */
    private static final long WAIT_NANOS = 100_000;

    private final Database database;
    private volatile Object active;
    private boolean closed;
    private Result firstOpen;

    /** Made when first needed and shared by all results: making one costs more than reading a node. */
    private EntityReader entities;

    Session(Database database) {
        this.database = database;
    }

    /** As {@link #run(String, Map)} without parameters. */
    public Result run(String text) {
        return run(text, Map.of());
    }

    /**
     * Runs a query. Nothing is read before the first record is asked for; read the result to its end or close it.
     *
     * @param text one statement of Cypher, with {@code $name} for parameters
     * @param parameters plain Java values by name: numbers, strings, booleans, {@code java.time}, lists, arrays, maps,
     *     and values from records. More than the text mentions is no error
     * @throws ThetisException with its place in the text if the query is wrong; {@link ErrorCode#INVALID_PARAMETER},
     *     {@link ErrorCode#MISSING_PARAMETER}, {@link ErrorCode#CLOSED}
     */
    public Result run(String text, Map<String, ?> parameters) {
        if (text == null || parameters == null) {
            throw new ThetisException(ErrorCode.USAGE, "a query needs a text and a map of parameters, neither null");
        }
        Map<String, Object> converted = Parameters.convert(parameters);
        enter(this);
        try {
            ResultCursor cursor = database.engine().run(text, converted, database.runOptions(), database.snapshot());
            Result result = new Result(this, database, cursor);
            link(result);
            return result;
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError failure) {
            throw translate(failure);
        } finally {
            leave();
        }
    }

    /** Closes all results that are still open. Does nothing the second time. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        Result result = firstOpen;
        while (result != null) {
            Result next = result.nextOpen;
            result.close();
            result = next;
        }
        if (enterToClose(this)) {
            try {
                release();
            } finally {
                leave();
            }
        }
        database.forget(this);
    }

    /** Called by the thread that closes the database, which is marked as closed by then. */
    void closeFromOutside() {
        Object current = active;
        while (current != null) {
            if (current instanceof Result result) {
                result.cancel();
            }
            LockSupport.parkNanos(this, WAIT_NANOS);
            current = active;
        }
        // The owner is outside, and cannot come in again.
        for (Result result = firstOpen; result != null; result = result.nextOpen) {
            result.release();
        }
        release();
    }

    private void release() {
        if (entities != null) {
            entities.close();
            entities = null;
        }
    }

    /** Between {@link #enter} and {@link #leave} only. */
    EntityReader entities() {
        if (entities == null) {
            entities = new EntityReader(database);
        }
        return entities;
    }

    /** To be called before touching the engine or storage; {@link #leave} must follow if it returns. */
    void enter(Object what) {
        active = what;
        if (closed || database.isClosed()) {
            active = null;
            throw database.isClosed()
                    ? database.closedError()
                    : new ThetisException(
                            ErrorCode.CLOSED, "the session has been closed; ask the database for another");
        }
    }

    /** As {@link #enter}, for closing: false if the database's closer sees to it. */
    boolean enterToClose(Object what) {
        active = what;
        if (database.isClosed()) {
            active = null;
            return false;
        }
        return true;
    }

    void leave() {
        active = null;
    }

    private void link(Result result) {
        result.nextOpen = firstOpen;
        if (firstOpen != null) {
            firstOpen.previousOpen = result;
        }
        firstOpen = result;
    }

    void unlink(Result result) {
        if (result.previousOpen != null) {
            result.previousOpen.nextOpen = result.nextOpen;
        } else if (firstOpen == result) {
            firstOpen = result.nextOpen;
        }
        if (result.nextOpen != null) {
            result.nextOpen.previousOpen = result.previousOpen;
        }
        result.previousOpen = null;
        result.nextOpen = null;
    }

    /** What a user gets for whatever went wrong. */
    ThetisException translate(Throwable failure) {
        if (database.isClosed()) {
            return database.closedError();
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
