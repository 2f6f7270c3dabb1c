/**
 * Ways to read a file, beside each other: mapped memory as Lucene uses it, each engine of Thetis alone and in batches,
 * and the page cache over engines; with a file that is smaller than memory, as large, and larger.
 *
 * <pre>
 *   IoRun ──▶ for each round, ratio and way: a process of its own in a control group (IoChild)
 *     │            Way ──▶ OpenWay (one file) ──▶ WayReader (one thread): 16 reads of an IoPart are an operation
 *     ├─────▶ FioProbe: what the device does at depth 32, again and again in between
 *     └─────▶ IoTable ──▶ IoReport (markdown), plots
 * </pre>
 *
 * <p>Invariants: all ways read the same bytes into memory of the caller; each process has the same limit for all that
 * it takes, pages of files in the system's cache included, which is emptied of the file before.
 *
 * <p>Threads: one process at a time; in it, as many reading threads as the measurement has, each with a reader of its
 * own.
 */
@NullMarked
package org.thetisdb.bench.io;

import org.jspecify.annotations.NullMarked;
