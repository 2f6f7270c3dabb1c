package org.thetisdb.postgresql.statement;

import java.util.Optional;
import org.thetisdb.Isolation;

/** A command of SQL. */
public sealed interface Statement {
    /** {@return what is said when it is done, for those that say always the same} */
    String tag();

    /** Nothing at all. */
    record Empty() implements Statement {
        @Override
        public String tag() {
            return "";
        }
    }

    /** BEGIN or START TRANSACTION, with what it wants. */
    record Begin(TransactionMode mode, String tag) implements Statement {}

    /** SET TRANSACTION, or SET SESSION CHARACTERISTICS for all that follow. */
    record SetTransaction(TransactionMode mode, boolean session) implements Statement {
        @Override
        public String tag() {
            return "SET";
        }
    }

    /** COMMIT or END. */
    record Commit() implements Statement {
        @Override
        public String tag() {
            return "COMMIT";
        }
    }

    /** ROLLBACK or ABORT. */
    record Rollback() implements Statement {
        @Override
        public String tag() {
            return "ROLLBACK";
        }
    }

    /** SAVEPOINT: a place to go back to. */
    record Savepoint(String name) implements Statement {
        @Override
        public String tag() {
            return "SAVEPOINT";
        }
    }

    /** RELEASE of a savepoint, and of those after it. */
    record Release(String name) implements Statement {
        @Override
        public String tag() {
            return "RELEASE";
        }
    }

    /** ROLLBACK TO a savepoint. */
    record RollbackTo(String name) implements Statement {
        @Override
        public String tag() {
            return "ROLLBACK";
        }
    }

    /** SET of a setting; to its default if there is no value. */
    record Set(String name, Optional<String> value) implements Statement {
        @Override
        public String tag() {
            return "SET";
        }
    }

    /** SHOW of a setting, or of all. */
    record Show(String name) implements Statement {
        @Override
        public String tag() {
            return "SHOW";
        }
    }

    /** RESET of a setting, or of all if it has no name. */
    record Reset(Optional<String> name) implements Statement {
        @Override
        public String tag() {
            return "RESET";
        }
    }

    /** DISCARD ALL, or of a part, of which there is nothing to discard. */
    record Discard(boolean all, String tag) implements Statement {}

    /** DEALLOCATE of a prepared statement, or of all if it has no name. */
    record Deallocate(Optional<String> name, String tag) implements Statement {}

    /**
     * A query or a change, as text from a place of the client's text.
     *
     * @param tag SELECT, INSERT, UPDATE or DELETE
     */
    record Query(String text, int offset, String tag) implements Statement {
        /** {@return whether it only reads, as far as its first word tells} */
        public boolean isSelect() {
            return tag.equals("SELECT");
        }

        /** {@return what is said when so many rows are done} */
        public String tag(long count) {
            return (tag.equals("INSERT") ? "INSERT 0" : tag) + " " + count;
        }
    }

    /** DECLARE of a cursor. */
    record Declare(String cursor, boolean scroll, boolean hold, Query query) implements Statement {
        @Override
        public String tag() {
            return "DECLARE CURSOR";
        }
    }

    /** FETCH or MOVE of a cursor: so many rows, at most. */
    record Fetch(String cursor, long rowsMax, boolean move) implements Statement {
        @Override
        public String tag() {
            return move ? "MOVE" : "FETCH";
        }
    }

    /** CLOSE of a cursor, or of all if it has no name. */
    record CloseCursor(Optional<String> cursor) implements Statement {
        @Override
        public String tag() {
            return "CLOSE CURSOR";
        }
    }

    /** COPY of a query's rows to the client. */
    record Copy(Query query, CopyOptions options) implements Statement {
        @Override
        public String tag() {
            return "COPY";
        }
    }

    /** EXPLAIN of a query; PROFILE of it with ANALYZE. */
    record Explain(Query query, boolean analyze, boolean json) implements Statement {
        @Override
        public String tag() {
            return "EXPLAIN";
        }
    }

    /** What a transaction is to be like. */
    record TransactionMode(Optional<Isolation> isolation, Optional<Boolean> readOnly) {
        /** It does not say. */
        public static final TransactionMode ANY = new TransactionMode(Optional.empty(), Optional.empty());

        /** {@return this one, with the other's where this does not say} */
        public TransactionMode or(TransactionMode other) {
            return new TransactionMode(isolation.or(other::isolation), readOnly.or(other::readOnly));
        }
    }
}
