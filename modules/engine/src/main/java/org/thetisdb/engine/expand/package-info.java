/**
 * Follows relationships, one hop. Many are in {@code engine.trail}.
 *
 * <pre>
 *   one hop              ExpandStage (both ends known: engine.between)
 *   ends unread          ExpandCountStage ──► BranchCounter ◄──► EndWeights: a count for each end, of what hangs on it
 *                             └─ExclusionCounter─────┘ ──► NodeEnds ◄── NeighbourCounter
 *   what was taken       DifferentRelationshipsStage
 * </pre>
 *
 * <p>Invariants: null leads nowhere; a count that would wrap is an error. Lists are read for many nodes at once (a
 * batch of rows), so that their cache misses overlap.
 *
 * <p>Threads: everything belongs to one worker, but for {@link org.thetisdb.engine.expand.TypeSet}, which may be
 * shared.
 */
package org.thetisdb.engine.expand;
