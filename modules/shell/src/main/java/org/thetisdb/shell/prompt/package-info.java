/**
 * The prompt, {@code thetis shell}.
 *
 * <pre>
 *   keys ──► JLine ──► CypherLineParser: complete? ──► PromptSession ──► StatementRun ──► Pager ──► screen
 *              │ CypherHighlighter                           │
 *              │ PromptCompleter ──► CypherCompleter ──► DatabaseNames
 *              │                                             │
 *   pipe ──► TextLines ──► Script: pieces ───────────────────┴──► DotCommand
 * </pre>
 *
 * <p>Invariants: no error of a query ends the prompt, but it fails the transaction that is open, and what stands in
 * front of the line says so; a transaction that is open at the end is rolled back; Ctrl-C ends the query that runs, or
 * clears the line.
 *
 * <p>Threads: one thread reads, runs and prints; JLine's signal thread cancels.
 */
package org.thetisdb.shell.prompt;
