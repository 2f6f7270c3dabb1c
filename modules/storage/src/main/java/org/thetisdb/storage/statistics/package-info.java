/**
 * Counts for the optimiser, collected during a load, brought up to date by checkpoints and kept in the root; and by how
 * much commits have changed them since.
 *
 * <pre>
 *   chunk column ──► PropertySummary (counts, range, distinct sketch) ──┐ merged by (label set, key)
 *   forward lists ──► count by (start label set, type, end label set) ──┴─► StatisticsCollector ──► extent
 *                                                                           extent ──► GraphStatistics ──┐
 *                                                                                                         ▼
 *   a commit ──► CountChanges ──► CountHistory ──up to a revision──► CountSum ─────────────► CountedStatistics
 * </pre>
 *
 * <p>Invariants: counts are exact; numbers for a label are sums over the label sets that hold it; ranges may be wider
 * than the values, for removals do not narrow them; distinct counts are estimates with an error of some per cent.
 *
 * <p>Threads: the collector and the history may be shared; a {@link
 * org.thetisdb.storage.statistics.CountChanges} belongs to one thread; all else is immutable.
 */
package org.thetisdb.storage.statistics;
