/**
 * Column segments: the values of one property key in one chunk, encoded.
 *
 * <pre>
 *   Vector ──► ColumnEncoder ──► EncodedColumn (bytes + zone map) ──► extent ──► ColumnSegment ──► Vector
 *
 *   +--------+----------+----------------+------------------+-----------+
 *   | header | presence | packed values, | string bytes, …  | child     |
 *   | 64 B   | (if any  | codes, offsets |                  | segment   |
 *   |        |  null)   |                |                  | (lists)   |
 *   +--------+----------+----------------+------------------+-----------+
 * </pre>
 *
 * <p>Relationship columns, which may be longer than a chunk's rows, are a
 * {@link org.thetisdb.storage.column.BlockedColumn}: a table of segments of 32,768 values each.
 *
 * <p>Invariants: a segment is decodable on its own; any row in constant time; parts begin at multiples of 8; values
 * that are null take no room but for their bit; what is read equals what was encoded, bit for bit.
 *
 * <p>Threads: encoders and segments belong to one thread at a time.
 */
package org.thetisdb.storage.column;
