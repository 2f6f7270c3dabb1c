/**
 * The optimiser, which turns a bound query into a tree of operators.
 *
 * <pre>
 *   BoundQuery ──► Planner ──► {@link org.thetisdb.engine.plan.Plan}
 *                    │           root:     Operator tree, each with its estimated rows
 *                    │           subplans: one tree for each EXISTS, COUNT, COLLECT { } in an expression
 *                    ├── statistics, indexes (of a Snapshot)
 *                    └── rewritten: CountingRewriter, KnownCounts, DistinctValues
 * </pre>
 *
 * <p>Operators name columns by {@link org.thetisdb.cypher.bound.Variable}, whose ids are slots. A subplan (of an
 * expression, of {@link org.thetisdb.engine.subquery.Apply}) has one or more {@link
 * org.thetisdb.engine.operator.Argument} leaves, which yield a whole batch of outer rows at once, each with its hidden
 * row number.
 *
 * <p>Threads: all is immutable.
 */
package org.thetisdb.engine.plan;
