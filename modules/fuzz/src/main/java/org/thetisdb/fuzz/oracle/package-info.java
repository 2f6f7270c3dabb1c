/**
 * The oracles that answer queries, and the comparison of their answers.
 *
 * <pre>
 *   FuzzGraph ─► OracleFactory ─► Oracle          a graph, loaded in one way or another
 *                                   ▲  │
 *                        FuzzQuery ─┘  ▼
 *                                   Answer ─► Comparison ─► what differs, if anything
 * </pre>
 *
 * <p>Invariants: an answer holds values only, never ids, so that those of different products can be compared. What may
 * differ is listed with its reason in {@link org.thetisdb.fuzz.oracle.AllowedDifference}, and nowhere else.
 *
 * <p>Threads: an oracle belongs to one thread at a time; answers may be shared.
 */
package org.thetisdb.fuzz.oracle;
