/**
 * What follows a command: its options, the database that it names, the parameters of its query.
 *
 * <pre>
 *   words ──► Arguments ──► DatabaseArguments ──► DatabaseOptions ──► Opening ──► Database
 *                  └──────► ParameterArguments ──► JSON or an expression ──► values by name
 * </pre>
 *
 * <p>Invariants: an option that a command does not know is an error, never left out silently.
 *
 * <p>Threads: one command, one thread.
 */
package org.thetisdb.shell.argument;
