/**
 * Keeps the house tidy: rules that a reader relies on and that no compiler checks.
 *
 * <pre>
 *   every file of the project ─ SourceFile ─ TidyTest ─ findings, file and line each
 * </pre>
 *
 * <p>Invariants: a rule says what to do instead. Threads: none.
 */
package org.thetisdb.tidy;
