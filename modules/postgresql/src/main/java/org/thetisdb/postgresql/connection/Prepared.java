package org.thetisdb.postgresql.connection;

import java.util.List;
import java.util.Optional;
import org.thetisdb.postgresql.sql.PreparedQuery;
import org.thetisdb.postgresql.statement.Statement;
import org.thetisdb.postgresql.type.PgType;

/**
 * A statement that has been read.
 *
 * @param text of the message that it came in, to which places of errors belong
 * @param statement what it is
 * @param query its query, if it has one
 * @param parameters the types of its parameters
 */
record Prepared(String text, Statement statement, Optional<PreparedQuery> query, List<PgType> parameters) {
    Prepared {
        parameters = List.copyOf(parameters);
    }
}
