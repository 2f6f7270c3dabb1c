/**
 * The public API as a user's compiler sees it.
 *
 * <pre>
 *   target/classes of the module ──► ExportedClasses ──► PublicTypes ──► PublicApiTest: which types are named
 *   a program of some lines ──► Compiler ──────────────────────────────► UserImportsTest: does it compile
 *   the sources of a module ──► Compiler, with its look at comments ────► DocumentedTest: is all of it explained
 * </pre>
 *
 * <p>Invariants: looks at classes only from outside, and runs no database. Threads: each test has its own.
 */
package org.thetisdb.api;
