/**
 * Procedures: what {@code CALL name(…) YIELD …} and {@code SHOW …} can ask for.
 *
 * <pre>
 *   SchemaProcedures, ProcedureProvider of the database ──► ProcedureTable ──find──► binder: signature
 *                                                                └────────► plan ──► run: Procedure.Body, row by row
 * </pre>
 *
 * <p>Invariants: a table is complete when the engine is made; names are unique.
 *
 * <p>Threads: tables are immutable; a procedure's body may be run by several threads at once.
 */
package org.thetisdb.engine.procedure;
