/**
 * Which command a text of SQL is: transactions, settings, cursors, COPY, queries and changes.
 *
 * <pre>
 *   text ──► StatementSplitter (at semicolons) ──► StatementParser ──► Statement
 *                                                                        └ a query or change: text, to be translated
 * </pre>
 *
 * <p>Invariants: each command that there is has a record in {@code Statement}; all others are an error of 0A000.
 *
 * <p>Threads: stateless and immutable.
 */
package org.thetisdb.postgresql.statement;
