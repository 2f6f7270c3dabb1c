/**
 * Makes pipelines of a plan's operators.
 *
 * <pre>
 *   operator tree ──► PipelineCompiler ──► pipelines, in the order in which they run
 *                        ├─ LeafCompiler ─────► scan
 *                        ├─ WalkCompiler ─────► walk
 *                        ├─ OrderCompiler ────► sort
 *                        ├─ WriteCompiler ────► write
 *                        ├─ by itself ────────► transform, group, join, subquery
 *                        └─ ExchangePlacement: where to cut, so that more workers can help
 * </pre>
 *
 * <p>An operator of the plan becomes: an immutable plan object (the {@code Operator} itself and a stage factory), a
 * global state where workers meet (a breaker's collector, a join's table), and one stage per worker.
 *
 * <p>Invariants: this is the one package that knows both operators and their stages. A breaker keeps the columns that
 * somebody above it reads, and no others.
 *
 * <p>Threads: a compiler serves one thread and one instance of a plan.
 */
package org.thetisdb.engine.compile;
