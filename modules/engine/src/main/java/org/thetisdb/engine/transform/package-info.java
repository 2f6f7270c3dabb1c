/**
 * Operators that look at one row, or one value, at a time: filter, project, unwind, union, procedure calls, lines of a
 * file.
 *
 * <pre>
 *   rows ──► FilterStage    ──► fewer rows, selected
 *   rows ──► ProjectStage   ──► the same rows, further columns
 *   rows ──► UnionStage     ──► the same rows, renamed columns
 *   rows ──► UnwindStage    ──► each row with each element of a list
 *   rows ──► ProcedureStage ──► each row with the rows that a procedure yields for it
 *   rows ──► LoadCsvStage   ──► each row with the lines of a file
 * </pre>
 *
 * <p>Invariants: nothing is kept from batch to batch but vectors to fill again; rows keep their order.
 *
 * <p>Threads: stages belong to one worker.
 */
package org.thetisdb.engine.transform;
