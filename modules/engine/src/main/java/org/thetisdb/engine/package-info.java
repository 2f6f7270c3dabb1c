/**
 * The query engine's front: text in, rows out.
 *
 * <pre>
 *   text, parameters,    QueryEngine ──► PlanCache ──suits──► compiled plan ──moved to the snapshot──► ResultCursor
 *   snapshot or ──────►                     └──else──► cypher.bind ► plan ► pipelines ───┘
 *   transaction
 * </pre>
 *
 * <p>Packages from above to below; none knows one that stands higher:
 *
 * <pre>
 *   run                                                        workers, morsels, cursors
 *   plan                                                       the optimiser: which operators, in which order
 *   write                                                      operators: clauses that write
 *   scan  subquery                                             leaves; plans inside a plan
 *   expand  group  join  sort  transform
 *   operator                                                   what an operator is; its way into a pipeline
 *   pipeline                                                   stages, batches, what a worker has
 *   expression  aggregate  function  kernel  temporal  procedure   what operators evaluate and call
 *   evaluation  semantics                                      the contract of evaluators; what values mean
 * </pre>
 *
 * <p>Invariants: nothing that is compiled keeps a snapshot. A plan suits all snapshots over a base whose catalog and
 * counts bear out what it takes for granted ({@link org.thetisdb.engine.plan.Plan}); that is asked before each run.
 *
 * <p>Threads: an engine may be shared; a cursor belongs to one thread, but for {@code cancel}.
 */
package org.thetisdb.engine;
