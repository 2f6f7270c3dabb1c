/**
 * The files and directories of this machine as queries and users name them.
 *
 * <pre>
 *   place in a query ──► LocalFiles ──► real path, if queries may access it ──► LOAD CSV, COPY
 *   directory without a database ──► NearbyDatabases ──► an error that names those nearby
 *   directory for code ──► LocalCodeStore ──► a loop's code, if nobody else can have written it
 *                              └── CodeFiles: how it writes
 * </pre>
 *
 * <p>Invariants: what is checked is what is opened: the real path, without links.
 *
 * <p>Threads: all is thread safe.
 */
package org.thetisdb.file;
