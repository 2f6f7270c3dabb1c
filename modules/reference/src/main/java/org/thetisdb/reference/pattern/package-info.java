/**
 * MATCH by trying all trails.
 *
 * <pre>
 *   row ─► PatternMatcher   hop after hop: from a node that is bound, or from every node of the graph
 *             │  Crossings  every relationship of the graph: can it be crossed from here?
 *             │  Trails     those of variable length, hop after hop
 *             ▼
 *          all hops, all nodes bound ─► shortest paths by their length ─► paths ─► predicates ─► rows
 * </pre>
 *
 * <p>Invariants: a match is tested when it is complete, by all predicates in their order. Some are tested earlier too,
 * to save time: only those that cannot fail ({@code QuickTests}), so that no error arises in what is no match.
 *
 * <p>Threads: one at a time.
 */
package org.thetisdb.reference.pattern;
