/**
 * Joins of two inputs by equal keys.
 *
 * <pre>
 *   build side ──► HashJoinSink ──► JoinTable
 *                                       │ the same keys
 *   probe side ───────────────────► ProbeStage ──► RowPairs ──► joined rows
 * </pre>
 *
 * <p>Invariants: the build side is complete before the first row of the probe side comes; a key that is null matches
 * nothing. Columns of the probe side stay where they are.
 *
 * <p>Threads: workers keep rows in parts of their own; what was built of them is immutable and read by all.
 */
package org.thetisdb.engine.join;
