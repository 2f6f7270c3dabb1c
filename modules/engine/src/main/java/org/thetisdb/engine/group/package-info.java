/**
 * Grouping: aggregates and DISTINCT.
 *
 * <pre>
 *   worker 0   rows ──► GroupStage ──► GroupTable: keys ──► group numbers ──► accumulators
 *                           │ no memory left: SpilledGroups, by partitions of the keys, and the table begins again
 *   worker 1   rows ──► GroupStage ──► GroupTable
 *                           └─ NodeKeys: a node's group, where keys are its properties and that is faster (KeyTurns)
 *              a chunk ──► ColumnAnswers: what columns say of its nodes, which are not looked at
 *                            ColumnAggregates   without keys
 *                            ColumnGroups       keys ──► places ──► CodeCounts, and a ColumnMeasure for each property
 *
 *   AggregateSink gives out one of
 *     WholeGroups         few groups: merged into the first worker's table
 *     GroupPartitions     many: a table and a morsel for each partition of the keys
 *     SpilledPartitions   any on disk: all go there; a table and a morsel for each partition, which is read
 *
 *   DISTINCT   the same, without accumulators
 *
 *   ClusterStage ──► … ──► ClusteredGroupStage ──► rows       where a key is a node that is scanned: a few of these
 *                              └─► GroupStage                  at a time, in one pipeline with what follows
 *
 *   plans:  OrderedLists    a sort before collect() becomes a sort of its lists
 *           KeyParts        lists and maps that are keys become their elements
 *           UniqueGroups    where each row is a group, nothing is grouped
 *           ClusteredGroups groups of a few nodes that are scanned are complete before the next nodes
 *           FirstOfGroups   before collect(…)[..k] only rows are sorted that may be among the first k of their group
 *           EarlyGroups     PartialAggregate ──states──► expansions that multiply rows ──► FinalAggregate
 *           MultipliedRows  where such expansions are, and what they read
 * </pre>
 *
 * <p>What is on disk of a group is its keys and what its aggregates were ({@link
 * org.thetisdb.engine.aggregate.AggregateAccumulator#states}), once for each time that the table was full. A partition
 * that does not fit when it is read goes to disk again, by further bits of the keys' hashes ({@code SpillBits}). A
 * table that has been full keeps its memory for the next groups, and so do those in which partitions are merged ({@code
 * MergeTables}). Before that, long lists of groups go to disk by themselves ({@link
 * org.thetisdb.engine.spill.StoredLists}, {@link
 * org.thetisdb.engine.aggregate.AggregateAccumulator#store}), as do the values that DISTINCT has seen in a group; what
 * is left in the table is where they are. So a group may have any number of values. A group that does not fit by itself
 * for another reason is an error.
 *
 * <p>Invariants: null equals null. Groups of one worker, and few groups of several, come in the order in which they are
 * first met; where they are merged in partitions, they come in no order. Where expansions were counted instead of
 * followed, a row counts as often as {@link org.thetisdb.engine.group.Multiplicities} say. Inside a subplan the outer
 * row's number is a key too.
 *
 * <p>Threads: each worker fills a table of its own; they are merged when all workers are done, different partitions of
 * them by different workers at once.
 */
package org.thetisdb.engine.group;
