package org.thetisdb.postgresql.connection;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
import org.thetisdb.Database;
import org.thetisdb.Isolation;
import org.thetisdb.Result;
import org.thetisdb.Session;
import org.thetisdb.Transaction;
import org.thetisdb.TransactionOptions;
import org.thetisdb.postgresql.failure.PostgresFailure;
import org.thetisdb.postgresql.failure.SqlState;
import org.thetisdb.postgresql.statement.Statement.TransactionMode;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Whether statements run by themselves or in a block.
 *
 * <pre>
 *            BEGIN                 first statement           an error
 *   I (idle) ─────► T (nothing yet) ─────────────► T (open) ─────────► E (failed)
 *      ▲                 │                            │ ◄── ROLLBACK TO ── │
 *      └─────────────────┴──── COMMIT, ROLLBACK ──────┴───────────────────┘
 * </pre>
 */
final class TransactionState {
    private final Database database;
    private final Session session;

    /** Of a client that has asked for it; looked at by whoever cancels. */
    private volatile Optional<Session> readOnlySession = Optional.empty();

    private boolean inBlock;
    private boolean failed;

    /** Whether the block is that of a message with several statements, and ends with it. */
    private boolean implicit;

    private Optional<Transaction> open = Optional.empty();
    private final Deque<Savepoint> savepoints = new ArrayDeque<>();
    private TransactionMode mode = TransactionMode.ANY;
    private TransactionMode sessionMode = TransactionMode.ANY;

    /**
     * A place to go back to.
     *
     * @param mark of what was written before
     * @param portalsMade before
     */
    private record Savepoint(String name, long mark, long portalsMade) {}

    TransactionState(Database database) {
        this.database = database;
        this.session = database.session();
    }

    /** As ReadyForQuery tells it. */
    char letter() {
        return failed ? 'E' : inBlock && !implicit ? 'T' : 'I';
    }

    boolean isFailed() {
        return failed;
    }

    boolean isInBlock() {
        return inBlock;
    }

    boolean isExplicit() {
        return inBlock && !implicit;
    }

    /** Isolation as SHOW tells it. */
    String isolation() {
        TransactionMode current = mode.or(sessionMode);
        return current.isolation().orElse(Isolation.SNAPSHOT) == Isolation.SERIALIZABLE
                ? "serializable"
                : "repeatable read";
    }

    void beginImplicit() {
        inBlock = true;
        implicit = true;
        mode = TransactionMode.ANY;
    }

    void begin(TransactionMode wanted) {
        inBlock = true;
        implicit = false;
        mode = wanted;
    }

    /** SET TRANSACTION. */
    void set(TransactionMode wanted) {
        if (open.isPresent()) {
            throw PostgresFailure.of(
                    SqlState.ACTIVE_TRANSACTION, "SET TRANSACTION must be called before any query of the transaction");
        }
        mode = wanted.or(mode);
    }

    void setSession(TransactionMode wanted) {
        sessionMode = wanted.or(sessionMode);
    }

    Result run(String cypher, Map<String, ?> parameters) {
        if (inBlock) {
            return opened().run(cypher, parameters);
        }
        if (sessionMode.readOnly().orElse(false)) {
            // A session of the past refuses to write; the newest revision is the last of the past.
            readOnlySession.ifPresent(Session::close);
            Session reading = session.at(database.revision());
            readOnlySession = Optional.of(reading);
            return reading.run(cypher, parameters);
        }
        return session.run(cypher, parameters);
    }

    /** Ends what is running. */
    void cancel() {
        session.cancel();
        readOnlySession.ifPresent(Session::cancel);
    }

    void close() {
        readOnlySession.ifPresent(Session::close);
        session.close();
    }

    private Transaction opened() {
        Transaction transaction = open.orElseGet(this::openNow);
        open = Optional.of(transaction);
        return transaction;
    }

    private Transaction openNow() {
        TransactionMode wanted = mode.or(sessionMode);
        TransactionOptions options =
                TransactionOptions.byDefault().withReadOnly(wanted.readOnly().orElse(false));
        if (wanted.isolation().isPresent()) {
            options = options.withIsolation(wanted.isolation().get());
        }
        try {
            return session.beginTransaction(options);
        } catch (ThetisException refused) {
            boolean readOnlyStore = refused.code() == ErrorCode.STORE_READ_ONLY;
            if (!readOnlyStore
                    || wanted.readOnly().isPresent() && !wanted.readOnly().get()) {
                throw refused;
            }
            return session.beginTransaction(options.withReadOnly(true));
        }
    }

    /** After an error: a block waits for its end, what was written in it is gone, unless there is a savepoint. */
    void fail() {
        if (inBlock) {
            failed = true;
            if (savepoints.isEmpty()) {
                open.ifPresent(Transaction::rollback);
            }
        }
    }

    /** Does what nobody has asked for: if it fails, the block goes on as if it had not been tried. */
    Optional<PostgresFailure> tryAhead(Ahead work) throws IOException {
        try {
            long mark = open.map(Transaction::savepoint).orElse(0L);
            try {
                work.run();
            } catch (RuntimeException | StackOverflowError | OutOfMemoryError thrown) {
                open.ifPresent(block -> block.rollbackTo(mark));
                return Optional.of(ClientSession.failure(thrown));
            }
        } catch (ThetisException ended) {
            return Optional.of(ClientSession.failure(ended));
        }
        return Optional.empty();
    }

    /** What is read before it is asked for. */
    interface Ahead {
        void run() throws IOException;
    }

    /** SAVEPOINT. */
    void save(String name, long portalsMade) {
        Transaction transaction = opened();
        savepoints.push(new Savepoint(name, transaction.savepoint(), portalsMade));
    }

    /** RELEASE: the savepoint is gone, and those after it. */
    void release(String name) {
        find(name);
        savepoints.pop();
    }

    /** ROLLBACK TO: the savepoint stays; gives how many portals had been made before it. */
    long rollbackTo(String name) {
        Savepoint savepoint = find(name);
        open.orElseThrow().rollbackTo(savepoint.mark());
        failed = false;
        return savepoint.portalsMade();
    }

    /** The last of that name, when those after it are gone. */
    private Savepoint find(String name) {
        if (savepoints.stream().noneMatch(each -> each.name().equals(name))) {
            throw PostgresFailure.of(SqlState.INVALID_SAVEPOINT, "savepoint \"" + name + "\" does not exist");
        }
        while (!savepoints.element().name().equals(name)) {
            savepoints.pop();
        }
        return savepoints.element();
    }

    /** Ends the block; gives whether it has committed. */
    boolean commit() {
        Optional<Transaction> ending = open;
        boolean good = !failed;
        reset();
        if (good) {
            ending.ifPresent(Transaction::commit);
        } else {
            ending.ifPresent(Transaction::rollback);
        }
        return good;
    }

    void rollback() {
        Optional<Transaction> ending = open;
        reset();
        ending.ifPresent(Transaction::rollback);
    }

    private void reset() {
        open = Optional.empty();
        savepoints.clear();
        inBlock = false;
        implicit = false;
        failed = false;
        mode = TransactionMode.ANY;
    }
}
