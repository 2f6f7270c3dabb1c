/**
 * ORDER BY, SKIP and LIMIT.
 *
 * <pre>
 *   ORDER BY            SortSink      all rows ──► SortKeys, IntOrder ──► rows in order
 *   ORDER BY … LIMIT    TopKSink      the best rows of each worker ─────► the best of all, in order
 *   SKIP, LIMIT         SliceStage         counted over all workers of a pipeline
 *       in a subplan    SlicePerRowStage   counted for each outer row by itself
 * </pre>
 *
 * <p>Invariants: sorting is stable and moves numbers of rows, not rows; inside a subplan the outer row's number is the
 * first key.
 *
 * <p>Threads: workers collect into parts of their own; one thread sorts. A slice's counters are shared.
 */
package org.thetisdb.engine.sort;
