package org.thetisdb.extension;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Marks a public class with a public constructor without parameters that is an {@link Aggregate}. */
@Documented
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface AggregateFunction {
    /** {@return the name with its namespace, as queries write it: {@code stats.median}} */
    String name();

    /** {@return one line for {@code SHOW FUNCTIONS}} */
    String description() default "";
}
