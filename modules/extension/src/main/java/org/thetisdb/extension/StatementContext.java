package org.thetisdb.extension;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What a procedure may ask that runs statements of Cypher. They belong to the statement that calls the procedure: they
 * are in its transaction, see what it sees, and end when it is cancelled or its time is up.
 *
 * <p>Belongs to the calling thread, and to the call, which ends when the last of the procedure's rows is taken. Whoever
 * uses it elsewhere or later gets an {@link IllegalStateException}.
 */
public interface StatementContext extends CallContext {
    /**
     * Runs a statement to its end.
     *
     * @param statement that reads, or writes if the procedure {@linkplain TableProcedure#writes does}; not one that
     *     changes the schema, or commits
     * @param parameters by name; values as functions may return them
     * @return its rows, each by the names of its columns; values as functions are given them
     */
    List<Map<String, Object>> run(String statement, Map<String, Object> parameters);

    /**
     * Runs a statement whose rows need not be in memory together: they are read while they are asked for. One that
     * writes has done so when this returns.
     *
     * @param statement as of {@link #run}; one that writes can be run only when no stream is open
     * @param parameters by name; values as functions may return them
     * @return its rows; sequential; closed when it is read to its end, and with the call at the latest
     */
    Stream<Map<String, Object>> stream(String statement, Map<String, Object> parameters);
}
