/**
 * Plans inside a plan: CALL { }, OPTIONAL MATCH, EXISTS, COUNT and COLLECT, run for a whole batch of outer rows.
 *
 * <pre>
 *   outer batch ──► ApplyStage, SharedApplyStage, SubqueryStage
 *                      │ begin: the rows, numbered            ▲
 *                      ▼                                      │ rows, each with the number that it is for
 *                   Subplan ──argument──► LocalPlan: the subplan's pipelines, one after another
 *
 *   RepeatedParts ──► Memoize: MemoizeStage ──► the part's own stages, while rows differ
 *                                  └──► KeptResults: what a Subplan yielded, by key, when they ask the same again
 *   HoistedProperties: what a filter compares is read before such a part, or an expansion, repeats it
 * </pre>
 *
 * <p>An Apply joins each outer row with its rows; a {@link org.thetisdb.engine.subquery.SubqueryStage} makes a value of
 * them for an expression, a list by {@link org.thetisdb.engine.subquery.CollectedLists}. {@link
 * org.thetisdb.engine.pipeline.RelinkStage} finds the outer row again after a breaker.
 *
 * <p>Invariants: every breaker of a subplan works per outer row number; a subplan is run many times on the same
 * stages and sinks, which each run leaves empty.
 *
 * <p>Threads: a subplan belongs to the worker whose stage runs it; its morsels are not shared out.
 */
package org.thetisdb.engine.subquery;
