/**
 * Expressions over batches: every expression of a bound query becomes an evaluator that computes a vector at a time.
 *
 * <pre>
 *   Expression + Slots ──► ExpressionCompiler ──► Evaluator  evaluate(context, rows) → Vector
 *                                             └─► Predicate  select(context, rows)   → selection vector
 * </pre>
 *
 * <p>Invariants: null and three-valued logic as openCypher defines them; kernels on typed vectors loop over arrays and
 * allocate nothing per row; only values of kind OBJECT are boxed.
 *
 * <p>Threads: compiled evaluators are immutable plans; their scratch vectors live in the {@code EvaluationContext}'s
 * per-worker state, so one tree of evaluators is made for each worker.
 */
package org.thetisdb.engine.expression;
