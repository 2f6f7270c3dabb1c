/**
 * Transactions, the order of their commits, and the eras that these fall into.
 *
 * <pre>
 *   StoreTransaction ── bytes for the log, a stamp ──► CommitOrder ──► RedoLog
 *     │ writes into                                       │ one at a time: revision, time, stamp
 *     ▼                                                   │ then, together: sync; then: published
 *   Era = base + delta + counts by commit ◄───────────────┘
 *     ▲                                 one of them is the NewestEra, until a Checkpointer has made the base of the
 *   Recovery: what the log has          next: what came since its cut (LateCommits) is applied to it, or transferred
 *   after the base                      Compactor: runs of its indexes, beside checkpoints
 * </pre>
 *
 * <p>{@link org.thetisdb.storage.transaction.TransactionManager} ties the parts together.
 *
 * <p>Invariants: of the order of commits {@link org.thetisdb.storage.transaction.CommitOrder}, of what may commit
 * {@link org.thetisdb.storage.transaction.CommitValidation}, of transactions that outlive an era {@link
 * org.thetisdb.storage.transaction.CommitTransfer}, of the exchange of eras {@link
 * org.thetisdb.storage.transaction.EraExchange}, of the log's ends {@link org.thetisdb.storage.transaction.LogCutter},
 * of the schema {@link org.thetisdb.storage.transaction.SchemaCommits}.
 *
 * <p>Threads: everything but a {@link org.thetisdb.storage.GraphTransaction} is thread safe. The order of locks is in
 * {@link org.thetisdb.storage.transaction.CommitLock}.
 */
package org.thetisdb.storage.transaction;
