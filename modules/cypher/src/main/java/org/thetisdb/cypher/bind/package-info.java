/**
 * Syntax tree to bound query: names are resolved, types inferred, clauses lowered to steps.
 *
 * <pre>
 *   QueryTree → QueryBinder ┬ PatternBinder      MATCH               → Step.Match
 *                           ├ ProjectionBinder   WITH, RETURN        → Compute, Aggregate, Distinct, Sort, Project
 *                           ├ UpdateBinder       CREATE, MERGE, SET … → Create, Merge, Assign, Delete, Foreach
 *                           │   └ PatternMaker   what CREATE and MERGE make
 *                           ├ ExpressionBinder   values, predicates  → Expression   (CallBinder: functions, aggregates)
 *                           └ Scope              the names that are visible
 * </pre>
 *
 * <p>Invariants: a variable id is given once per statement; a subquery's {@code imports} are exactly the outer
 * variables that it reads; every error has its place in the text.
 *
 * <p>Threads: a binder belongs to one bind.
 */
package org.thetisdb.cypher.bind;
