/**
 * Rows that operators put on disk, and read again as batches.
 *
 * <pre>
 *   Worker.newSpillFile ──► SpillFile                one for each worker of a breaker, closed when its rows are done
 *                               ▲
 *   Batch ──► RowWriter ──block──► SpillOutput       several writers of a thread share one: a partition each
 *                 │ finish
 *                 ▼
 *             SpilledRows ──► RowReader ──► Batch    a block at a time, from any block on, as often as wanted
 * </pre>
 *
 * <p>Where blocks are is on disk as well, page by page ({@link org.thetisdb.engine.spill.SpillDirectoryLayout}), so that
 * the memory that it takes does not grow with what is on disk.
 *
 * <p>A block is columns of up to some hundred KiB, each encoded by its kind ({@code VectorCodec}): numbers as
 * differences to the least in as few bytes as the largest needs, strings as lengths and bytes; boxed values by {@link
 * org.thetisdb.engine.spill.ValueBytes}. A node or relationship is its ids. Layout: {@link
 * org.thetisdb.engine.spill.SpillBlockLayout}.
 *
 * <p>A list that is long is on disk piece by piece while it grows ({@link org.thetisdb.engine.spill.StoredPieces} in a
 * {@link org.thetisdb.engine.spill.ListFile}, made when the first comes: {@link
 * org.thetisdb.engine.spill.StoredLists}), and is then a {@link org.thetisdb.engine.spill.StoredList}: a value like
 * others, of which one piece is in memory while somebody reads it. Rows on disk name its pieces. It may be part of a
 * result, so its file stays as long as somebody refers to it.
 *
 * <p>Who spills when is the business of the operators, by what {@code MemoryShare} says; see the package {@code
 * pipeline}.
 *
 * <p>Invariants: what is read equals what was written, in its order and of the same kinds; a block that was damaged is
 * an error. Files end with the run, be it by an error or a crash, but for those of lists that were given out.
 *
 * <p>Threads: writers, outputs and readers belong to one thread at a time; rows that were written may be read by
 * several.
 */
package org.thetisdb.engine.spill;
