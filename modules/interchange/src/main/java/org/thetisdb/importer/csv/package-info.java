/**
 * From a file of rows to typed columns, without an object per row or field.
 *
 * <pre>
 *   file (.csv .csv.gz .csv.zst) ─► BlockReader ─► CsvBlock ─► RowSplitter ─► FieldTable ─► ColumnParser ─► Vector
 *                                   decompresses,  whole rows  cuts fields,   where each    checks and
 *                                   cuts at row                 unquotes      field lies    converts
 *                                   ends
 * </pre>
 *
 * <p>The dialect is RFC 4180 with any one-byte separator and quote: a field that begins with the quote ends at the next
 * single one; inside, a doubled quote stands for one, and separators and line ends are data. A quote in the midst of an
 * unquoted field is an ordinary character. Lines end with LF or CRLF, the last one perhaps with nothing. An empty field
 * is null, a quoted empty field is the empty string. A byte order mark is skipped; the text is UTF-8.
 *
 * <p>Invariants: a block begins at the beginning of a row and ends at the end of one; the splitter and the block reader
 * agree on where a row ends, also for rows that are wrong.
 *
 * <p>Threads: one thread fills blocks, any number take them apart; every object belongs to one thread at a time.
 */
package org.thetisdb.importer.csv;
