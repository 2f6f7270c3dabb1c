/**
 * What was changed since the base, in memory, in as many versions as were committed.
 *
 * <pre>
 *   DeltaWriter ──► Delta ◄── DeltaReader ──► BaseReader
 *   (a transaction,  │ by chunk and row:         version ─► older version ─► … ─► the base's row     VersionLayout
 *    a replay)       │ by type, chunk and slot:  link ─► version ─► …                               LinkLayout
 *                    │ by type, side and row:    list of links, sorted as the base's list is        LinkLists
 *                    │                           and runs of what large transactions put into them LinkRuns
 *                    │ by index:                 IndexDelta: pairs (key, node) to be looked into
 *                    └ ChunkTable: which chunks have free rows, and which mix labels
 *   every version and link ──► mark (StampTable) ──► Stamp of its transaction, or the revision, once it is committed
 * </pre>
 *
 * <p>Versions, links and tables are records outside the heap, named by handles ({@link org.thetisdb.storage.arena}): a
 * relationship takes 45 to 100 bytes, lists and tables included, a node with three integers and a short string 76.
 * All of them are freed together, when nobody reads or writes the delta any more.
 *
 * <p>Invariants: a version is never changed, only put before an older one, and taken away again by a rollback; a
 * reader's {@link org.thetisdb.storage.delta.Visibility} decides for each version by its mark alone; what has no
 * version is as in the base. A transaction that finds the head of something written by a concurrent one gives up. What
 * a transaction has written it knows by numbers ({@link org.thetisdb.storage.arena.HandleLog}); taking back what was
 * not changed changes nothing.
 *
 * <p>{@link org.thetisdb.storage.delta.ReadSet} and {@link org.thetisdb.storage.delta.WriteSet} are what serializable
 * transactions are compared by.
 *
 * <p>Threads: {@link org.thetisdb.storage.delta.Delta}, {@link org.thetisdb.storage.delta.NameTable} and {@link
 * org.thetisdb.storage.delta.IdAllocator} belong to all; readers and writers to one thread each. No reader ever waits.
 */
package org.thetisdb.storage.delta;
