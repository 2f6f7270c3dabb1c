/**
 * The graph algebra, and the optimiser that turns a bound query into a tree of its operators.
 *
 * <pre>
 *   BoundQuery ──► Planner ──► {@link org.thetisdb.engine.plan.Plan}
 *                    │           root:     Operator tree, each with its estimated rows
 *                    │           subplans: one tree for each EXISTS, COUNT, COLLECT { } in an expression
 *                    └── statistics, indexes (of a Snapshot)
 * </pre>
 *
 * <p>Operators name columns by {@link org.thetisdb.cypher.bound.Variable}; the runtime gives them slots. A subplan (of
 * an expression, of {@link org.thetisdb.engine.plan.Operator.Apply}) has one or more
 * {@link org.thetisdb.engine.plan.Operator.Argument} leaves, which yield a whole batch of outer rows at once, each with
 * its hidden row number. Every pipeline breaker inside a subplan works per row number: an aggregation groups by it too,
 * a limit counts for each of it.
 *
 * <p>Threads: all is immutable.
 */
package org.thetisdb.engine.plan;
