/**
 * The scans that Sirix publishes: records of five fields, and nine questions that read all of them.
 *
 * <pre>
 *   RecordGenerator (seed 42) ──▶ RecordFiles ─┬──▶ compare --data records: beside another commit
 *   RecordQuery: Cypher, SQL ──────────────────┴──▶ RecordWorkload ──▶ duckdb: beside a columnar peer
 * </pre>
 *
 * <p>Invariants: the records are those of the original, value for value, so its published counts hold here.
 *
 * <p>Threads: one.
 */
@NullMarked
package org.thetisdb.bench.records;

import org.jspecify.annotations.NullMarked;
