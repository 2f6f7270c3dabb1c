/**
 * The past, as queries ask for it.
 *
 * <pre>
 *   USE revision(7), USE time('…') ──► PastSnapshots ──► the snapshot that the query reads
 *   CALL history.versions(node), … ──► HistoryProcedures ──► rows of storage's History
 * </pre>
 *
 * <p>Invariants: what is retained is seen completely; what is not is an error that says what the earliest is.
 *
 * <p>Threads: all is shared.
 */
package org.thetisdb.history;
