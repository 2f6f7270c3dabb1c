package org.thetisdb.engine.extension;

import java.util.List;
import org.thetisdb.engine.procedure.Procedure;

/**
 * What comes and goes together: the functions, aggregates and procedures of one name. Immutable.
 *
 * @param name of the extension, for users
 */
public record Extension(
        String name, List<ScalarExtension> functions, List<AggregateExtension> aggregates, List<Procedure> procedures) {
    /** Takes copies of the lists. */
    public Extension {
        functions = List.copyOf(functions);
        aggregates = List.copyOf(aggregates);
        procedures = List.copyOf(procedures);
    }

    /** Whether there is nothing in it. */
    boolean isEmpty() {
        return functions.isEmpty() && aggregates.isEmpty() && procedures.isEmpty();
    }
}
