/**
 * Expressions of a bound query become evaluators.
 *
 * <pre>
 *   Expression + Slots ──► ExpressionCompiler ──► Evaluator, Predicate      (evaluation: the contract)
 *                               │  made of: kernel, function
 *                               ├─ Foldability: what can be computed once a run
 *                               ├─ RangeConditions, CodeConditions: what columns can answer
 *                               └─ PropertiesTogether: what storage reads together
 *
 *   expression ──► function ──► kernel ──► evaluation ──► semantics
 *                     └────────────┴─► temporal ──────────────┘
 * </pre>
 *
 * <p>Invariants: null and three-valued logic as openCypher defines them ({@link
 * org.thetisdb.engine.semantics.ValueSemantics}); a compiled tree depends on no parameter and can serve many runs,
 * because constants are computed again for each {@link org.thetisdb.engine.evaluation.EvaluationContext}.
 *
 * <p>Threads: a tree of evaluators keeps scratch vectors and belongs to one worker; the compiler to its caller.
 */
package org.thetisdb.engine.expression;
