/**
 * What all runs share: options, the machine's description, directories of stores, and how numbers are summed up.
 *
 * <pre>
 *   arguments ──▶ OptionMap      Machine ──▶ head of a report      double[] of rounds ──▶ Spread "2.50 [2.41..2.62]"
 *   StoreDirectory: build/bench/NAME-SCALE, complete if and only if its marker is there
 *   MemoryGroup: a control group with a limit      SystemCache: drops a file from the system's cache
 *   PostgresServer: a server of one run alone       ResidentMemory: what processes take of the machine's memory
 * </pre>
 *
 * <p>Invariants: nothing here knows a peer or a workload. Threads: everything but a server is stateless or
 * immutable.
 */
@NullMarked
package org.thetisdb.bench.harness;

import org.jspecify.annotations.NullMarked;
