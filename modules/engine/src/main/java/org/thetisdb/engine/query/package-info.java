/**
 * The query engine's front: text in, rows out.
 *
 * <pre>
 *   text, parameters,    QueryEngine ──► PlanCache ──suits──► compiled plan ──moved to the snapshot──► ResultCursor
 *   snapshot or ──────►                     └──else──► cypher.bind ► plan ► pipelines ───┘
 *   transaction
 * </pre>
 *
 * <p>Invariants: nothing that is compiled keeps a snapshot. A plan suits all snapshots over a base whose catalog and
 * counts bear out what it takes for granted ({@link org.thetisdb.engine.plan.Plan}); that is asked before each run.
 *
 * <p>Threads: an engine may be shared; a cursor belongs to one thread, but for {@code cancel}.
 */
package org.thetisdb.engine.query;
