/**
 * The transactions that run, as others than their owners see and end them.
 *
 * <pre>
 *   sessions ──RunningTransaction──► RunningTransactions ◄── TransactionProcedures: SHOW, TERMINATE TRANSACTIONS
 *    each knows its own                list, end by id   ◄── TransactionWatch: whose time is up (Deadlines)
 * </pre>
 *
 * <p>Invariants: a transaction is ended once, by its owner or by somebody else; whoever comes second is told so. If
 * somebody else was first, its owner gets the reason as the error of whatever he does next with it.
 *
 * <p>Threads: all is shared.
 */
package org.thetisdb.running;
