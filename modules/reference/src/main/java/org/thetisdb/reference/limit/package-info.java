/**
 * Where the reference interpreter gives up: on a query that it does not model, or that takes it too many steps.
 *
 * <pre>
 *   files, procedures, schema, the past ──► NotModelledException
 *   each row, relationship, list element ──► StepBudget ──► BudgetExhaustedException once nothing is left
 * </pre>
 *
 * <p>Invariants: neither exception says anything about the query's answer; a budget only ever shrinks.
 *
 * <p>Threads: a budget belongs to the thread that runs the query.
 */
package org.thetisdb.reference.limit;
