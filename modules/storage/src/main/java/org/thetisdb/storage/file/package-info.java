/**
 * The files of a database: superblocks, data files with extents, the root, and who may read them.
 *
 * <pre>
 *   graph.thetis                      data-00000003.thetis
 *   +--------------+--------------+   +---------------------------+-------------------+----------------+
 *   | superblock 0 | superblock 1 |   | extents: columns, lists,  | root: names,      | checksum table |
 *   | (4 KiB)      | (4 KiB)      |   | indexes, directories, …   | files, extents    | (pages)        |
 *   +--------------+--------------+   +---------------------------+-------------------+----------------+
 *          └── file, root offset, checksum table ──────────────────────────▲  │
 *                                     data-00000000.thetis ◄──────────────────┘ an extent names its file
 * </pre>
 *
 * <p>Invariants: a data file never changes once written; an extent begins at a multiple of 8; every byte of a data file
 * is covered by a page checksum; a superblock is written only after all that it points to has reached the device, over
 * the one that does not hold; of two valid superblocks the one that was written last holds; a file is deleted
 * only after the superblock whose root does not name it, nor any earlier root that is kept, has reached the device. All
 * integers are little-endian.
 *
 * <p>Threads: {@link org.thetisdb.storage.file.Root} and {@link org.thetisdb.storage.file.SegmentDirectory} are
 * immutable; {@link org.thetisdb.storage.file.RootBuilder} and {@link org.thetisdb.storage.file.ExtentWriter} may be
 * shared; a {@link org.thetisdb.storage.file.StoreMemory} and a {@link org.thetisdb.storage.file.Foresight} belong to
 * one worker.
 */
package org.thetisdb.storage.file;
