/**
 * The fifteen benchmarks of a discussion about H2's files, for H2 on its own files, H2 on ours, and Thetis doing the
 * same job in Cypher: {@code ./thetis bench h2}. Their names are those of the discussion, their bodies reconstructions.
 *
 * <pre>
 *   H2Run -- once for each contender and size --> H2Child: Data (blobs, orders) by Rows, kept
 *     |
 *     |-- for each Task rounds A B C, C B A, … of H2Child, a process in a control group for each contender
 *     |        |  Setting     copies the data, opens a Store, drops it from the system's cache
 *     |        |  *Bodies     what is timed: a first Shot, then more in the same process
 *     |        v
 *     |     Store, Client ----> SqlStore (H2: file: or paged:)     CypherStore (Thetis)
 *     |        Statement: each in SQL and in Cypher
 *     v
 *   H2Times, H2Report: first shots and later ones apart
 * </pre>
 *
 * <p>Invariants: all contenders get the same rows and questions; a control group of the same size for each, of which
 * the data may have the same part; a report says which answers differ.
 *
 * <p>Threads: one, but for eight clients of one benchmark.
 */
@NullMarked
package org.thetisdb.bench.h2;

import org.jspecify.annotations.NullMarked;
