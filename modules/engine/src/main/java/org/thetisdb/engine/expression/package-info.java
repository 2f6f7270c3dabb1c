/**
 * Expressions over batches: every expression of a bound query becomes an evaluator that computes a vector at a time.
 *
 * <pre>
 *   Expression + Slots ──► ExpressionCompiler ──► Evaluator  evaluate(context, rows) → Vector
 *                                             └─► Predicate  select(context, rows)   → selection vector
 *   Step.Aggregation   ──► Aggregates         ──► AggregateAccumulator  groups + vectors → one value a group
 *
 *   evaluator of two operands:  kinds known and equal ──► a loop over their arrays
 *                               anything else         ──► boxed values: ValueSemantics, ArithmeticRules
 *   AND, OR, CASE, coalesce:    SelectedRows, the rows that are still undecided, gathered column by column
 *   [x IN list | …], all(…):    the lists of a batch laid end to end become batches of their own
 * </pre>
 *
 * <p>Invariants: null and three-valued logic as openCypher defines them, in one place ({@link
 * org.thetisdb.engine.expression.ValueSemantics}); kernels on typed vectors loop over arrays and allocate nothing per
 * row; only values of kind OBJECT and rare functions are boxed; an evaluator is run only for rows whose value is
 * needed, so that a guard in front of a division keeps its zero away.
 *
 * <p>Threads: a tree of evaluators keeps scratch vectors and belongs to one worker; it depends on no parameter and can
 * serve run after run, because constants are computed anew for each {@link
 * org.thetisdb.engine.expression.EvaluationContext}. {@code ValueSemantics}, {@code ElementIds} and {@code NodeList}
 * may be shared.
 */
package org.thetisdb.engine.expression;
