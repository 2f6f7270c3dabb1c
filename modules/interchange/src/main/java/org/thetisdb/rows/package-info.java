/**
 * Files of rows of named values, as statements read and write them: COPY in both directions, LOAD CSV.
 *
 * <pre>
 *   .csv   ─► csv's BlockReader, RowSplitter ─► FieldTable ┬ once: ColumnEvidence, for columns without a type
 *                                                          └ again: ColumnParser ─┐
 *   .jsonl ─► lines ─► JSON ─► values of typed columns through ColumnParser ──────┴─► RowFile.Row, Row, …
 *
 *   RowSource ─► RowOutput ─► RowText ┬ .csv: CsvForms says how fields are written, and what the header tells
 *                                     └ .jsonl: an object for each row
 *   CsvLines: rows of CSV as lists of text
 * </pre>
 *
 * <p>Invariants: what is written is read back as what it was. The first row that is wrong ends the reading with an
 * error that names file and line. A type that nobody tells is inferred as the import does. A file is there when it is
 * whole.
 *
 * <p>Threads: a file belongs to one thread.
 */
package org.thetisdb.rows;
