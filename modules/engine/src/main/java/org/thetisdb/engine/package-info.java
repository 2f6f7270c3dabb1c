/**
 * The query engine's front: text in, rows out.
 *
 * <pre>
 *   text, parameters,    QueryEngine ──► PlanCache ──suits──► compiled plan ──moved to the snapshot──► ResultCursor
 *   snapshot or ──────►                     └──else──► cypher.bind ► plan ► run.compile ─┘
 *   transaction
 * </pre>
 *
 * <p>Packages in the order that a query flows: {@code plan} (algebra, optimiser), {@code run} (runtime),
 * {@code expression} (what operators evaluate).
 *
 * <p>Invariants: nothing that is compiled keeps a snapshot. A plan suits all snapshots over a base whose catalog and
 * counts bear out what it takes for granted ({@link org.thetisdb.engine.plan.Plan}); that is asked before each run.
 *
 * <p>Threads: an engine may be shared; a cursor belongs to one thread, but for {@code cancel}.
 */
package org.thetisdb.engine;
