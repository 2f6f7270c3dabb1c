/**
 * The files and directories of this machine as queries and users name them.
 *
 * <pre>
 *   place in a query ──► LocalFiles ──► real path, if queries may access it ──► LOAD CSV, COPY
 *   directory without a database ──► NearbyDatabases ──► an error that names those nearby
 * </pre>
 *
 * <p>Invariants: what is checked is what is opened: the real path, without links.
 *
 * <p>Threads: all is immutable or stateless.
 */
package org.thetisdb.file;
