/**
 * What was changed since the base, in memory, in as many versions as were committed.
 *
 * <pre>
 *   DeltaWriter ──► Delta ◄── DeltaReader ──► BaseReader
 *   (a transaction,  │ by chunk and row:         NodeVersion ─► older NodeVersion ─► … ─► the base's row
 *    a replay)       │ by type, chunk and slot:  Link ─► RelationshipVersion ─► …
 *                    │   beside both:            DeltaColumn: values of new rows that readers have found
 *                    │ by type, side and row:    ListDelta: links, sorted as the base's list is
 *                    │ by index:                 IndexDelta: pairs (key, node) to be looked into
 *                    └ ChunkTable: which chunks have free rows, and which mix labels
 *   every version ──► Stamp of its transaction ──► the revision, once it is committed
 * </pre>
 *
 * <p>Invariants: a version is never changed, only put before an older one, and taken away again by a rollback; a
 * reader's {@link org.thetisdb.storage.delta.Visibility} decides for each version by its stamp alone; what has no
 * version is as in the base. A transaction that finds the head of something written by a concurrent one gives up.
 *
 * <p>{@link org.thetisdb.storage.delta.ReadSet} and {@link org.thetisdb.storage.delta.WriteSet} are what serializable
 * transactions are compared by.
 *
 * <p>Threads: {@link org.thetisdb.storage.delta.Delta}, {@link org.thetisdb.storage.delta.NameTable} and {@link
 * org.thetisdb.storage.delta.IdAllocator} belong to all; readers and writers to one thread each. No reader ever waits.
 */
package org.thetisdb.storage.delta;
