/**
 * What every operator is made of: sources, stages and sinks in a pipeline, and the batches that travel through it.
 *
 * <pre>
 *     Source ──morsel──► Stage ──batch──► Stage ──batch──► the last stage, which keeps the rows
 *     (chunks of a scan,  (filter, expand,                   (for a Sink: hash table, sort runs, …)
 *      a breaker's rows,   project, probe, …)                 or hands them to the result
 *      outer rows)
 *
 *     Worker         one thread's reader and the run it works for; it makes the batches
 *     QueryContext   what the workers of one run share: parameters, limits, cancellation, memory, transaction
 * </pre>
 *
 * <p>Rows travel in {@link org.thetisdb.engine.pipeline.Batch}es that form a chain: a batch that a filter or an
 * expansion makes points to the batch it came from and to the row there, and fetches a column of it only when somebody
 * asks. A variable's slot is its id. Rows that are kept are in a {@link org.thetisdb.engine.pipeline.RowStore}, and are
 * charged to the run's memory.
 *
 * <p>Inside a subplan, a hidden column carries the number of the outer row ({@link
 * org.thetisdb.engine.pipeline.Subplan}); from it breakers learn which rows they must not mix.
 *
 * <p>Invariants: a stage pushes on before it returns, so a batch is unchanged while its descendants live; nothing here
 * does an operator's work. A {@link org.thetisdb.engine.operator.VerifyingStage} after each operator makes sure of it
 * where a test wants that.
 *
 * <p>Threads: stages, batches and readers belong to one worker; sinks and a query's context are shared and say
 * how.
 */
package org.thetisdb.engine.pipeline;
