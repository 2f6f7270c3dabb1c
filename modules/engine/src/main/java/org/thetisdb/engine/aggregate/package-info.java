/**
 * Aggregate functions: groups and vectors in, one value per group out.
 *
 * <pre>
 *   Step.Aggregation ──► Aggregates ──► AggregateAccumulator   reserve · add(groups, arguments, …) · result
 *                                            ▲                  merge(another worker's) · states, addStates (disk)
 *                                            │                  store (long lists, to disk) · complete
 *            DistinctAccumulator, PlacedAccumulator: wrap another one
 *            GroupRuns: the rows of a batch by their groups
 *            ValueCollector, GrowingList: the lists of collect(), of percentiles, and of what DISTINCT has seen
 *            WaitingValues: values of many groups before they are lists
 *            DistinctElements, RankSelection: the distinct values of a list, and its n-th number, whatever its length
 * </pre>
 *
 * <p>Invariants: an accumulator keeps its state in columns indexed by group; a value that is found twice under DISTINCT
 * counts once, whichever workers found it.
 *
 * <p>Threads: an accumulator belongs to one worker until it is merged into another one.
 */
package org.thetisdb.engine.aggregate;
