/**
 * Joins of two inputs by equal keys.
 *
 * <pre>
 *   build side ──► BuildStage ──► HashJoinSink ──► JoinTable
 *                     │ no memory left                │ the same keys
 *                     │            probe side ──► ProbeStage ──► Prober ──► RowPairs ──► joined rows
 *                     ▼                              │ partitions that are on disk           ▲
 *                 JoinSpill                      JoinSpill                                   │
 *                     └──── SpilledSide ──► SpilledJoin ◄── SpilledSide ──┘ ──► Prober ──────┘
 *                                           a pipeline of its own, after that of the probe side
 * </pre>
 *
 * <p>When one worker has no memory for its rows of the build side, all of them go to disk, divided into {@link
 * org.thetisdb.engine.join.JoinSpill#PARTITIONS} partitions; from then on no worker keeps any. As many as fit are read
 * again at once and joined as usual; rows of the probe side that belong to others are put beside them, with the columns
 * that are read after the join, and not looked up.
 * A run that spills nothing has no morsels in the last pipeline, and no stages are made for it.
 *
 * <p>Invariants: the build side is complete before the first row of the probe side comes; a key that is null matches
 * nothing. Columns of the probe side stay where they are, unless they are spilled. A row of the probe side that matches
 * nothing goes nowhere, or, in the join of an OPTIONAL MATCH, on with nulls: when all rows of the build side that may
 * match it were seen, so that of a partition on disk it is known at the end. Joined rows come in no order.
 *
 * <p>Threads: workers keep rows in parts of their own; what was built of them is immutable and read by all.
 */
package org.thetisdb.engine.join;
