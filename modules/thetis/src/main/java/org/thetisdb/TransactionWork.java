package org.thetisdb;

import org.jspecify.annotations.Nullable;

/**
 * What {@link Session#executeRead} and {@link Session#executeWrite} run in a transaction, more than once if it has to
 * be tried again: it should change nothing outside the database.
 *
 * @param <T> what it finds, which may be null
 */
@FunctionalInterface
public interface TransactionWork<T extends @Nullable Object> {
    /**
     * Runs the statements.
     *
     * @param transaction where they run; it is committed when this returns, and rolled back if this throws
     * @return what the caller gets when the transaction has been committed: no result, which would have ended
     */
    T execute(TransactionContext transaction);
}
