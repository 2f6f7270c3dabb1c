/**
 * Files as rows of named values, for statements that copy them into a graph that exists.
 *
 * <pre>
 *   .csv   ─► csv's BlockReader, RowSplitter ─► FieldTable ┬ once: ColumnEvidence, for columns without a type
 *                                                          └ again: ColumnParser ─┐
 *   .jsonl ─► lines ─► JSON ─► values of typed columns through ColumnParser ──────┴─► RowFile.Row, Row, …
 * </pre>
 *
 * <p>Invariants: the first row that is wrong ends the reading with an error that names file and line. A type that
 * nobody tells is inferred as the import does.
 *
 * <p>Threads: a file belongs to one thread.
 */
package org.thetisdb.importer.rows;
