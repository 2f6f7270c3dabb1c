/**
 * The databases that take part, with one small interface.
 *
 * <pre>
 *   Peer ─┬─ ThetisPeer   the embedded API
 *         ├─ Neo4jPeer    Community, embedded, same process (slotted runtime)
 *         ├─ KuzuPeer     embedded native library, same process; own query texts where its dialect differs
 *         └─ DuckDbPeer   embedded native library, same process; the questions in SQL over tables
 * </pre>
 *
 * <p>An {@code UpdateTarget} is a peer that also takes inserts and deletes, each in a transaction of its own.
 *
 * <p>Invariants: a peer's {@code load} is complete or leaves nothing that {@code open} would mistake for a database;
 * {@code run} returns only after every row was fetched. Threads: one thread at a
 * time, except that an {@code UpdateTarget} may be changed by clients, each with a thread, and read by one other.
 */
@NullMarked
package org.thetisdb.bench.peer;

import org.jspecify.annotations.NullMarked;
