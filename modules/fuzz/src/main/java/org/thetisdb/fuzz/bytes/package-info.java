/**
 * Coverage-guided fuzzing of what takes bytes from outside: {@code ./thetis fuzz bytes}.
 *
 * <pre>
 *   ByteTarget ─► ByteRun ─► a JVM with Jazzer ─► XFuzz.fuzzerTestOneInput(bytes), beside what it tests
 *       │            │                │
 *       │            ▼                ▼
 *       └─► kept inputs: corpus     inputs that reach new code, and those that found something
 * </pre>
 *
 * <p>Invariants: each target runs in a process of its own, so that one that kills its JVM is a finding like any other.
 *
 * <p>Threads: one.
 */
package org.thetisdb.fuzz.bytes;
