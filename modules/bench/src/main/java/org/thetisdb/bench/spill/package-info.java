/**
 * Sorting, grouping and joining more rows than fit into memory, beside a columnar peer with the same limit.
 *
 * <pre>
 *   SpillData ── rows.csv ──┬──▶ a database of ours   (./thetis import)  ──▶ ThetisTask ─┐ a process each,
 *    (k, v), N rows         └──▶ one of the peer      (read_csv)         ──▶ DuckDbTask ─┘ by turns
 *                                                                               │
 *                                   SpillRun, round by round ◀── seconds of each time, answer, peak: SpillOutcome
 * </pre>
 *
 * <p>Both read stored rows, because a generated series would be one thread's work in Thetis. k is a hash of the row's
 * number, modulo the number of rows, so that it has 0.63 values for each row; v is the row's number. A
 * process asks its question several times: cold, with all that a virtual machine has to load and compile, and again.
 *
 * <p>Invariants: both have the same limit, the same number of threads, and their temporary files on the same disk; no
 * time is printed if their answers differ.
 *
 * <p>Threads: one process at a time.
 */
@NullMarked
package org.thetisdb.bench.spill;

import org.jspecify.annotations.NullMarked;
