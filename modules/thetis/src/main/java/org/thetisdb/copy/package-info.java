/**
 * COPY: the rows of a query into a file, the rows of a file into the graph.
 *
 * <pre>
 *   COPY … TO    ResultCore ──► ResultRows ──► rows.RowOutput ──► file; nodes and relationships as EntityMaps
 *   COPY … FROM  rows.RowFile ──batch──► CopyWrites, CopyGraph: a statement for so many rows ──► SessionCore.runAlone
 * </pre>
 *
 * <p>Invariants: a file appears when it is complete; what is read from one is committed as a whole, or not at all.
 *
 * <p>Threads: a copy runs on its session's thread, but for {@code cancel} and its count of rows.
 */
package org.thetisdb.copy;
