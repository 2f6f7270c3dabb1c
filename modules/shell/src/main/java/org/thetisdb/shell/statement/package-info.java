/**
 * Statements as people type them: where each one ends, what comes of it, and its errors with their place.
 *
 * <pre>
 *   file, pipe ──► TextLines ──► Script
 *                              │ pieces: whole lines
 *                              ▼
 *   what was typed ──► Statements ──► Statement ──► StatementRun ──► RowFormat, NotificationOutput ──► Output
 *                                         │ Source       └ Waiting: tells that it still runs
 *                                         └──► QueryFailure: the error with the line and a caret below it
 * </pre>
 *
 * <p>Invariants: an error has its place in the text as it was typed, whatever was cut out of it to be run; of a file or
 * pipe there is one piece in memory, however much came before.
 *
 * <p>Threads: a run belongs to one thread, but for {@code cancel} and its count of rows.
 */
package org.thetisdb.shell.statement;
