/**
 * The command line: {@code thetis query | shell | create | info | check | import}.
 *
 * <pre>
 *   words ──► Main ──► command: QueryCommand, InfoCommand, …  ──► Database, Session, Result
 *               │         │ argument: options, parameters           │ statement: runs, errors with their place
 *               │         │                                         ▼
 *               │         └────────────────────────────────────► format ──► output
 *               └────► prompt: Prompt (loads JLine, as a wide table on a terminal does)
 * </pre>
 *
 * <p>Each package sees those that follow it in this order: {@code prompt}, {@code command}, {@code argument},
 * {@code statement}, {@code format}, {@code output}.
 *
 * <p>Invariants: results go to the standard output, all else to the standard error (what a statement has changed goes
 * below a table, since both are for people); the exit code is 0, or 1 with the
 * error on the standard error. What a one-shot query does not need is not loaded: its start is part of its time.
 *
 * <p>Threads: a command runs on one thread; only cancellation and progress come from others.
 */
package org.thetisdb.shell;
