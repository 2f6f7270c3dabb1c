/**
 * A server that speaks PostgreSQL's wire protocol, version 3.0, over a database.
 *
 * <pre>
 *   psql, JDBC, psycopg, postgres_fdw ──► PostgresqlServer ──► a connection each ──► Session of the database
 *                                             ▲
 *                                      PostgresqlOptions: where it listens, who may come in
 * </pre>
 *
 * <p>Invariants: the server uses what programs use, and nothing else of Thetis. Without a password it listens on this
 * machine only. It does not close the database, which is its owner's.
 *
 * <p>Threads: a server may be closed by any thread; each client has one of its own.
 */
package org.thetisdb.postgresql;
