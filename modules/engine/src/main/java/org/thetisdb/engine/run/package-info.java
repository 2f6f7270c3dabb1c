/**
 * The vectorised, push-based, morsel-driven runtime.
 *
 * <pre>
 *   Plan ── PipelineCompiler ──► pipelines, in the order in which they run:
 *
 *     Source ──morsel──► Stage ──batch──► Stage ──batch──► sink of a breaker or the result
 *     (chunks of a scan,  (filter, expand,                   (hash table, sort runs, …), which is
 *      a breaker's rows,   project, probe, …)                 the source of the next pipeline
 *      outer rows)
 * </pre>
 *
 * <p>An operator of the plan becomes: an immutable plan object (the {@code Operator} itself and a stage factory), a
 * global state where workers meet (a breaker's collector, a join's table), and one stage per worker.
 *
 * <p>An operator that writes ({@link org.thetisdb.engine.run.WriteCollector}) is a breaker too. Its writing is a
 * pipeline without rows between the one that it ends and the one that its rows go on in.
 *
 * <p>Rows travel in {@link org.thetisdb.engine.run.Batch}es that form a chain: a batch that a filter or an expansion
 * makes points to the batch it came from and to the row there, and fetches a column of it only when somebody asks.
 * A variable's slot is its id.
 *
 * <p>Invariants: a stage pushes on before it returns, so a batch is unchanged while its descendants live; a pipeline's
 * sink is complete before the next pipeline begins.
 *
 * <p>Threads: stages, batches and readers belong to one worker; collectors are shared and say how.
 */
package org.thetisdb.engine.run;
