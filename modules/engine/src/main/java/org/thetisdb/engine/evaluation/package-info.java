/**
 * How an expression is evaluated: a batch of rows in, a vector of values or a selection of rows out.
 *
 * <pre>
 *   Rows (a batch's columns) + EvaluationContext (parameters, reader, clock, random, stop signal)
 *        │
 *        ├─► Evaluator   evaluate(context, rows) → Vector       ConstantEvaluator: once a run
 *        │                                                      BoxedEvaluator: a function of boxed values, row by row
 *        └─► Predicate   select(context, rows)   → selection    LabelTest: a node's labels, without an expression
 *
 *   SelectedRows    those rows of a batch that are still undecided
 *   GraphValues     what a node or relationship holds             SubqueryRunner: what a subquery gives
 *   Growth, GrowingText, WatchedText: values that grow, texts that are matched: stop signal and limits are checked
 *   LongLists: where lists go for which there is no memory; GrowingElements: lists that go there while they grow
 * </pre>
 *
 * <p>Invariants: an evaluator is run only for rows whose value is needed, so that a guard in front of a division keeps
 * its zero away; its result is valid until it is run again; a constant is computed once for each context.
 *
 * <p>Threads: evaluators, predicates and contexts belong to one worker.
 */
package org.thetisdb.engine.evaluation;
