/**
 * Who may come in: one user with a password, or anybody from this machine where there is none.
 *
 * <pre>
 *   password or verifier ──► Credentials ──► ScramServer ◄──► SASL messages of the client (RFC 5802, 7677)
 *   PEM files ──► Certificates ──► SSLContext
 * </pre>
 *
 * <p>Invariants: the password itself is forgotten once its keys are made. An unknown user meets the same steps as a
 * known one, and fails at the last. Keys are compared in constant time.
 *
 * <p>Threads: {@code Credentials} is immutable; a {@code ScramServer} belongs to one connection.
 */
package org.thetisdb.postgresql.authentication;
