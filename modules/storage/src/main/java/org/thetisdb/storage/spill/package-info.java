/**
 * Temporary data that may grow beyond memory, in files that do not outlive their makers.
 *
 * <pre>
 *   bulk load   add(bytes) ──► SpillBlock ──► in memory, counted ──┐ the count passes the limit
 *                                                                 └─► written to the pool's file, oldest first
 *
 *   queries     TemporarySpace ──newFile──► SpillFile ──reserve──► a place ──write──► on disk ──read──► again and again
 *               one for an open store       one for an operator of a run; closed by it, then its space is free
 *
 *   both        vectors ──VectorCodec, NarrowValues──► bytes
 * </pre>
 *
 * <p>Invariants: the bytes of all blocks in a pool's memory and of all reservations exceed the limit by what one caller
 * adds at most. A file of a temporary space is gone when it is closed or its process has died, at the latest when the
 * store is next opened to write; no other process's files are ever touched that it still needs.
 *
 * <p>Threads: everything here may be shared, but for the vectors that are encoded and decoded.
 */
package org.thetisdb.storage.spill;
