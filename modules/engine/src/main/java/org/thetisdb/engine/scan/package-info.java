/**
 * Binds nodes and relationships from scratch: scans, index seeks, nodes by id, and counts that the statistics hold.
 *
 * <pre>
 *   as a source   NodeScanSource             a morsel is a chunk; ZonePruning leaves chunks out, ChunkOrder those that
 *      │                                       a top-k does not want any more (ScanBound)
 *      └─► BroadcastStage                      each node with the one row that was there before, if there is one
 *                 CountFromStatisticsSource                one row, no chunk is read
 *
 *   as a stage    NodeScanStage ──────────────────────┐
 *                 NodeById-, NodeByElementIdStage ────┼──► NodeJoin: each input row with each node found for it
 *                 IndexSeek-, IndexRange-,            │
 *                 IndexPrefixStage ──► NodeSeeks ─────┘
 * </pre>
 *
 * <p>Invariants: a source gives each node or relationship of the snapshot once, but for those that its pipeline's end
 * has no use for; zone maps are used only for what they can rule out, so a filter above still checks each row.
 *
 * <p>Threads: a source is shared by the workers of its pipeline; stages belong to one worker.
 */
package org.thetisdb.engine.scan;
