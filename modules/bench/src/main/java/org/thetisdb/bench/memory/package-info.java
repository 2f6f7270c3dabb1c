/**
 * The runs within a budget: what is resident, whether anything is killed, whether anything runs out of memory.
 *
 * <pre>
 *   MemoryRun ──▶ MemorySteps: import, each read query, the messages, the writers (WriterMix, MixTally)
 *       │              each step is a process of its own
 *       └─────▶ harness.MemoryGroup: cgroup v1 or v2, a limit for all that the process takes
 *                   └──▶ MemoryOutcome ──▶ MemoryReport
 * </pre>
 *
 * <p>Invariants: every step runs the commands that a user would, with the heap that the launcher gives them; the
 * group's limit holds from the start of the process to its end. A step that fails does not keep the others from
 * running.
 *
 * <p>Threads: one step at a time; the writers are threads of their own process.
 */
@NullMarked
package org.thetisdb.bench.memory;

import org.jspecify.annotations.NullMarked;
