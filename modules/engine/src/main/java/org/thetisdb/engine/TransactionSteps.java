package org.thetisdb.engine;

import org.thetisdb.storage.GraphTransaction;
import org.thetisdb.storage.SchemaWriter;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Lets a query do more than work in one transaction: commit along the way, for {@code CALL { } IN TRANSACTIONS},
 * and change the schema. The caller that gave the query its transaction keeps
 * track here of the current one, which is to be committed when the query is done.
 */
public interface TransactionSteps {
    /** Where the user has begun the transaction and will end it. */
    TransactionSteps NONE = new TransactionSteps() {
        @Override
        public GraphTransaction commitAndBegin(GraphTransaction current) {
            throw refused("CALL { } IN TRANSACTIONS commits by itself");
        }

        @Override
        public SchemaWriter schema() {
            throw refused("a command on indexes or constraints commits by itself");
        }

        @Override
        public ExtensionWriter extensions() {
            throw refused("a command on extensions commits by itself");
        }

        private ThetisException refused(String what) {
            return new ThetisException(
                    ErrorCode.USAGE, what + ", so it cannot be part of a transaction; run it outside transactions");
        }

        @Override
        public GraphTransaction rollBackAndBegin(GraphTransaction current) {
            return commitAndBegin(current);
        }
    };

    /**
     * Commits the current transaction and begins the one that the query continues in.
     *
     * @throws ThetisException if the commit fails; then {@link #rollBackAndBegin} is to be called
     */
    GraphTransaction commitAndBegin(GraphTransaction current);

    /** Rolls the current transaction back, if it has not ended, and begins the one that the query continues in. */
    GraphTransaction rollBackAndBegin(GraphTransaction current);

    /** Makes and drops indexes and constraints, each in a commit of its own. */
    SchemaWriter schema();

    /** Puts extensions into the database and takes them out. */
    ExtensionWriter extensions();
}
