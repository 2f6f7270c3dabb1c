package org.thetisdb.engine.extension;

import java.lang.invoke.MethodHandle;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.procedure.Procedure;
import org.thetisdb.engine.procedure.ProcedureContext;

/**
 * Runs a method that gives a stream or an iterable of records, of which each is a row. Thread safe.
 *
 * @param name of the procedure
 * @param statements which it may run
 * @param parameters of the method, without the context
 * @param method takes the context and then an Object each, and returns an Object
 * @param columns read the components of a record, each of an Object as an Object
 */
record RowsOfProcedure(
        String name,
        Statements statements,
        List<ExtensionParameter> parameters,
        MethodHandle method,
        List<MethodHandle> columns,
        ExtensionHost host)
        implements Procedure.Body {
    /** Which statements of Cypher a procedure may run. */
    enum Statements {
        /** It takes no {@link org.thetisdb.extension.StatementContext}. */
        NONE,
        /** Those that read. */
        READING,
        /** Those that write as well. */
        ALL
    }

    @Override
    public void run(ProcedureContext context, @Nullable Object[] arguments, Procedure.Rows rows) {
        for (int index = 0; index < arguments.length; index++) {
            if (arguments[index] == null && !parameters.get(index).takesNull()) {
                host.use().add(1, 0, 0, 0, context.extensions());
                return;
            }
        }
        new RunOfProcedure(this, context, rows).run(arguments);
    }
}
