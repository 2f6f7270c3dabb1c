package org.thetisdb.cypher.bound;

import org.thetisdb.value.ThetisException.Position;

/**
 * Which state of the graph a query asks for: {@code USE revision(42)} or {@code USE time('2026-11-21T10:00:00Z')}.
 *
 * @param by what the value means
 * @param valueQuery a query of one row and one column that gives the value; it needs no graph, and no parameters but
 *     those of the query itself
 * @param position the value's place in the query's text
 */
public record PastGraph(By by, String valueQuery, Position position) {
    /** How the state is identified. */
    public enum By {
        /** By the number of a revision. */
        REVISION,
        /** By a time, or a text that gives one: the newest revision that was committed then or before. */
        TIME
    }
}
