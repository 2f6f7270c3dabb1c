package org.thetisdb.extension;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a public static method that is told what happens to the database.
 *
 * <p>The method returns nothing and takes a {@link DatabaseEvent}, and before that a {@link ListenerContext} if it wants
 * one. It is called afterwards, by a thread of the database that tells one listener and one event after the other, in
 * the order in which things happened; nobody waits for it. What it throws is logged and counted.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface Listener {
    /** {@return the name with its namespace: {@code watch.checkpoints}} */
    String name();

    /** {@return the classes of events that it wants to hear of; all if it says nothing} */
    Class<? extends DatabaseEvent>[] events() default DatabaseEvent.class;

    /** {@return one line for {@code SHOW LISTENERS}} */
    String description() default "";
}
