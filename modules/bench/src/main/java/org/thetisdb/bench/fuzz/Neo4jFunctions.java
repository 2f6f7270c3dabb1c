package org.thetisdb.bench.fuzz;

import java.time.temporal.Temporal;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.UserFunction;

/** What {@link Wording} calls inside Neo4j. Neo4j requires a public class. Stateless. */
public final class Neo4jFunctions {
    /** The name of {@link #written} in a query. */
    static final String WRITTEN = "fuzz.written";

    /** A time, or a date with one, as the text that openCypher's TCK has for it; any other value as it is. */
    @UserFunction(WRITTEN)
    public Object written(@Name("value") Object value) {
        return value instanceof Temporal temporal ? temporal.toString() : value;
    }
}
