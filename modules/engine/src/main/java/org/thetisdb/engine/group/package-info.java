/**
 * Grouping: aggregates and DISTINCT.
 *
 * <pre>
 *   worker 0   rows ──► GroupStage ──► GroupTable: keys ──► group numbers ──► accumulators ┐
 *   worker 1   rows ──► GroupStage ──► GroupTable                                          ┴─► AggregateSink
 *                                                                                                   │
 *              few groups: MergedGroups, all in the first worker's table ◄──────────────────────────┤
 *              many: GroupPartitions, a table and a morsel for each partition of the keys ◄─────────┘
 *
 *   DISTINCT   the same, without accumulators
 * </pre>
 *
 * <p>Invariants: null equals null. Groups of one worker, and few groups of several, come in the order in which they are
 * first met; where many are merged in partitions, they come in no order. Where expansions were counted instead of
 * followed, a row counts as often as {@link org.thetisdb.engine.group.Multiplicities} say. Inside a subplan the outer
 * row's number is a key too.
 *
 * <p>Threads: each worker fills a table of its own; they are merged when all workers are done, different partitions of
 * them by different workers at once.
 */
package org.thetisdb.engine.group;
