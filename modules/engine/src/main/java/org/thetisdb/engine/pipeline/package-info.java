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
 *     MorselDispatcher   hands out morsels to the threads of several workers
 *     QueryContext   what the workers of one run share: parameters, limits, cancellation, memory, transaction
 * </pre>
 *
 * <p>Rows travel in {@link org.thetisdb.engine.pipeline.Batch}es that form a chain: a batch that a filter or an
 * expansion makes points to the batch it came from and to the row there, and fetches a column of it only when somebody
 * asks. A variable's slot is its id. Rows that are kept are in a {@link org.thetisdb.engine.pipeline.RowStore}, and are
 * charged to the run's memory; whoever keeps them is given few at a time where their strings are long ({@link
 * org.thetisdb.engine.pipeline.KeptParts}).
 *
 * <h2>Who holds memory, and who spills when</h2>
 *
 * <pre>
 *   QueryMemory (all queries of the engine)      limit L; what spills gets 7/8 of it, the rest is for what cannot
 *     └─ QueryContext (a run)                    limit R of a query; fair share of a run: L / runs with breakers
 *          └─ MemoryShare (a breaker)            its fair share: the smaller of R and that, by breakers that hold some
 *               └─ MemoryCharge (its worker)     always gets {@code WORKING_BYTES}, charges per batch
 * </pre>
 *
 * <p>A breaker (sort, group, join build) makes one {@code MemoryShare}; each of its workers charges by a {@code
 * MemoryCharge} of it, after each batch:
 *
 * <pre>
 *   keep(batch);
 *   if (!charge.tryGrowTo(bytes())) {        // nothing is left, or this one is to make room
 *       write what is held to disk;          // RowWriter, of the package spill
 *       charge.shrinkTo(bytes());
 *   }
 * </pre>
 *
 * <p>While something is left, whoever asks gets it: nobody guesses how much will be needed. When nothing is left, the
 * one that asks spills its own. If it holds less than its fair share, others must hold more: they see it at their next
 * batch, by {@code tryGrowTo} while they are filled and by {@code isOverdrawn} while their rows are read, and spill. So
 * a breaker that is full does not starve the next, nor a query those that come after it. A fair share is measured, by
 * those that hold something at the moment; a breaker that has released all does not count any more.
 *
 * <p>A search along paths spills in another way: it goes over to a form that is a byte for each node id, in {@link
 * org.thetisdb.engine.pipeline.WorkBlocks} outside the heap, which are of the budget's account of searches as long as
 * that and the run's limit allow, and mapped from a temporary file after that.
 *
 * <p>What cannot spill calls {@code growTo} or {@code reserve}, which fail when the limit is reached.
 *
 * <p>Inside a subplan, a hidden column carries the number of the outer row ({@link
 * org.thetisdb.engine.pipeline.Subplan}); from it breakers learn which rows they must not mix. Rows that wait for a
 * subplan that is costly each time are {@link org.thetisdb.engine.pipeline.WaitingRows} in front of a {@link
 * org.thetisdb.engine.pipeline.WaitingStage}.
 *
 * <p>Invariants: a stage pushes on before it returns, so a batch is unchanged while its descendants live; nothing here
 * does an operator's work. A {@link org.thetisdb.engine.operator.VerifyingStage} after each operator makes sure of it
 * where a test wants that.
 *
 * <p>Threads: stages, batches and readers belong to one worker; sinks and a query's context are shared and say
 * how.
 */
package org.thetisdb.engine.pipeline;
