/**
 * Entries of lists that one large transaction has made, in sorted runs.
 *
 * <pre>
 *   TransactionRuns   by type, side and chunk:  SideRuns
 *                                                  EntryBuffer   on the heap: sorted │ tail, as it came
 *                                                  EntryRun      outside, level 0: up to 32,768 entries, sorted
 *                                                  EntryRun      level 1: sixteen of level 0, merged
 *                                                  …
 *   EntryCursor ◄── all of them, merged, for one row or for all
 * </pre>
 *
 * <p>An entry of a list in memory is put where it belongs, which is anywhere. That is no way to write what does not fit
 * into memory: a page would be brought back for nearly every entry. Here all that is written is written one after the
 * other, once for each level, and what is read of a chunk lies together. This is the log-structured merge tree (P.
 * O'Neil, E. Cheng, D. Gawlick, E. O'Neil: The Log-Structured Merge-Tree, Acta Informatica 1996), with tiers instead of
 * one tree for each level, and one for each chunk.
 *
 * <p>Invariants: an entry is in one run or in the buffer, never in two; a run is never changed; what was merged stays
 * where it was until the arena is closed, so that a cursor over it may go on.
 *
 * <p>Threads: one adds, its transaction's. Any number read, and wait for no more than a buffer that is written to a
 * run.
 */
package org.thetisdb.storage.runs;
