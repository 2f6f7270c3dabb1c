/**
 * Checkpoints: a new root out of a base and its changes, while both are read.
 *
 * <pre>
 *   CheckpointSource (what changed, and the graph as of revision R)
 *        │
 *        ├─► NodeChunks         label columns, node columns ──────────┐
 *        ├─► RelationshipLists  lists, relationship columns ──────────┤
 *        ├─► IndexRuns          one more run, or the first ───────────┼─► data-N.thetis ─► sync file, sync directory
 *        │   statistics, directories, root ───────────────────────────┤        │
 *        └─  what lives in files that are mostly dead ────────────────┘        └─► superblock, sync ─► delete files
 * </pre>
 *
 * <p>Invariants: what did not change is not written, the new root names it where it lies; a file is complete and on the
 * device before the superblock names it, and the superblock before any file is deleted; a checkpoint that fails or is
 * given up leaves the base as it was.
 *
 * <p>Memory: one column of one chunk, one segment of lists and its changes, or one block of an index at a time.
 *
 * <p>Threads: a checkpoint runs in one; readers of base and source may run beside it in any number.
 */
package org.thetisdb.storage.checkpoint;
