package org.thetisdb.extension;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a public static method that gives rows.
 *
 * <p>The method takes the arguments of the call, and before them a {@link CallContext} if it wants one, and returns a
 * {@code Stream} or an {@code Iterable} of a public record, whose components are the columns. Rows are taken when the
 * query wants them; a stream is closed when the query needs no more of it. A procedure does not change the graph.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface TableProcedure {
    /** {@return the name with its namespace, as queries write it: {@code text.words}} */
    String name();

    /** {@return one line for {@code SHOW PROCEDURES}} */
    String description() default "";
}
