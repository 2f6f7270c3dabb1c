/**
 * The files and directories of this machine as queries and users name them.
 *
 * <pre>
 *   place in a query ──► LocalFiles ──► real path, if queries may touch it ──► LOAD CSV, COPY
 *   directory without a database ──► NearbyDatabases ──► an error that names those beside
 * </pre>
 *
 * <p>Invariants: what is judged is what is opened: the real path, without links.
 *
 * <p>Threads: all is immutable or stateless.
 */
package org.thetisdb.file;
