package org.thetisdb;

import java.util.Map;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** Where the statements of one transaction run. Belongs to the session's thread. */
public interface TransactionContext {
    /** {@return what the transaction is called where transactions are listed, such as {@code transaction-3-17}} */
    String id();

    /**
     * As {@link #run(String, Map)} without parameters.
     *
     * @param text one statement of Cypher
     * @return its records, to be read once, before the transaction ends
     */
    default Result run(String text) {
        return run(text, Map.of());
    }

    /**
     * Runs a statement that sees all writes of the statements before it. If it writes, it is done when this method
     * returns; if it reads, it reads when records are asked for, and a later statement that writes first makes the
     * rest of its records be read and kept. So no result ever shows what a later statement has written.
     *
     * <p>Results end with the transaction.
     *
     * @param text one statement of Cypher, with {@code $name} for parameters
     * @param parameters as for {@link Session#run(String, Map)}
     * @return its records, to be read once, before the transaction ends
     * @throws ThetisException as {@link Session#run(String, Map)}, and {@link ErrorCode#TRANSACTION_CONFLICT},
     *     {@link ErrorCode#TRANSACTION_ENDED}, {@link ErrorCode#READ_ONLY_TRANSACTION}; after any error of a statement
     *     the transaction can only be rolled back
     */
    Result run(String text, Map<String, ?> parameters);

    /**
     * As {@link #run(PreparedStatement, Map)} without parameters.
     *
     * @param statement prepared by the transaction's database
     * @return its records, to be read once, before the transaction ends
     */
    default Result run(PreparedStatement statement) {
        return run(statement, Map.of());
    }

    /**
     * Runs a prepared statement as {@link #run(String, Map)} does its text.
     *
     * @param statement prepared by the transaction's database
     * @param parameters as there
     * @return its records, to be read once, before the transaction ends
     * @throws ThetisException as there; {@link ErrorCode#USAGE} if another database has prepared it
     */
    Result run(PreparedStatement statement, Map<String, ?> parameters);
}
