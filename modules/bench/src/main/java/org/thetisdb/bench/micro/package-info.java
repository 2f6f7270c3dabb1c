/**
 * Micro-benchmarks (JMH) of single parts, from the bottom up: page access, then scan, filter, expand and import.
 *
 * <pre>
 *   ./thetis bench micro [regex]  ──▶  MicroBenchmarks  ──▶  JMH, one forked JVM per benchmark
 * </pre>
 *
 * <p>Invariants: every benchmark has a baseline that does the same work in the plainest way, returns a value
 * that depends on everything it read, and states in its name what is in memory. Threads: as annotated.
 */
@NullMarked
package org.thetisdb.bench.micro;

import org.jspecify.annotations.NullMarked;
