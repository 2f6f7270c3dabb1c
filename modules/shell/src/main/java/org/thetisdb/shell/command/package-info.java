/**
 * The commands of the command line, a class each. {@code Main} chooses one by its first word.
 *
 * <pre>
 *   Main ──► QueryCommand, InfoCommand, CheckCommand, CreateCommand, BackupCommand, DumpCommand, ImportCommand,
 *                │   ServeCommand
 *                │ arguments ──► Database ──► what it has found
 *                ▼
 *              Output, and the exit code
 * </pre>
 *
 * <p>Invariants: a command returns its exit code and ends nothing itself. A new command is one class here, one line in
 * {@code Main} and one text in {@code Usage}.
 *
 * <p>Threads: a command runs on one thread; only cancellation and progress come from others.
 */
package org.thetisdb.shell.command;
