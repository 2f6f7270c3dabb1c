package org.thetisdb;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.Supplier;
import org.thetisdb.cypher.Cypher;
import org.thetisdb.cypher.syntax.CopyTree;
import org.thetisdb.engine.ResultCursor;
import org.thetisdb.engine.RunOptions;
import org.thetisdb.engine.StopSignal;
import org.thetisdb.engine.TransactionSteps;
import org.thetisdb.engine.query.QueryEngine;
import org.thetisdb.engine.query.QueryNeeds;
import org.thetisdb.storage.GraphTransaction;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.ThetisException.Position;

/**
 * Runs statements, one after the other or several at once, for one thread at a time.
 *
 * <pre>
 *   run(text)                  one statement, which is a transaction of its own
 *   beginTransaction()         several statements: run, run, …, commit or rollback; one such transaction at a time
 *   executeRead(work)          a transaction around a piece of program, tried again when it was merely in the way of
 *   executeWrite(work)         another one
 *   at(revision), at(time)     the graph as it was
 * </pre>
 *
 * <p>An error ends the statement that met it, and its transaction; the session goes on.
 *
 * <p>Closing from outside ({@link Database#close}) without a lock on the way of a query: {@code active} says what the
 * owner is doing. The owner writes it, then looks whether the database is closed; the closer marks the database closed,
 * then looks at {@code active}. Both are volatile, so at least one of them sees the other: either the owner turns back,
 * or the closer cancels and waits.
 */
public final class Session implements AutoCloseable {
    /** How long the closer sleeps between two looks at {@code active}. */
    private static final long WAIT_NANOS = 100_000;

    /** How often a statement that is a transaction of its own is tried; the pauses between add up to about a second. */
    private static final int STATEMENT_TRIES_MAX = 12;

    private final Database database;
    private final SessionOptions options;

    /** What all statements of this session see; empty if each sees the newest revision. */
    private final Optional<Snapshot> past;

    private volatile Object active;
    private volatile Optional<Copy> copying = Optional.empty();
    private boolean closed;
    private final OpenResults results = new OpenResults();
    private final ResultScope scope = new ResultScope();
    private Optional<Transaction> open = Optional.empty();
    private OptionalLong lastRevision = OptionalLong.empty();

    Session(Database database, SessionOptions options, Optional<Snapshot> past) {
        this.database = database;
        this.options = options;
        this.past = past;
    }

    /**
     * As {@link #run(String, Map)} without parameters.
     *
     * @param text one statement of Cypher
     * @return its records, to be read once
     */
    public Result run(String text) {
        return run(text, Map.of());
    }

    /**
     * Runs a statement as a transaction of its own.
     *
     * <p>If it only reads, it sees the newest revision; nothing is read before the first record is asked for: read the
     * result to its end or close it. If it writes, it has been run to its end and committed when this method returns,
     * and its records wait in memory; a conflict with another transaction makes it start again, a few times. COPY runs
     * to its end in either direction.
     *
     * @param text one statement of Cypher, with {@code $name} for parameters
     * @param parameters plain Java values by name: numbers, strings, booleans, {@code java.time}, lists, arrays, maps,
     *     and values from records. More than the text mentions is no error
     * @return its records, to be read once
     * @throws ThetisException with its place in the text if the query is wrong; {@link ErrorCode#INVALID_PARAMETER},
     *     {@link ErrorCode#MISSING_PARAMETER}, {@link ErrorCode#CLOSED}; if it writes, as {@link Transaction#commit()}
     */
    public Result run(String text, Map<String, ?> parameters) {
        Map<String, Object> converted = parameters(text, parameters);
        requireNoTransaction();
        Optional<CopyTree> copy = Cypher.copy(text);
        if (copy.isPresent()) {
            return copy(new Copy(this, copy.get(), text, parameters));
        }
        Optional<Position> place;
        enter(this);
        try {
            QueryNeeds needs = database.engine().needs(text);
            place = needs.write();
            if (!needs.writes()) {
                return read(Optional.empty(), text, converted, needs, past.orElseGet(database.store()::snapshot));
            }
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError failure) {
            throw translate(failure);
        } finally {
            leave();
        }
        try {
            return runAlone(
                    transactions -> write(Optional.empty(), text, converted, transactions::current, transactions));
        } catch (ThetisException failure) {
            throw place.isPresent() && isAboutWhatIsWritten(failure) ? failure.at(place.get()) : failure;
        }
    }

    /** Whether committing may have failed for it, where nobody knows the text any more. */
    private static boolean isAboutWhatIsWritten(ThetisException failure) {
        return switch (failure.code()) {
            case CONSTRAINT_VIOLATED, NODE_STILL_CONNECTED, SCHEMA_EXISTS, SCHEMA_NOT_FOUND -> true;
            default -> false;
        };
    }

    /**
     * Runs a statement as a transaction of its own and commits it; from the start again after a conflict.
     *
     * @param statement runs between {@link #enter} and {@link #leave}
     */
    Result runAlone(Function<AutoCommit, Result> statement) {
        requireWritable();
        return database.retries().run(() -> runAndCommit(statement), Long.MAX_VALUE, STATEMENT_TRIES_MAX);
    }

    private Result copy(Copy copy) {
        copying = Optional.of(copy);
        try {
            return copy.run();
        } finally {
            copying = Optional.empty();
        }
    }

    private Result runAndCommit(Function<AutoCommit, Result> statement) {
        enter(this);
        try (AutoCommit transactions = new AutoCommit(database, isolation(options.isolation()))) {
            results.beginStatement();
            return runAndCommit(statement, transactions);
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError failure) {
            throw translate(failure);
        } finally {
            leave();
        }
    }

    private Result runAndCommit(Function<AutoCommit, Result> statement, AutoCommit transactions) {
        try {
            Result result = statement.apply(transactions);
            active = this;
            long revision = transactions.commit();
            result.committed(revision);
            noteRevision(revision);
            return result;
        } catch (ThetisException failure) {
            if (transactions.hasCommitted() && Retries.isWorthAnotherTry(failure)) {
                // Not transient: another try would do again what is committed already.
                throw new ThetisException(
                        ErrorCode.PARTLY_COMMITTED,
                        "the statement failed after a part of it was committed: " + failure.getMessage()
                                + "; find out what is missing and do only that",
                        failure);
            }
            throw failure;
        }
    }

    /**
     * As {@link #beginTransaction(TransactionOptions)} with the session's isolation and no message.
     *
     * @return the transaction, to be ended
     */
    public Transaction beginTransaction() {
        return beginTransaction(TransactionOptions.byDefault());
    }

    /**
     * Begins a transaction, which sees the newest revision of now. It must be committed, rolled back or closed before
     * the session runs anything else.
     *
     * @param transactionOptions whether it writes, its isolation and its message
     * @return the transaction, to be ended
     * @throws ThetisException {@link ErrorCode#USAGE} if one is open; {@link ErrorCode#STORE_READ_ONLY},
     *     {@link ErrorCode#READ_ONLY_TRANSACTION} for one that writes where nothing can be written
     */
    public Transaction beginTransaction(TransactionOptions transactionOptions) {
        requireNoTransaction();
        boolean writable = !transactionOptions.readOnly();
        if (writable) {
            requireWritable();
        }
        enter(this);
        try {
            Transaction transaction = writable
                    ? new Transaction(
                            this, transactionOptions, database.begin(isolation(transactionOptions.isolation())))
                    : new Transaction(
                            this, transactionOptions, past.orElseGet(database.store()::snapshot), past.isEmpty());
            open = Optional.of(transaction);
            return transaction;
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError failure) {
            throw translate(failure);
        } finally {
            leave();
        }
    }

    /**
     * Runs work in a transaction that only reads, all of it as of one revision. See {@link #executeWrite}.
     *
     * @param <T> what the work finds
     * @param work run once, or more often after transient errors
     * @return what the work returned
     */
    public <T> T executeRead(TransactionWork<T> work) {
        return execute(work, TransactionOptions.byDefault().withReadOnly(true));
    }

    /**
     * As {@link #executeWrite(TransactionWork, TransactionOptions)} with the session's isolation and no message.
     *
     * @param <T> what the work finds
     * @param work run once, or more often after transient errors
     * @return what the work returned
     */
    public <T> T executeWrite(TransactionWork<T> work) {
        return execute(work, TransactionOptions.byDefault());
    }

    /**
     * Runs work in a transaction and commits it. If the work or the commit fails with a transient error, such as
     * {@link ErrorCode#TRANSACTION_CONFLICT}, all is rolled back and done again after a pause, until the database's
     * {@link DatabaseOptions#retryTime} is over. Any other error or exception rolls back and is thrown on; so are
     * {@link ErrorCode#QUERY_CANCELLED} and {@link ErrorCode#QUERY_TIMED_OUT}, and the last error if the thread is
     * interrupted.
     *
     * @param <T> what the work finds
     * @param work run once, or more often after transient errors
     * @param transactionOptions isolation and message of each try
     * @return what the work returned
     */
    public <T> T executeWrite(TransactionWork<T> work, TransactionOptions transactionOptions) {
        return execute(work, transactionOptions);
    }

    private <T> T execute(TransactionWork<T> work, TransactionOptions transactionOptions) {
        return database.retries()
                .run(() -> executeOnce(work, transactionOptions), database.retryNanos(), Integer.MAX_VALUE);
    }

    private <T> T executeOnce(TransactionWork<T> work, TransactionOptions transactionOptions) {
        try (Transaction transaction = beginTransaction(transactionOptions)) {
            T found = work.execute(transaction);
            if (transaction.failure().isPresent()) {
                // The work has swallowed it, but not what it did to the transaction.
                throw transaction.failure().get();
            }
            transaction.commit();
            return found;
        }
    }

    /**
     * {@return a session that shows the graph as it was; to be closed like any other}
     *
     * @param revision the revision that all its statements see
     * @throws ThetisException {@link ErrorCode#REVISION_NOT_FOUND} if there is none of that number yet, or no more
     */
    public Session at(long revision) {
        return at(() -> database.store().snapshot(revision));
    }

    /**
     * As {@link #at(long)} for the newest revision that was committed at that time or before.
     *
     * @param time to the millisecond
     * @return a session that shows the graph as it was then; to be closed
     * @throws ThetisException {@link ErrorCode#REVISION_NOT_FOUND} if there was none yet, or is no more
     */
    public Session at(Instant time) {
        return at(() -> PastSnapshots.snapshotAt(database.store(), time.toEpochMilli()));
    }

    private Session at(Supplier<Snapshot> snapshot) {
        Snapshot found;
        enter(this);
        try {
            found = snapshot.get();
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError failure) {
            throw translate(failure);
        } finally {
            leave();
        }
        return database.session(options, Optional.of(found));
    }

    /** {@return the newest revision that this session has committed; empty if it has committed no changes} */
    public OptionalLong lastRevision() {
        return lastRevision;
    }

    /**
     * Ends the statement that this session runs, if it runs one, with {@link ErrorCode#QUERY_CANCELLED}. Any thread.
     */
    public void cancel() {
        copying.ifPresent(Copy::cancel);
        cancel(active);
    }

    /** {@return how many rows the COPY that runs has copied so far, roughly; 0 if none runs} Any thread. */
    public long copiedRows() {
        return copying.map(Copy::rowCount).orElse(0L);
    }

    private static void cancel(Object what) {
        if (what instanceof Result result) {
            result.cancel();
        } else if (what instanceof ResultCursor cursor) {
            cursor.cancel();
        } else if (what instanceof StopSignal stop) {
            stop.cancel();
        } else if (what instanceof Copy copy) {
            copy.cancel();
        }
    }

    /** Rolls back the transaction and closes the results that are still open. Does nothing the second time. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        open.ifPresent(Transaction::close);
        closed = true;
        scope.end(ResultScope.End.SESSION);
        if (enterToClose(this)) {
            try {
                results.closeAll();
                past.ifPresent(Snapshot::release);
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
            cancel(current);
            LockSupport.parkNanos(this, WAIT_NANOS);
            current = active;
        }
        // The owner is outside, and cannot come in again.
        results.closeRows();
        open.ifPresent(Transaction::endFromOutside);
    }

    /** Its results outside of transactions that are not read to their end. */
    OpenResults openResults() {
        return results;
    }

    /** Until when results outside of transactions may be read. */
    ResultScope scope() {
        return scope;
    }

    void noteRevision(long revision) {
        lastRevision = OptionalLong.of(revision);
    }

    Database database() {
        return database;
    }

    static Map<String, Object> parameters(String text, Map<String, ?> parameters) {
        if (text == null || parameters == null) {
            throw new ThetisException(ErrorCode.USAGE, "a query needs a text and a map of parameters, neither null");
        }
        return Parameters.convert(parameters);
    }

    /** What a text has to be given when it runs. */
    QueryNeeds needs(String text) {
        enter(this);
        try {
            return database.engine().needs(text);
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError failure) {
            throw translate(failure);
        } finally {
            leave();
        }
    }

    /**
     * Begins a statement that reads; between {@link #enter} and {@link #leave} only.
     *
     * @param current what it sees if it does not ask for another state
     */
    Result read(
            Optional<Transaction> owner,
            String text,
            Map<String, Object> parameters,
            QueryNeeds needs,
            Snapshot current) {
        boolean isPast = needs.past().isPresent();
        Snapshot snapshot = isPast ? database.pastSnapshots().find(needs.past().get(), parameters, current) : current;
        Optional<GraphTransaction> writing = isPast ? Optional.empty() : owner.flatMap(Transaction::graph);
        boolean isOwn = isPast || owner.isEmpty() && past.isEmpty();
        if (isPast && owner.isEmpty() && past.isEmpty()) {
            current.release();
        }
        QueryEngine engine = database.engine();
        RunOptions runOptions = database.runOptions();
        StopSignal stop = stoppable(runOptions);
        ResultCursor cursor;
        try {
            cursor = writing.isPresent()
                    ? engine.run(text, parameters, runOptions, writing.get(), TransactionSteps.NONE, stop)
                    : engine.run(text, parameters, runOptions, snapshot, stop);
        } catch (RuntimeException | Error failure) {
            if (isOwn) {
                snapshot.release();
            }
            throw failure;
        }
        OpenRows rows =
                new OpenRows(this, owner, () -> snapshot, isOwn ? Optional.of(snapshot) : Optional.empty(), cursor);
        OpenResults siblings = rows.siblings();
        siblings.beginStatement();
        Result result = new Result(rows);
        siblings.add(result);
        return result;
    }

    /**
     * Runs a statement to its end; between {@link #enter} and {@link #leave} only. Its result holds nothing but records.
     *
     * @param transaction gives the current one
     */
    Result write(
            Optional<Transaction> owner,
            String text,
            Map<String, Object> parameters,
            Supplier<GraphTransaction> transaction,
            TransactionSteps steps) {
        RunOptions runOptions = database.runOptions();
        StopSignal stop = stoppable(runOptions);
        ResultCursor cursor = database.engine().run(text, parameters, runOptions, transaction.get(), steps, stop);
        OpenRows rows = new OpenRows(this, owner, () -> transaction.get().snapshot(), Optional.empty(), cursor);
        try {
            active = cursor;
            return Result.completed(rows);
        } finally {
            rows.close();
        }
    }

    /** What ends the statement that begins now: while it is planned there is no cursor yet that could be cancelled. */
    private StopSignal stoppable(RunOptions runOptions) {
        StopSignal stop = new StopSignal(runOptions.timeoutNanos());
        active = stop;
        return stop;
    }

    /** From now on somebody else sees to it that the transaction ends; between {@link #enter} and {@link #leave}. */
    void forget(Transaction ending) {
        if (open.isPresent() && open.get() == ending) {
            open = Optional.empty();
        }
    }

    private Isolation isolation(Optional<Isolation> wanted) {
        return wanted.or(options::isolation).orElse(database.isolation());
    }

    private void requireNoTransaction() {
        if (open.isPresent()) {
            throw new ThetisException(
                    ErrorCode.USAGE,
                    "the session has an open transaction; run the statement in it, end it, or use another session");
        }
    }

    private void requireWritable() {
        if (past.isPresent()) {
            throw new ThetisException(
                    ErrorCode.READ_ONLY_TRANSACTION,
                    "the past cannot be changed: revision=" + past.get().revision()
                            + "; write through a session of the database itself");
        }
        database.requireWritable();
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
