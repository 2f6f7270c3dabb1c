/**
 * How a store is opened and written: what the database says to it, once or for each transaction.
 *
 * <pre>
 *   StoreOptions ── file system, memory, clock, random, threads
 *                ├─ Durability     when a commit counts as safe
 *                ├─ Retention      how much of the past stays readable
 *                └─ FaultPoints    for tests: where an error of the JVM may strike
 *   Isolation    ── for each transaction          CheckDepth ── for each check
 * </pre>
 *
 * <p>Invariant: an option is checked when it is set, so what is opened has options that make sense.
 *
 * <p>Threads: everything is immutable, but for the fault points of a test.
 */
package org.thetisdb.storage.options;
