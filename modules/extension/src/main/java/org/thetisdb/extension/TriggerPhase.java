package org.thetisdb.extension;

/**
 * When a trigger is called.
 *
 * <pre>
 *   statement ─► STATEMENT   statement ─► STATEMENT   commit ─► COMMIT ─► CONSTRAINT ─► durable ─► COMMITTED
 *                └──────── may change the graph, may refuse ────────┘     may refuse
 * </pre>
 *
 * <p>Triggers of one phase are called in the order of their names. What triggers write is seen by those that are called
 * later, and by all constraints; it does not make any trigger be called that would not be called without it.
 */
public enum TriggerPhase {
    /** After each statement that has changed something, within its transaction, with what it has changed. */
    STATEMENT,

    /** When the transaction is to be committed, with all that it has changed. */
    COMMIT,

    /** After all triggers of the commit, with all that they have changed, too: may read and refuse, not write. */
    CONSTRAINT,

    /**
     * When the transaction is committed and durable, by the thread that has committed it, before that goes on. A
     * failure is logged and counted, and changes nothing. What it writes is a transaction of its own, for which no
     * trigger is called.
     */
    COMMITTED
}
