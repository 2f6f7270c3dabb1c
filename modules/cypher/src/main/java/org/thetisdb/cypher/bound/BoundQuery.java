package org.thetisdb.cypher.bound;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A whole statement, ready to be planned.
 *
 * @param mode whether to run it, to explain it, or to profile it
 * @param query the query
 * @param columns the names of the result's columns, one for each of {@code query.outputs()}
 * @param parameters the names of all parameters it mentions
 * @param literals the literals of the text that it reads as parameters besides, in no order
 * @param variableCount one more than the largest variable id
 * @param writes whether it may change the graph
 * @param past which state of the graph it asks for; the one that it is run with if empty
 * @param places the places of its parts in the text
 * @param remarks what may become notifications, in the order of the text
 */
public record BoundQuery(
        Mode mode,
        Query query,
        List<String> columns,
        Set<String> parameters,
        List<LiteralParameter> literals,
        int variableCount,
        boolean writes,
        Optional<PastGraph> past,
        Places places,
        List<Remark> remarks) {
    public BoundQuery {
        columns = List.copyOf(columns);
        parameters = Set.copyOf(parameters);
        literals = List.copyOf(literals);
        remarks = List.copyOf(remarks);
    }

    /** Whether it writes and is not only to be explained. */
    public boolean writesWhenRun() {
        return writes && mode.runs();
    }

    /** What the text asked for in front of the query. */
    public enum Mode {
        RUN,
        /** Show the operators. */
        EXPLAIN,
        /** Show the pipelines that the operators become. */
        EXPLAIN_PIPELINES,
        /** Run, and show what each operator did. */
        PROFILE;

        /** Whether the query is run at all. */
        public boolean runs() {
            return this == RUN || this == PROFILE;
        }
    }
}
