/**
 * The bound query: what the binder makes from a syntax tree, and all that the planner sees of a text.
 *
 * <pre>
 *   MATCH (a:Person)-[r:KNOWS]-(b)              Match { pattern: a -r- b,
 *     WHERE a.id = $id                                  predicates: [a:Person, a.id = $id] }
 *   WITH b, count(*) AS n                       Aggregate { keys: [b], aggregates: [n = count(*)] }
 *     ORDER BY n DESC LIMIT 10                  Sort { n DESC }   Slice { limit 10 }
 *     WHERE n &gt; 1                               Filter { n &gt; 1 }   Project { b, n }
 *   RETURN b.name AS name, n                    Compute { name = b.name }   Project { name, n }
 * </pre>
 *
 * <p>Every clause is lowered to primitive {@link org.thetisdb.cypher.bound.Step}s. Each step works on a table of rows
 * whose columns are {@link org.thetisdb.cypher.bound.Variable}s.
 *
 * <p>Invariants: a variable has one binding step; names are resolved (two variables of one name are two objects);
 * inline labels, inline properties and inline WHERE of patterns are conjuncts of {@code Match.predicates}; a pattern in
 * an expression is a subquery; labels, types and property keys are still text, because the catalog belongs to storage.
 *
 * <p>Threads: all is immutable.
 */
package org.thetisdb.cypher.bound;
