/**
 * Transactions, the order of their commits, and the eras that these fall into.
 *
 * <pre>
 *   StoreTransaction ── bytes for the log, a stamp ──► TransactionManager ──► RedoLog
 *     │ writes into                                       │ one at a time: revision, time, stamp
 *     ▼                                                   │ then, together: sync; then: published
 *   Era = base + delta + counts by commit ◄───────────────┘
 *     ▲                                 one of them is the NewestEra, until a Checkpointer has made the base of the
 *   Recovery: what the log has          next: what came since its cut (LateCommits) is put over it, or transferred
 *   behind the base
 * </pre>
 *
 * <p>Invariants: see {@link org.thetisdb.storage.transaction.TransactionManager}.
 *
 * <p>Threads: everything but a {@link org.thetisdb.storage.GraphTransaction} is thread safe.
 */
package org.thetisdb.storage.transaction;
