/**
 * How many nodes have values in a range, when the ends of the range are known; and what samples of nodes tell of values
 * and relationships.
 *
 * <pre>
 *   m.date >= $from AND m.date < $to        ValueWindow: a property of nodes with labels, and the ends
 *                      │
 *   parameters ──► KnownValues ──ends──► ValueSpreads: how the values of chunks lie, by their zone maps
 *                                             │ share of the nodes, to the next power of ten
 *   planner ◄──────────────── WindowShares ◄──┤
 *                                  │          └ ValueMatches: how often two nodes have the same value
 *                                  └──► AssumedShares, kept with the plan: for other values it may not be the best
 *
 *   planner ◄──────────────── DegreeSamples: how uneven relationships are, and which go together
 * </pre>
 *
 * <p>Invariants: a share is an estimate; no answer depends on it. What a plan assumes of parameters is coarse, so that
 * few plans are made for all the values that one may have.
 *
 * <p>Threads: {@link org.thetisdb.engine.estimate.WindowShares} belongs to the planning of one query; all else may be
 * shared.
 */
package org.thetisdb.engine.estimate;
