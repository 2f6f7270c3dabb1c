/**
 * Tests of what transactions are protected from, through the storage API alone.
 *
 * <pre>
 *   HistoryRun: scripts of steps, interleaved from a seed ──► GraphStore
 *     │ each step also on                                       ▲
 *     ▼                                                         │ what is read
 *   HistoryModel of the snapshot, and of the serial order ──────┘
 *     │ what was read and written
 *     ▼
 *   DependencyGraph: cycles, by name
 * </pre>
 *
 * <p>Invariants: a history is a function of its seed. Threads: those of the tests that say so; all else runs on one.
 */
package org.thetisdb.storage.isolation;
