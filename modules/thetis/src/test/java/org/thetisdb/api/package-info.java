/**
 * The public API as a user's compiler sees it.
 *
 * <pre>
 *   target/classes of the module ──► ExportedClasses ──► PublicTypes ──► PublicApiTest: which types are named
 *   a program of some lines ──► javac, in memory ──────────────────────► UserImportsTest: does it compile
 * </pre>
 *
 * <p>Invariants: looks at classes only from outside, and runs no database. Threads: each test has its own.
 */
package org.thetisdb.api;
