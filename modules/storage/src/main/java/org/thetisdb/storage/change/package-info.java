/**
 * What was changed, as nodes and relationships that were and are, out of operations and versions.
 *
 * <pre>
 *   operations of a transaction, or of commits ──► ChangedIds (bits)
 *   readers of before and after ───────────────► EntityImages ──► RecordedChanges, differences of revisions
 * </pre>
 *
 * <p>Invariants: what is kept for a change is a bit; values are read off the versions when they are wanted.
 *
 * <p>Threads: one at a time.
 */
package org.thetisdb.storage.change;
