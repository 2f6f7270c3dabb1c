/**
 * What callers of the engine use, and what all of its packages share: options, limits, cursors.
 *
 * <pre>
 *   EngineOptions, EngineVariant ──► query.QueryEngine ──► ResultCursor, WriteCounters
 *   RunOptions, TransactionSteps, DataFiles ──►┘    StopSignal ends it
 *     └ SessionMemory: what the statements of one session share; ExtensionMeter: what its calls of extensions take
 *   InnerStatements: statements that belong to one that runs
 *   CodeStore: what outlives the process; CodeCacheSummary: how much that is
 * </pre>
 *
 * <p>Packages from top to bottom; none knows one above it:
 *
 * <pre>
 *   query                                  text to plan; plans that are kept
 *   run                                    workers, morsels, cursors
 *   plan                                   the optimiser: which operators, in which order
 *   write                                  operators: clauses that write
 *   scan  subquery                         leaves; plans inside a plan
 *   expand  group  join  sort  transform
 *   operator                               what an operator is; its way into a pipeline
 *   pipeline                               stages, batches, what a worker has
 *   expression  function  kernel  …        what operators evaluate and call
 *   evaluation  semantics                  the contract of evaluators; what values mean
 *   engine itself                          options, limits, cursors
 * </pre>
 *
 * <p>Invariants: this package knows no other of the engine.
 *
 * <p>Threads: all is immutable but {@code StopSignal}, which is thread safe, and cursors, which belong to one thread
 * but for {@code cancel}.
 */
package org.thetisdb.engine;
