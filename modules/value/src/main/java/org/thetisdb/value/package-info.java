/**
 * The values a user can see, and the errors and notifications a user can get.
 *
 * <pre>
 *   null · BOOLEAN · INTEGER · FLOAT · STRING          Boolean, Long, Double, String
 *   DATE · LOCAL TIME · TIME · LOCAL DATETIME          java.time types
 *   ZONED DATETIME · DURATION · POINT                  ZonedDateTime, IsoDuration, Point
 *   LIST · MAP                                         java.util.List, java.util.Map (insertion order)
 *   NODE · RELATIONSHIP · PATH                         references: ids only, what they hold is read from a snapshot
 * </pre>
 *
 * <p>Invariants: every value is immutable; a boxed value is always of exactly the Java class named above (an integer is
 * a {@code Long}, never an {@code Integer}); {@code null} is Cypher's null.
 *
 * <p>Threads: everything here is immutable and may be shared, but for vectors, which belong to one thread at a time.
 */
package org.thetisdb.value;
