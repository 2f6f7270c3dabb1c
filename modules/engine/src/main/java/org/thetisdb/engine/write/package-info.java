/**
 * Clauses that write: CREATE, SET, REMOVE, MERGE, DELETE, FOREACH, a CALL { } that writes, commands on the schema.
 *
 * <pre>
 *   rows ──► WriteSink ──when all are there: one thread writes──► WrittenRows ──► downstream
 *              │                        │
 *              ├ CreateSink        ├─ for a batch: CreateWork, AssignWork, MergeWork compute values
 *              ├ AssignSink        └─ for each row: GraphWriter ──► GraphTransaction
 *              ├ DeleteSink
 *              ├ ForeachSink
 *              └ MultiplyingSink ◄── MergeSink, ApplyWritesSink, TransactionsSink
 * </pre>
 *
 * <p>The writing is a pipeline without rows, between the one that it ends and the one in which its rows continue.
 *
 * <p>Invariants: all rows are gathered before the first write, so a clause does not see its own writes through what
 * reads before it, and what reads after it sees all of them. Values are computed for several rows at once only where
 * no row reads what another has written ({@link org.thetisdb.engine.write.WriteHazards}).
 *
 * <p>Threads: rows are gathered by all workers; one thread writes.
 */
package org.thetisdb.engine.write;
