package org.thetisdb.engine;

import org.thetisdb.storage.GraphTransaction;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Lets a query commit on its way, for {@code CALL { } IN TRANSACTIONS}. Whoever gave the query its transaction keeps
 * track here of which one is the current one: that is the one to be committed when the query is done.
 */
public interface TransactionSteps {
    /** Where the user has begun the transaction and means to end it. */
    TransactionSteps NONE = new TransactionSteps() {
        @Override
        public GraphTransaction commitAndBegin(GraphTransaction current) {
            throw new ThetisException(
                    ErrorCode.USAGE,
                    "CALL { } IN TRANSACTIONS commits by itself, so it cannot run inside of a transaction;"
                            + " run it directly in a session");
        }

        @Override
        public GraphTransaction rollBackAndBegin(GraphTransaction current) {
            return commitAndBegin(current);
        }
    };

    /**
     * Commits the current transaction and begins the one that the query goes on with.
     *
     * @throws ThetisException if the commit fails; then {@link #rollBackAndBegin} is to be called
     */
    GraphTransaction commitAndBegin(GraphTransaction current);

    /** Rolls the current transaction back, if it is not at its end, and begins the one that the query goes on with. */
    GraphTransaction rollBackAndBegin(GraphTransaction current);
}
