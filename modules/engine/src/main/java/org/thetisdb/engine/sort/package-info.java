/**
 * ORDER BY, SKIP and LIMIT.
 *
 * <pre>
 *   ORDER BY            SortSink   all rows ─────────────────► PrefixOrder, IntOrder ──► rows in order
 *   ORDER BY … LIMIT    SortSink   the best rows of each worker ─► the same
 *      rows below it    TopKFilterStage   ◄── TopKBound ◄── the first key of the last row that is wanted
 *      a scan below it  its chunks        ◄───────┘
 *   the first of groups GroupTopKStage ──the rows that may be among them──► SortSink
 *                         GroupBounds: the least keys of each group so far
 *      each worker      SortPart   full: sorted ──► a run on disk ─┐
 *      all runs         RunMerge   ◄───────────────────────────────┘
 *                         RunWindow, … ─► SectionReader ─► MergeSection, sorted by any thread ─► MergedRuns ──► rows
 *   SKIP, LIMIT         SliceStage         counted over all workers of a pipeline
 *       in a subplan    SlicePerRowStage   counted for each outer row by itself
 * </pre>
 *
 * <p>Rows are sorted in memory as long as there is memory for them. When there is none, each worker sorts what it holds
 * and writes it as a run; in the end what is still in memory is written, too, so that all memory is for the merge. Rows
 * are sorted by their first key as a number where it has one ({@code KeyPrefixes}). Runs are merged section by section
 * of their common order: what each run has of a section is read one behind the other and sorted again, in the
 * processor's cache. Neighbouring runs are merged first if there are more than can be read at once.
 *
 * <p>The best rows of a worker are a bound for those to come of all workers: whose first key is beyond it is dropped
 * before the rest is computed ({@code FirstKeyFirst}), if possible before hops and joins, and with whole chunks ({@code
 * BoundBelow}).
 *
 * <p>Invariants: sorting is stable and, in memory, moves numbers of rows, not rows; inside a subplan the outer row's
 * number is the first key.
 *
 * <p>Threads: workers collect into parts of their own and write their runs at the same time. One thread hands out
 * the merged rows; helpers of its worker read and sort the sections that come next. A slice's counters are shared.
 */
package org.thetisdb.engine.sort;
