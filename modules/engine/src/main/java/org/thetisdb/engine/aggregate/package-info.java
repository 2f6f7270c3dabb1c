/**
 * Aggregate functions: groups and vectors in, one value per group out.
 *
 * <pre>
 *   Step.Aggregation ──► Aggregates ──► AggregateAccumulator   reserve · add(groups, arguments, …) · result
 *                                            ▲                  merge(another worker's) · states, addStates (disk)
 *            DistinctAccumulator, PlacedAccumulator: wrap another one
 *            ValueCollector, GrowingList: the lists of collect() and of percentiles
 * </pre>
 *
 * <p>Invariants: an accumulator keeps its state in columns indexed by group; a value that is found twice under DISTINCT
 * counts once, whichever workers found it.
 *
 * <p>Threads: an accumulator belongs to one worker until it is merged into another one.
 */
package org.thetisdb.engine.aggregate;
