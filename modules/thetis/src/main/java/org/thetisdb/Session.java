package org.thetisdb;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.thetisdb.copy.Copy;
import org.thetisdb.cypher.Cypher;
import org.thetisdb.cypher.syntax.CopyTree;
import org.thetisdb.session.DatabaseCore;
import org.thetisdb.session.OpenResults;
import org.thetisdb.session.ResultCore;
import org.thetisdb.session.SessionCore;
import org.thetisdb.session.SessionTerms;
import org.thetisdb.session.StatementText;
import org.thetisdb.session.TransactionCore;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Runs statements, one after another or several at once, for one thread at a time.
 *
 * <pre>
 *   run(text)                  one statement, which is a transaction of its own; so is one that was prepared
 *   beginTransaction()         several statements: run, run, …, commit or rollback; one such transaction at a time
 *   executeRead(work)          a transaction around a piece of program, tried again when it only conflicted with
 *   executeWrite(work)         another one
 *   at(revision), at(time)     the graph as it was
 * </pre>
 *
 * <p>An error ends the statement that met it, and its transaction; the session continues.
 *
 * <p>A thin face over {@code SessionCore}, in which the work is done.
 */
public final class Session implements AutoCloseable {
    private final SessionCore core;
    private volatile Optional<Copy> copying = Optional.empty();

    private Session(SessionCore core) {
        this.core = core;
    }

    /** A session of a database that is open. */
    static Session of(DatabaseCore database, SessionTerms terms) {
        return new Session(SessionCore.of(database, terms, Entities.INSTANCE));
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
        StatementText statement = Parameters.statement(text, parameters);
        core.requireNoTransaction();
        Optional<CopyTree> copy = Cypher.copy(text);
        return new Result(copy.isPresent() ? copy(new Copy(core, copy.get(), statement)) : core.run(statement));
    }

    /**
     * As {@link #run(PreparedStatement, Map)} without parameters.
     *
     * @param statement prepared by the session's database
     * @return its records, to be read once
     */
    public Result run(PreparedStatement statement) {
        return run(statement, Map.of());
    }

    /**
     * Runs a prepared statement as {@link #run(String, Map)} does its text.
     *
     * @param statement prepared by the session's database
     * @param parameters as there
     * @return its records, to be read once
     * @throws ThetisException as there; {@link ErrorCode#USAGE} if another database has prepared it
     */
    public Result run(PreparedStatement statement, Map<String, ?> parameters) {
        return new Result(core.run(statement.with(parameters, core.database())));
    }

    private ResultCore copy(Copy copy) {
        copying = Optional.of(copy);
        try {
            return copy.run();
        } finally {
            copying = Optional.empty();
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
        TransactionCore begun = core.begin(
                transactionOptions.readOnly(),
                transactionOptions.isolation().map(StorageTerms::stored),
                StorageTerms.nanos(transactionOptions.timeout()),
                StorageTerms.nanos(transactionOptions.idleTimeout()));
        return new Transaction(begun, transactionOptions);
    }

    /**
     * Runs work in a transaction that only reads, all of it as of one revision. See {@link #executeWrite}.
     *
     * @param <T> what the work finds
     * @param work run once, or more often after transient errors
     * @return what the work returned
     */
    public <T extends @Nullable Object> T executeRead(TransactionWork<T> work) {
        return execute(work, TransactionOptions.byDefault().withReadOnly(true));
    }

    /**
     * As {@link #executeWrite(TransactionWork, TransactionOptions)} with the session's isolation and no message.
     *
     * @param <T> what the work finds
     * @param work run once, or more often after transient errors
     * @return what the work returned
     */
    public <T extends @Nullable Object> T executeWrite(TransactionWork<T> work) {
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
    public <T extends @Nullable Object> T executeWrite(TransactionWork<T> work, TransactionOptions transactionOptions) {
        return execute(work, transactionOptions);
    }

    private <T extends @Nullable Object> T execute(TransactionWork<T> work, TransactionOptions transactionOptions) {
        return core.retry(() -> executeOnce(work, transactionOptions));
    }

    private <T extends @Nullable Object> T executeOnce(TransactionWork<T> work, TransactionOptions transactionOptions) {
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
        return new Session(core.at(revision));
    }

    /**
     * As {@link #at(long)} for the newest revision that was committed at that time or before.
     *
     * @param time to the millisecond
     * @return a session that shows the graph as it was then; to be closed
     * @throws ThetisException {@link ErrorCode#REVISION_NOT_FOUND} if there was none yet, or is no more
     */
    public Session at(Instant time) {
        return new Session(core.atTime(time.toEpochMilli()));
    }

    /** {@return what the session is called where transactions are listed, such as {@code session-3}} Any thread. */
    public String id() {
        return core.id();
    }

    /** {@return the newest revision that this session has committed; empty if it has committed no changes} */
    public OptionalLong lastRevision() {
        return core.lastRevision();
    }

    /**
     * Ends the statement that this session runs, if it runs one, with {@link ErrorCode#QUERY_CANCELLED}. Any thread.
     */
    public void cancel() {
        copying.ifPresent(Copy::cancel);
        core.cancel();
    }

    /** {@return how many rows the COPY that runs has copied so far, roughly; 0 if none runs} Any thread. */
    public long copiedRows() {
        return copying.map(Copy::rowCount).orElse(0L);
    }

    /** Rolls back the transaction and closes the results that are still open. Does nothing the second time. */
    @Override
    public void close() {
        core.close();
    }

    /** Its results outside of transactions that are not read to their end. */
    OpenResults openResults() {
        return core.openResults();
    }
}
