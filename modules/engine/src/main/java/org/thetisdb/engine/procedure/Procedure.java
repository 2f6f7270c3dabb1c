package org.thetisdb.engine.procedure;

import org.jspecify.annotations.Nullable;
import org.thetisdb.cypher.bound.ProcedureSignature;

/**
 * A procedure.
 *
 * @param signature how it is called
 * @param body what it does; thread safe
 */
public record Procedure(ProcedureSignature signature, Body body) {
    /** What a procedure does. */
    @FunctionalInterface
    public interface Body {
        /**
         * Runs the procedure for one input row.
         *
         * @param arguments one for each parameter, boxed as {@code org.thetisdb.value} lists them; each is null or of
         *     its parameter's type
         * @param rows takes what the procedure gives
         */
        void run(ProcedureContext context, @Nullable Object[] arguments, Rows rows);
    }

    /** Takes a procedure's rows. */
    @FunctionalInterface
    public interface Rows {
        /**
         * Takes a row.
         *
         * @param values one for each column, boxed as {@code org.thetisdb.value} lists them or null; not kept
         * @return whether more rows are wanted
         */
        boolean add(@Nullable Object... values);
    }
}
