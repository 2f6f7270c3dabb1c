/**
 * Tells the triggers of extensions what transactions change, and their listeners what else happens to a database.
 *
 * <pre>
 *   StatementRunner, TransactionCore, AutoCommit (session)
 *        │ after a statement, at a commit
 *        ▼
 *   Triggers ── ChangedGraph of the transaction ──► GraphChanges ──► GraphChange     what the trigger reads
 *        └────── TriggerExtension (engine) ◄────── TriggerCall                      what it may ask and run
 *
 *   DatabaseEvents (session) ──► Listeners: WaitingEvents ──its thread──► ListenerExtension (engine)
 *                                                                          ◄── ListenerCall, through ListenerGate
 * </pre>
 *
 * <p>Invariants: nothing is committed that triggers were not told of; what a trigger writes has no trigger called that
 * would not be called without it; whatever fails after the commit is logged and counted, and no error of the commit.
 * Nobody waits for a listener, but who closes the database, and then for a time that is known. When a database is
 * closed no listener runs a statement. There is no thread where there is no listener.
 *
 * <p>Threads: that of the transaction, but for {@link org.thetisdb.trigger.TriggerHost} and {@link
 * org.thetisdb.trigger.Listeners}, which all share, and what is called by the thread of the latter.
 */
package org.thetisdb.trigger;
