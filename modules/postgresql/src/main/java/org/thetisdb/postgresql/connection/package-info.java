/**
 * A client, from its first byte to its last.
 *
 * <pre>
 *   Socket ──► Connection: Handshake (start-up, TLS, SCRAM) ──► Dispatcher (messages) ──► ClientSession
 *                  │                                                │                         │
 *              Registry (cancel, shut-down)                Responses, RowWriter    BlockCommands ─► TransactionState
 *                                                                                  SettingCommands ─► Settings
 *                                                                                  KeptNames ─► Portal     └► Session
 * </pre>
 *
 * <p>Invariants: whatever a client does or leaves undone, its socket, session, results and place in the registry are
 * given back. Rows go out as they are read. Nobody who has not come in can make the server keep more than 16 KiB, or
 * longer than the time for it.
 *
 * <p>Threads: a virtual one while a client comes in, then a platform one, because a query computes on it and virtual
 * threads are not preempted: two long queries would keep all others from being cancelled. Cancelling comes from others.
 */
package org.thetisdb.postgresql.connection;
