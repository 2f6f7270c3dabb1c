/**
 * The command line: {@code thetis query | shell | create | info | check | import}.
 *
 * <pre>
 *   words ──► Main ──► QueryCommand  ──► Database, Session, Result ──► RowFormat ──► Output
 *               ├──► InfoCommand, CreateCommand                      table, line, csv, json, ...
 *               ├──► CheckCommand
 *               ├──► ImportCommand ──► ProgressLine
 *               └──► prompt.Prompt (loads JLine, as a wide table on a terminal does)
 * </pre>
 *
 * <p>Invariants: results go to the standard output, all else to the standard error (what a statement has changed goes
 * below a table, since both are for people); the exit code is 0, or 1 with the
 * error on the standard error. What a one-shot query does not need is not loaded: its start is part of its time.
 *
 * <p>Threads: a command runs on one thread; only cancellation and progress come from others.
 */
package org.thetisdb.shell;
