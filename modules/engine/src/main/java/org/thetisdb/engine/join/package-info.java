/**
 * Joins of two inputs: by equal keys, or each row with each.
 *
 * <pre>
 *   kept side ──► HashJoinCollector ──► JoinTable
 *                                           │ the same keys
 *   streaming side ──────────────────► ProbeStage ──────┐
 *                                                       ├──► RowPairs ──► joined rows
 *   streaming side ──────────────────► CartesianStage ──┘
 *                                           │ all rows
 *   kept side ──► CartesianCollector ───────┘
 * </pre>
 *
 * <p>Invariants: the kept side is complete before the first row of the streaming side comes; a key that is null matches
 * nothing. Columns of the streaming side stay where they are.
 *
 * <p>Threads: workers keep rows in parts of their own; what was built of them is immutable and read by all.
 */
package org.thetisdb.engine.join;
