package org.thetisdb;

import java.util.Map;
import java.util.Optional;
import org.thetisdb.session.OpenResults;
import org.thetisdb.session.TransactionCore;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Several statements that take effect together or not at all. They see the revision that was the newest when the
 * transaction began, and what they have written themselves.
 *
 * <pre>
 *           run, run, …            commit
 *   ACTIVE ────────────► ACTIVE ────────────► ENDED ◄──── close() at any time: rollback
 *    ▲ │ a statement fails           rollback   ▲
 *    │ └──────────────► FAILED ─────────────────┘
 *    └───────────────────┘ rollbackTo a savepoint, if nothing was written since
 * </pre>
 *
 * <p>Belongs to its session's thread. Must be ended: by {@link #commit()}, {@link #rollback} or {@link #close}.
 */
public final class Transaction implements TransactionContext, AutoCloseable {
    private final TransactionCore core;
    private final TransactionOptions options;

    /** Over what has begun. */
    Transaction(TransactionCore core, TransactionOptions options) {
        this.core = core;
        this.options = options;
    }

    @Override
    public Result run(String text, Map<String, ?> parameters) {
        return new Result(core.run(Parameters.statement(text, parameters)));
    }

    @Override
    public Result run(PreparedStatement statement, Map<String, ?> parameters) {
        return new Result(core.run(statement.with(parameters, core.database())));
    }

    /** Its results that are not read to their end. */
    OpenResults openResults() {
        return core.openResults();
    }

    /** What made it fail, if anything did. */
    Optional<ThetisException> failure() {
        return core.failure();
    }

    @Override
    public String id() {
        return core.id();
    }

    /** {@return the revision that was the newest when the transaction began} */
    public long revision() {
        return core.revision();
    }

    /** {@return whether it can still run statements: neither ended nor failed} */
    public boolean isOpen() {
        return core.isActive();
    }

    /**
     * As {@link #commit(String)} with the message of the options.
     *
     * @return the number of a revision, as there
     * @throws ThetisException as there
     */
    public long commit() {
        return core.commit(options.message());
    }

    /**
     * Makes all changes visible and as durable as the database's options say. Results that are open end.
     *
     * @param message kept with the revision
     * @return the number of the revision that it made; if nothing was written, of the one that it has read
     * @throws ThetisException {@link ErrorCode#TRANSACTION_CONFLICT}, {@link ErrorCode#CONSTRAINT_VIOLATED}, {@link
     *     ErrorCode#NODE_STILL_CONNECTED}, {@link ErrorCode#DISK_FULL}, {@link ErrorCode#STORE_READ_ONLY}: nothing has
     *     been changed; {@link ErrorCode#TRANSACTION_ENDED} if it has ended before, or a statement has failed; the
     *     transaction is at its end in every case
     */
    public long commit(String message) {
        return core.commit(Optional.of(message));
    }

    /**
     * {@return a mark for {@link #rollbackTo}: how much it has written so far}
     *
     * @throws ThetisException {@link ErrorCode#TRANSACTION_ENDED} if it has ended, or a statement has failed
     */
    public long savepoint() {
        return core.writeCount();
    }

    /**
     * Goes on after a statement has failed, if nothing was written since a savepoint: changes are taken back all or
     * not at all.
     *
     * @param savepoint from {@link #savepoint()} of this transaction
     * @throws ThetisException {@link ErrorCode#NOT_YET_SUPPORTED} if something was written since: the transaction is as
     *     it was before; {@link ErrorCode#TRANSACTION_ENDED} if it has ended
     */
    public void rollbackTo(long savepoint) {
        core.goOn(savepoint);
    }

    /** Takes all changes back. Results that are open end. Does nothing after the end. */
    public void rollback() {
        core.rollback();
    }

    /** As {@link #rollback}. */
    @Override
    public void close() {
        core.rollback();
    }
}
