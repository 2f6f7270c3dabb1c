/**
 * Side-by-side runs: Thetis and its peers on the same data and the same queries, in one process and in one run.
 *
 * <pre>
 *   ../shared/data ──▶ snb.Dataset ──▶ snb.QueryCase (text, parameters, expected answer)
 *                          │                  │
 *                  snb.SnapshotFiles          ▼
 *                          │           SnbBenchmark ──▶ rounds: check once, warm up, then A B A B …
 *                          ▼                  │
 *          peer.Peer (Thetis and others) ◀────┘ ──▶ Report (markdown)
 * </pre>
 *
 * <p>{@code updates} changes the peers' stores with one stream of statements; {@code versions} gives one document a
 * long history, compared with other kinds of databases; {@code compare} measures this tree against an earlier commit;
 * {@code io} reads a file in all ways that there are; {@code adaptive} compares the modes of this tree, and {@code
 * plot} draws what it finds; {@code harness} is what all runs share.
 *
 * <p>Invariants: no time is printed for an answer that was not compared; peers get the same memory and take turns
 * within every round; what one peer cannot do is printed with the reason. The data and queries are in the style of
 * LDBC SNB; runs of them are not results of any official benchmark.
 *
 * <p>This module is never shipped: Neo4j's GPL code is on its class path. It is built with {@code -Pbench} only.
 *
 * <p>Threads: the harness runs one query at a time on the main thread, but for writers beside readers; a peer may use
 * two threads inside.
 */
@NullMarked
package org.thetisdb.bench;

import org.jspecify.annotations.NullMarked;
