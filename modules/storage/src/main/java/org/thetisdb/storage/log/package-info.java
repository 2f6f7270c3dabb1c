/**
 * The redo log: what each commit did, in the order of commits. A revision is a root and a prefix of the log; recovery,
 * checkpoints, history and followers all read it.
 *
 * <pre>
 *   a commit's operations ─► OperationSpool ──few───► RedoLog.append ──► buffer ──► SegmentWriter ──► log/00000007.log
 *   (Changes)                    │ ChangeEncoder      awaitDurable: one write and one sync for all LogWaiters
 *                                └──many──► PartsFile ──renamed when it commits───────────────────► log/00000008.log
 *
 *   log/00000006.log, 00000007.log ──► SegmentReader ──► LogCursor ──► LogRecord ──► ChangeDecoder ──► any Changes
 *                                      (one segment)     (all of it,       │
 *                                           ▲             follows)         └ LogReader: single revisions, lists
 *                                      LogDirectory: headers, RevisionIndexes    (Operations: a piece at a time)
 * </pre>
 *
 * <p>Invariants: revisions in a log follow each other without a gap; a record lies whole in one segment; a segment
 * exists only when all of the one before it is on the device; one that is a large commit has nothing else, and is whole
 * on the device when it has its name; after the last record there are zeros or nothing, unless
 * a crash has torn the tail; nothing is ever written where a record is. Offsets are known to {@link
 * org.thetisdb.storage.log.LogLayout} alone.
 *
 * <p>Threads: {@link org.thetisdb.storage.log.RedoLog} may be used by all; a reader, a cursor and a spool by one at a
 * time. Another process may read while one writes.
 */
package org.thetisdb.storage.log;
