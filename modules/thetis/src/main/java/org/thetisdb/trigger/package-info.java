/**
 * Tells the triggers of extensions what transactions change.
 *
 * <pre>
 *   StatementRunner, TransactionCore, AutoCommit (session)
 *        │ after a statement, at a commit
 *        ▼
 *   Triggers ── ChangedGraph of the transaction ──► GraphChanges ──► GraphChange     what the trigger reads
 *        └────── TriggerExtension (engine) ◄────── TriggerCall                      what it may ask and run
 * </pre>
 *
 * <p>Invariants: nothing is committed that triggers were not told of; what a trigger writes has no trigger called that
 * would not be called without it; whatever fails after the commit is logged and counted, and no error of the commit.
 *
 * <p>Threads: that of the transaction, but for {@link org.thetisdb.trigger.TriggerHost}, which all share.
 */
package org.thetisdb.trigger;
