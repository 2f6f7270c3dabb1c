/**
 * The files of the social network under {@code ../shared/data}, read for tests and side-by-side runs.
 *
 * <pre>
 *   inserts/dynamic/*.csv.gz ──┐ DatedRows: the rows of one day
 *   deletes/dynamic/*.csv.gz ──┴──▶ UpdateStream ──▶ UpdateBatch (a day) ──▶ UpdateStatement (iu-7, parameters)
 *   CsvLines                   lines and fields of one file, plain or compressed
 * </pre>
 *
 * <p>Invariants: every row of the files belongs to exactly one statement, or reading fails and names the file; the
 * statements of a day are ordered so that each finds what it refers to. This module is on no class path of the
 * product. It knows files and plain Java values, but no database, so that every system under comparison is given the
 * same statements.
 *
 * <p>Threads: a stream belongs to one thread; batches and statements are immutable.
 */
package org.thetisdb.snb;
