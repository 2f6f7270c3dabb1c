/**
 * The query engine's front: text in, rows out.
 *
 * <pre>
 *   text, parameters ──► QueryEngine ──► plan cache ──hit──► compiled plan ──► ResultCursor
 *                                           └──miss──► cypher.bind ► plan ► run.compile ─┘
 * </pre>
 *
 * <p>Packages in the order that a query flows: {@code plan} (algebra, optimiser), {@code run} (runtime),
 * {@code expression} (what operators evaluate).
 *
 * <p>Threads: an engine may be shared; a cursor belongs to one thread, but for {@code cancel}.
 */
package org.thetisdb.engine;
