/**
 * One database in ever less memory: {@code ./thetis bench pressure}.
 *
 * <pre>
 *   PressureRun -- a file of AskedQuery --> PressureChild, a JVM in a control group: with all the memory it wants,
 *       |                                        |         with a fourth of the database's bytes, with a tenth
 *       |                                        |-- each query again and again, until its code is warm, then timed
 *       |                                        |-- PointReads: keys at random, by some threads
 *       |                                        v
 *       |                               a file of lines: name, digest of the answers, milliseconds
 *       |-- Fio: what the device does in the same way
 *       v
 *   PressureTimes --> PressureReport
 * </pre>
 *
 * <p>Invariants: a control group leaves a process its heap, the database's budget, the JVM's own {@code
 * MemoryBudget.PROCESS_BYTES} and nothing for the system's cache; a time is reported only of an answer that is the one
 * that was given with all memory.
 *
 * <p>Threads: one; those of {@code PointReads} end with it.
 */
@NullMarked
package org.thetisdb.bench.pressure;

import org.jspecify.annotations.NullMarked;
