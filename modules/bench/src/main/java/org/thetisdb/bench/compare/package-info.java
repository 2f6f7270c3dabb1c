/**
 * {@code ./thetis bench compare COMMIT}: this tree compared with an earlier commit, on the same data, in the same run.
 *
 * <pre>
 *   COMMIT ──▶ CommitBuild (a worktree of its own) ──▶ jars ─┐
 *   this tree ─────────────────────────────────────▶ jars ─┤
 *   CompareData (files, mapping, queries) ─────────────────┤
 *                                                          ▼
 *                            CompareRun ──▶ Imports: one process each, alternating
 *                                 │
 *                                 ├──▶ PassOrder ──▶ Pass in a JVM of its own, the commit loaded first
 *                                 ├──▶ PassOrder ──▶ Pass in a JVM of its own, this tree loaded first
 *                                 ▼
 *                   Comparison per query ──▶ CompareReport, HistoryLine
 * </pre>
 *
 * <p>Why two JVMs: the build that is loaded first is some percent slower for the whole life of a JVM, because code
 * shared by both was compiled for it alone before the other was loaded. A round of one order is paired with a round of
 * the other, and the geometric mean of both ratios is what counts.
 *
 * <p>Invariants: both builds read the same files, answer the same queries with the same parameters, and take turns in
 * every round; no time counts for a query whose answers differ. The user's tree is never changed.
 *
 * <p>Threads: one, and those that queries have.
 */
@NullMarked
package org.thetisdb.bench.compare;

import org.jspecify.annotations.NullMarked;
