/**
 * The social network's inserts and deletes, applied to every peer, one transaction per statement.
 *
 * <pre>
 *   org.thetisdb.snb.UpdateStream ──▶ UpdateRun, day by day: A B, B A, A B, …  ──▶ UpdateTimes ──▶ UpdateReport
 *                                        │                                            (per kind and per day)
 *                                        ├─ after the last day: AnswerFile, every peer's counts and answers compared
 *                                        └─ with --reads: ReadWindows, the same queries without and with a writer
 * </pre>
 *
 * <p>Invariants: a run works on a copy of a peer's cached store, which itself never changes; every peer gets the same
 * statements in the same order, and has no time printed if its answers afterwards differ from the first peer's.
 *
 * <p>Threads: the main thread reads; with {@code --reads} one more thread writes.
 */
@NullMarked
package org.thetisdb.bench.updates;

import org.jspecify.annotations.NullMarked;
