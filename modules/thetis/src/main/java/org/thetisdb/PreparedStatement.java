package org.thetisdb;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.thetisdb.engine.query.QueryHandle;
import org.thetisdb.session.DatabaseCore;
import org.thetisdb.session.StatementText;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * A statement that a database has read already, to be run any number of times with other parameters, from any session
 * and transaction of the database: what it means is not looked up again. Immutable, for all threads, and holds nothing
 * that would have to be closed.
 *
 * <pre>
 *   PreparedStatement byId = database.prepare("MATCH (p:Person {id: $id}) RETURN p.name AS name");
 *   String name = session.run(byId, Map.of("id", 7)).single().getString("name");
 * </pre>
 *
 * <p>A text that is run again is found by itself as well; to prepare it saves the search, and tells of errors early.
 */
public final class PreparedStatement {
    private final DatabaseCore database;

    /** As a statement to be run holds it. */
    private final Optional<QueryHandle> query;

    private final Optional<String> onlyParameter;

    private PreparedStatement(DatabaseCore database, QueryHandle query) {
        this.database = database;
        this.query = Optional.of(query);
        this.onlyParameter =
                query.parameters().size() == 1 ? query.parameters().stream().findFirst() : Optional.empty();
    }

    /** Of a database that is open. */
    static PreparedStatement of(DatabaseCore database, String text) {
        if (text == null) {
            throw new ThetisException(ErrorCode.USAGE, "a statement needs a text that is not null");
        }
        database.requireOpen();
        return new PreparedStatement(database, database.prepare(text));
    }

    /** {@return the statement as it was written} */
    public String text() {
        return query.orElseThrow().text();
    }

    /** {@return the names of its columns, in order; empty if it returns nothing} */
    public List<String> columns() {
        return query.orElseThrow().columns();
    }

    /** {@return the names of the parameters that it has to be given, without the {@code $}} */
    public Set<String> parameters() {
        return query.orElseThrow().parameters();
    }

    /** The statement as the inner packages take it, for a session or transaction of a database. */
    StatementText with(Map<String, ?> parameters, DatabaseCore runningDatabase) {
        if (!runningDatabase.equals(database)) {
            throw new ThetisException(
                    ErrorCode.USAGE,
                    "the statement was prepared by another database: text=" + text()
                            + "; prepare it by the one that is to run it");
        }
        return Parameters.statement(text(), parameters, query, onlyParameter);
    }
}
