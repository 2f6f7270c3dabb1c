/**
 * Functions, aggregates and procedures in Java, called from Cypher, triggers, called when the graph changes,
 * and listeners, told what else happens to the database.
 *
 * <pre>
 *   static method  + @ScalarFunction     one value for each row       RETURN text.shout(n.name)
 *   static method  + @TableProcedure     rows for each row            CALL text.words(n.text) YIELD word
 *     may take a StatementContext, to run statements of Cypher
 *   class          + @AggregateFunction  one value for each group     RETURN n.city, stats.median(n.age)
 *     that is an Aggregate
 *   static method  + @Trigger            once for a statement, or a commit, with its Changes
 *   static method  + @Listener           once for each DatabaseEvent, afterwards
 * </pre>
 *
 * <p>Types: {@code long}, {@code int}, {@code double}, {@code boolean} and their classes, {@code String}, {@code List},
 * {@code Map}, the classes of {@code java.time} that the database gives for dates and times, {@code Object} for any
 * value, and the database's own {@code Node}, {@code Relationship}, {@code Path}, {@code Point} and
 * {@code IsoDuration}. A parameter of a class takes null only if it is annotated as
 * {@code org.jspecify.annotations.Nullable}; for any other, null makes the result null and nothing is called.
 *
 * <p>Invariants: names have a namespace, such as {@code text} in {@code text.shout}, so that they never collide with
 * Cypher's own; they are found in any case.
 *
 * <p>Threads: a query may call a function from several threads at once; an {@link org.thetisdb.extension.Aggregate} is
 * used by one at a time. Listeners are called by one thread.
 */
package org.thetisdb.extension;
