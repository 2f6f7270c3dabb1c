/**
 * Checkpoints: a new root out of a base and its changes, while both are read.
 *
 * <pre>
 *   CheckpointSource (what changed, and the graph as of revision R)
 *        │
 *        ├─► NodeChunks         label columns, node columns ──┐ (NodeColumnPart, ListsPart)
 *        ├─► RelationshipLists  lists, relationship columns ──┴─ OrderedParts ─┐
 *        ├─► IndexRuns          one more run, or the first            │
 *        │   (ChangedKeys)                                  ──────────┼─► data-N.thetis ─► sync file, sync directory
 *        │   statistics, directories, root ───────────────────────────┤        │
 *        └─  what lives in files that are mostly dead ────────────────┘        └─► superblock, sync ─► delete files
 *
 *   IndexCompaction (runs of an index that are worth it) ─► data-M.thetis ─► sync ─► named by the next root
 * </pre>
 *
 * <p>Invariants: what did not change is not written, the new root names it where it lies; a file is complete and on the
 * device before the superblock names it, and the superblock before any file is deleted; a checkpoint that fails or is
 * given up leaves the base as it was.
 *
 * <p>Memory: one column of one chunk, one segment of lists and its changes, or one block of an index and the filter of
 * its keys at a time; of columns and lists one more for each further {@link
 * org.thetisdb.storage.checkpoint.Workbench}, which the account of checkpoints pays for.
 *
 * <p>Threads: a checkpoint runs in one, which alone writes, and has others read and encode for it while somebody waits
 * for it and processors are idle ({@link org.thetisdb.storage.checkpoint.OrderedParts}); they end with it. A compaction
 * runs beside it in another; readers of base and source may run beside them in any number.
 */
package org.thetisdb.storage.checkpoint;
