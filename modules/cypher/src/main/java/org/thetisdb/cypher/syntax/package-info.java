/**
 * The syntax tree: what the user wrote, nothing resolved.
 *
 * <pre>
 *   Statement ─ QueryTree ┬ Single ─ Clause* ┬ PatternTree ─ ExpressionTree
 *                         └ Union            └ ExpressionTree ─ QueryTree (EXISTS { }, COUNT { }, COLLECT { })
 * </pre>
 *
 * <p>Invariants: each tree knows the offset in the text that an error about it points at; names are as written, without
 * backticks; label expressions and types have nothing to resolve and are those of the bound query.
 *
 * <p>Threads: all is immutable.
 */
package org.thetisdb.cypher.syntax;
