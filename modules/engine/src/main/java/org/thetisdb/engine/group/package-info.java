/**
 * Grouping: aggregates and DISTINCT, and the hash table that gives equal keys equal numbers.
 *
 * <pre>
 *   worker 0   rows ──► KeyTable ──group numbers──► accumulators ┐
 *   worker 1   rows ──► KeyTable ──group numbers──► accumulators ┴─merge─► AggregateSink: a row for each group
 *
 *   DISTINCT   the same, without accumulators
 * </pre>
 *
 * <p>Invariants: groups are numbered in the order in which they are first met; null equals null. Where expansions were
 * counted instead of followed, a row counts as often as {@link org.thetisdb.engine.group.Multiplicities} say. Inside a
 * subplan the outer row's number is a key too.
 *
 * <p>Threads: each worker fills a table of its own; they are merged when all workers are done.
 */
package org.thetisdb.engine.group;
