/**
 * Procedures: what {@code CALL name(…) YIELD …} and {@code SHOW …} can ask for.
 *
 * <pre>
 *   SchemaProcedures, ListingProcedures, further ones ──► ProcedureTable ──find──► binder: signature
 *        (a ProcedureProvider's, extensions')                   └────────► plan ──► run: Procedure.Body, row by row
 * </pre>
 *
 * <p>Invariants: a table is complete when it is made; names are unique.
 *
 * <p>Threads: tables are immutable; a procedure's body may be run by several threads at once.
 */
package org.thetisdb.engine.procedure;
