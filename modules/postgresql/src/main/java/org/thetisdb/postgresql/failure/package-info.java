/**
 * Errors as PostgreSQL's clients know them: five characters that say what kind, a message, and a place.
 *
 * <pre>
 *   ThetisException ──► SqlState.of(code) ──► PostgresFailure ──► what the client is told
 *   what a client has done wrong ────────────────┘
 * </pre>
 *
 * <p>Invariants: the table in {@code SqlState} has a line for every code of Thetis. A place counts characters of the
 * text that the client has sent, from 1.
 *
 * <p>Threads: immutable.
 */
package org.thetisdb.postgresql.failure;
