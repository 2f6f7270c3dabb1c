/**
 * Follows relationships: one hop, many, the shortest paths, and the paths that come of it.
 *
 * <pre>
 *   one hop              ExpandStage (both ends known: engine.between)
 *   ends unread          ExpandCountStage ──► BranchCounter ◄──► EndWeights: a count for each end, of what hangs on it
 *                             └─ExclusionCounter─────┘ ──► NodeEnds ◄── NeighbourCounter
 *   trails, all           VariableExpandStage
 *   trails, their ends    DistinctEndsStage ───────────────────────────┬──► Hops
 *   shortest paths       ShortestPathsStage ──► SearchTree, one       │
 *                             │                 from each end ────────┴──► VisitedNodes ──few──► LongTable
 *                             │                      └──► TreePaths ────────┐    └─many─► NodeLevels ──► blocks
 *                             └─a condition on the path fails─► TrailSearch ┴──► PathOutput
 *   what was taken      DifferentRelationshipsStage, BuildPathStage
 * </pre>
 *
 * <p>Invariants: no trail uses a relationship twice; null leads nowhere; a count that would wrap is an error. Lists are
 * read for many nodes at once (a batch of rows, a level of a search), so that their cache misses overlap. What a search
 * keeps of a whole graph is a byte for each node id, outside the heap, or in a temporary file where the budget has no
 * memory for it.
 *
 * <p>Threads: everything belongs to one worker, but for {@link org.thetisdb.engine.expand.TypeSet}, which may be
 * shared.
 */
package org.thetisdb.engine.expand;
