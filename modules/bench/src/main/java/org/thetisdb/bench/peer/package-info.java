/**
 * The databases that take part, behind one small interface.
 *
 * <pre>
 *   Peer ─┬─ ThetisPeer   the embedded API
 *         ├─ Neo4jPeer    Community, embedded, same process (slotted runtime)
 *         └─ KuzuPeer     embedded native library, same process; own query texts where its dialect differs
 * </pre>
 *
 * <p>Invariants: a peer's {@code load} is complete or leaves nothing that {@code open} would take for a database;
 * {@code run} returns only after every row was fetched. Threads: one thread at a time.
 */
package org.thetisdb.bench.peer;
