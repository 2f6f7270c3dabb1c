package org.thetisdb.extension;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a public static method that gives rows.
 *
 * <p>The method takes the arguments of the call, and before them a {@link CallContext} if it wants one, or a {@link
 * StatementContext} to run statements of Cypher. It returns a {@code Stream} or an {@code Iterable} of a public record,
 * whose components are the columns. Rows are taken when the query wants them; a stream is closed when the query needs
 * no more of it. A procedure that {@linkplain #writes writes} may also return nothing, and its rows are all taken.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface TableProcedure {
    /** {@return the name with its namespace, as queries write it: {@code text.words}} */
    String name();

    /** {@return one line for {@code SHOW PROCEDURES}} */
    String description() default "";

    /**
     * {@return whether its statements may change the graph} Then a call of it is a clause that writes: it is made for
     * one row after the other, sees all that clauses before it have written, and whether its rows are read or not.
     */
    boolean writes() default false;
}
