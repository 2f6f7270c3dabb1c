/**
 * Expressions over one row.
 *
 * <pre>
 *   Evaluator ─┬─ Collections        lists and maps, comprehensions, quantifiers, reduce
 *              ├─ Entities           properties, labels, id() and the like, which need nodes and relationships
 *              ├─ ListFunctions      size(), range() and the like
 *              ├─ FunctionLibrary    all other functions
 *              └─ Subqueries         EXISTS, COUNT, COLLECT: back to whoever runs queries
 * </pre>
 *
 * <p>Invariants: evaluating changes neither row nor graph; operands are evaluated from left to right, and not at all
 * when those before them have decided (AND, OR, CASE, coalesce, quantifiers).
 *
 * <p>Threads: one at a time.
 */
package org.thetisdb.reference.expression;
