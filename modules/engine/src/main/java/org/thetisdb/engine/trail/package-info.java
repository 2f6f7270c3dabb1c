/**
 * Follows many relationships, one after another: trails, the nodes at their ends, the shortest paths, and the paths
 * that come of it. One hop is in {@code engine.expand}.
 *
 * <pre>
 *   trails, all           VariableExpandStage
 *   their ends, by row    DistinctEndsStage ──► EndSearch ─┬─► HopWatch: TrailsBack, StartsMet ──► Branches
 *   their ends, of many   UnionEndsStage    ─────┘  │      │
 *                             └─────► EndOutput ◄───┘      └──────────┬──► Hops
 *   shortest paths        ShortestPathsStage ──► SearchTree, one      │
 *                             │                 from each end ────────┴──► VisitedNodes ──few──► LongTable
 *                             │                      └──► TreePaths ────────┐    └─many─► NodeLevels ──► blocks
 *                             └─a condition on the path fails─► TrailSearch ┴──► PathOutput
 *   what was taken        BuildPathStage
 * </pre>
 *
 * <p>Invariants: no trail uses a relationship twice; null leads nowhere. Lists are read for many nodes at once (a batch
 * of rows, a level of a search), so that their cache misses overlap. What a search keeps of a whole graph is a byte for
 * each node id, outside the heap, or in a temporary file where the budget has no memory for it.
 *
 * <p>Threads: everything belongs to one worker.
 */
package org.thetisdb.engine.trail;
