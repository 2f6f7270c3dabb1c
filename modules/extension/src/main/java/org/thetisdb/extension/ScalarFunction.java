package org.thetisdb.extension;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a public static method that computes one value for each row.
 *
 * <p>The method takes the arguments of the call, and before them a {@link CallContext} if it wants one. A method that
 * returns nothing is in batch form: it takes an array for each argument, an array for the results and the number of
 * rows, {@code void scale(double[] values, double[] results, int count)}; the arrays may be longer, are reused, and
 * hold no row with a null.
 *
 * <p>A query may call it more often than once for a row, or not at all.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface ScalarFunction {
    /** {@return the name with its namespace, as queries write it: {@code text.shout}} */
    String name();

    /** {@return one line for {@code SHOW FUNCTIONS}} */
    String description() default "";

    /**
     * {@return whether equal arguments give equal results, within a statement} Then a call whose arguments are constant
     * is made once.
     */
    boolean deterministic() default true;

    /**
     * {@return about how long a call takes, in nanoseconds; 0 if nothing is known} A condition with a dear function is
     * checked where few rows are left. This counts until calls were measured.
     */
    long nanosPerRow() default 0;
}
