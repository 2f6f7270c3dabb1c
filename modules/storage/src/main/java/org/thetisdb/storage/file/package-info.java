/**
 * The database's one data file: superblocks, extents, the root, and who may read them.
 *
 * <pre>
 *   graph.thetis
 *   +--------------+--------------+---------------------------+-----------------+----------------+
 *   | superblock 0 | superblock 1 | extents: columns, lists,  | root extent:    | checksum table |
 *   | (page 0)     | (page 1)     | indexes, directories, …   | names and where | (pages)        |
 *   +--------------+--------------+---------------------------+-----------------+----------------+
 *          └────────────── root offset, checksum table offset ──────▲
 * </pre>
 *
 * <p>Invariants: an extent begins at a multiple of 8 and never changes once written; every byte behind the superblocks
 * is covered by a page checksum; a superblock is written only after all that it points to has reached the device; of
 * two valid superblocks the one with the higher revision holds. All integers are little-endian.
 *
 * <p>Threads: {@link org.thetisdb.storage.file.Root} and {@link org.thetisdb.storage.file.SegmentDirectory} are
 * immutable; {@link org.thetisdb.storage.file.RootBuilder} and {@link org.thetisdb.storage.file.ExtentWriter} may be
 * shared; a {@link org.thetisdb.storage.file.StoreMemory} belongs to one worker.
 */
package org.thetisdb.storage.file;
