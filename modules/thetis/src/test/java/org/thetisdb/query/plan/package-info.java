/**
 * Which plans queries get, held as text.
 *
 * <pre>
 *   plans/graphs/*.cypher ─ PlannedGraph ─ a database of its own, by the public API
 *   plans/*.txt ─ TextCases ─ PlanTextTest ─ EXPLAIN, whole, estimates to two digits
 * </pre>
 *
 * <p>Invariants: a graph is made by statements and arithmetic alone, so that its statistics are the same in every
 * build; a plan that changes has its reason beside it.
 *
 * <p>Threads: one.
 */
package org.thetisdb.query.plan;
