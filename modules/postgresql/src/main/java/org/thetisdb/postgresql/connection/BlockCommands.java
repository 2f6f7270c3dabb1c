package org.thetisdb.postgresql.connection;

import java.io.IOException;
import org.thetisdb.postgresql.failure.PostgresFailure;
import org.thetisdb.postgresql.failure.SqlState;
import org.thetisdb.postgresql.statement.Statement;
import org.thetisdb.value.ThetisException;

/** What begins and ends transaction blocks and their parts. */
final class BlockCommands {
    private final TransactionState transaction;
    private final KeptNames names;
    private final Responses responses;

    BlockCommands(TransactionState transaction, KeptNames names, Responses responses) {
        this.transaction = transaction;
        this.names = names;
        this.responses = responses;
    }

    void begin(Statement.Begin begin) throws IOException {
        if (transaction.isExplicit()) {
            responses.warning(SqlState.ACTIVE_TRANSACTION.code(), "there is already a transaction in progress");
            return;
        }
        transaction.begin(begin.mode());
    }

    boolean commit() throws IOException {
        if (!transaction.isInBlock()) {
            responses.warning(SqlState.NO_ACTIVE_TRANSACTION.code(), "there is no transaction in progress");
            return true;
        }
        names.closePortals();
        try {
            return transaction.commit();
        } catch (ThetisException failure) {
            throw PostgresFailure.of(failure, _ -> -1);
        }
    }

    void rollback() throws IOException {
        if (!transaction.isInBlock()) {
            responses.warning(SqlState.NO_ACTIVE_TRANSACTION.code(), "there is no transaction in progress");
        }
        names.closePortals();
        transaction.rollback();
    }

    void save(String name) {
        requireBlock("SAVEPOINT");
        try {
            transaction.save(name, names.portalsMade());
        } catch (ThetisException failure) {
            throw PostgresFailure.of(failure, _ -> -1);
        }
    }

    void release(String name) {
        requireBlock("RELEASE SAVEPOINT");
        transaction.release(name);
    }

    void rollbackTo(String name) {
        requireBlock("ROLLBACK TO SAVEPOINT");
        try {
            names.closePortalsSince(transaction.rollbackTo(name));
        } catch (ThetisException failure) {
            throw PostgresFailure.of(failure, _ -> -1);
        }
    }

    private void requireBlock(String command) {
        if (!transaction.isExplicit()) {
            throw PostgresFailure.of(
                    SqlState.NO_ACTIVE_TRANSACTION, command + " can only be used in transaction blocks");
        }
    }

    /** An error if a block is open. */
    void requireNone(String command) {
        if (transaction.isExplicit()) {
            throw PostgresFailure.of(SqlState.ACTIVE_TRANSACTION, command + " cannot run inside a transaction block");
        }
    }

    void set(Statement.SetTransaction set) throws IOException {
        if (set.session()) {
            transaction.setSession(set.mode());
        } else if (transaction.isInBlock()) {
            transaction.set(set.mode());
        } else {
            responses.warning(
                    SqlState.NO_ACTIVE_TRANSACTION.code(), "SET TRANSACTION can only be used in transaction blocks");
        }
    }
}
