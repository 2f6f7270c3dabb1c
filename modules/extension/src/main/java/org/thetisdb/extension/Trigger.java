package org.thetisdb.extension;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a public static method that is called when the graph changes.
 *
 * <p>The method returns nothing and takes the {@link Changes}, and before them a {@link TriggerContext} if it wants one.
 * It is called once for a statement or a commit, however much that has changed, and not at all if nothing of it is
 * among what the trigger is about. If it throws, the transaction fails, and is rolled back; a {@link RefusalException}
 * says that the changes are not allowed. A transaction that is in another's way is tried again, and then its triggers
 * are called again.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface Trigger {
    /** {@return the name with its namespace: {@code people.checkAge}} */
    String name();

    /** {@return when it is called} */
    TriggerPhase phase();

    /** {@return the labels of the nodes that it is about: those that have, or had, one of them} */
    String[] labels() default {};

    /** {@return the types of the relationships that it is about; with no labels and no types, everything} */
    String[] types() default {};

    /** {@return one line for {@code SHOW TRIGGERS}} */
    String description() default "";
}
