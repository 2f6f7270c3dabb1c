/**
 * Many clients that write without a pause for minutes: is each second as good as the others?
 *
 * <pre>
 *   SustainedRun ── for each store, one after the other, a process of its own ──▶ StoreProcess
 *       │                                                                           │ SustainedStore ─┬─ ThetisWrites
 *       │                                                  WriteClients ◀───────────┘                 ├─ PostgresWrites
 *       │                                                      │ CommitTimes                          └─ RocksWrites
 *       └─ SustainedReport ◀── SustainedResult, by a file ◀────┘
 * </pre>
 *
 * <p>A commit makes some items of four fields, found by their first one, and is on the device when it is acknowledged.
 * All get the same budget of memory and hold to it by their own means; what they really take is measured.
 *
 * <p>Invariants: what was acknowledged is counted in the store before a number is printed; seconds of the warm-up are
 * told, but not counted.
 *
 * <p>Threads: one for each client, and the main thread, which looks at the memory once a second.
 */
@NullMarked
package org.thetisdb.bench.sustained;

import org.jspecify.annotations.NullMarked;
