package org.thetisdb;

/**
 * What a transaction is protected from. Chosen for a database ({@link DatabaseOptions#withIsolation}), a session
 * ({@link SessionOptions#withIsolation}) or a transaction ({@link TransactionOptions#withIsolation}).
 */
public enum Isolation {
    /**
     * All reads of a transaction are those of one revision; of two transactions that change the same thing, one fails.
     * Write skew is possible: two transactions that each read what the other changes may both commit.
     */
    SNAPSHOT,
    /**
     * As if the transactions that commit had run one after another, in the order of their revisions. More of them
     * fail with {@link org.thetisdb.value.ErrorCode#TRANSACTION_CONFLICT} and have to be tried again.
     */
    SERIALIZABLE
}
