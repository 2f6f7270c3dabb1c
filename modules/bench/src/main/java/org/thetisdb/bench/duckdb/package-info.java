/**
 * The same question about the same stored rows, to Thetis and to a columnar peer.
 *
 * <pre>
 *   Workload ─┬─ Stores: a database of each ──┬──▶ ThetisTask ─┐ a process each, by turns
 *             └─ Question: Cypher, SQL ───────┴──▶ DuckDbTask ─┘
 *                                                       │
 *                     BesideRun, round by round ◀── seconds of each time, answer, peak: Outcome
 * </pre>
 *
 * <p>{@code DuckDb} opens its databases, also for the comparison of graph queries in one process.
 *
 * <p>A process asks its question several times: cold, with all that a virtual machine has to load and compile, and
 * again.
 *
 * <p>Invariants: both have the same limit, the same number of threads, and their temporary files on the same disk; no
 * time is printed if their answers differ.
 *
 * <p>Threads: one process at a time.
 */
@NullMarked
package org.thetisdb.bench.duckdb;

import org.jspecify.annotations.NullMarked;
