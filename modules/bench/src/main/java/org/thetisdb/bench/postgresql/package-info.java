/**
 * Foreign rows in PostgreSQL: those of Thetis, and those of another database of PostgreSQL, through postgres_fdw.
 *
 * <pre>
 *   ForeignRun ── a PostgreSQL of its own ──┬── foreign "Item": PostgresqlServer over a database of Thetis
 *                 local table, JDBC         └── foreign "Item": another database of the same server
 *
 *   rounds: join, scan and aggregate of the one, of the other, of the one …; answers compared
 * </pre>
 *
 * <p>Invariants: both hold the same rows; the local server has one process for a query; an answer that differs ends the
 * run.
 *
 * <p>Threads: the main thread; the servers have their own.
 */
@NullMarked
package org.thetisdb.bench.postgresql;

import org.jspecify.annotations.NullMarked;
