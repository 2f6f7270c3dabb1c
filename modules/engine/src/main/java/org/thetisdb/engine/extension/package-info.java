/**
 * Code of users inside a query: from a Java method to an evaluator, an accumulator or a procedure.
 *
 * <pre>
 *   class, lambda ──► ExtensionMaker ─► ScalarExtension ──────► ScalarExtensionEvaluator     one value for each row
 *                      │  JavaTypes     AggregateExtension ──► AggregateExtensionAccumulator one for each group
 *                      │  HostTypes     RowsOfProcedure ────► Procedure ─► RunOfProcedure    rows for each row
 *                      │                │                       StatementsOfCall: statements that it runs,
 *                      │                │                       StatementRows: and what these give
 *                      └─ errors        │
 *                                       └─ BatchCall: one call for a batch
 *                                            CallCode   a class of its own, in which the method is inlined
 *                                            PlainCall  the same through a method handle, where classes cannot be made
 *
 *   a batch:  Vectors ──ArgumentColumn──► long[], double[], Object[] ──BatchCall──► array ──ResultColumn──► Vector
 *
 *   CallableTable: what there is at one moment, by name; each change makes another one
 * </pre>
 *
 * <p>Invariants: a method sees only values of the types that it declares, and null only where it says so; whatever it
 * throws becomes an error with the function's name, the row and the exception as cause, and ends the statement alone.
 * Numbers and truth values are not boxed. A query that is bound holds the functions themselves, so one that runs ends
 * with those that it began with.
 *
 * A statement that a procedure runs sees and writes what the one that calls does, and is closed with the call.
 *
 * <p>Threads: definitions and sets are immutable; what belongs to an evaluator or accumulator belongs to one worker.
 */
package org.thetisdb.engine.extension;
