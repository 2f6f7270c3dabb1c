/**
 * Queries as tables that are passed from step to step.
 *
 * <pre>
 *   [imports] ─► step ─► rows ─► step ─► rows ─► …       QueryRunner, one step for all rows before the next
 *                  ├─ Match      PatternMatcher
 *                  ├─ Aggregate  Grouping, Aggregates
 *                  ├─ Create, Merge, Assign, Delete, Foreach   Writes, row by row
 *                  └─ Call       QueryRunner again, for each row
 * </pre>
 *
 * <p>Invariants: a step has seen all its rows before the next one begins, so no clause sees what a later one writes,
 * and every later one sees all that it has written. A row always holds the imports of its query.
 *
 * <p>Threads: one at a time.
 */
package org.thetisdb.reference.step;
