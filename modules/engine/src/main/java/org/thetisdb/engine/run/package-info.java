/**
 * Runs compiled plans, push-based and morsel by morsel, and hands out their rows.
 *
 * <pre>
 *   CompiledPlan ──a free instance, or a new one──► PlanInstance: pipelines, workers, their chains of stages
 *        │                                               │ one pipeline after another
 *        ▼                                               ▼
 *   PlanCursor ◄──kept rows, or ResultQueue── ResultSink ◄──rows── MorselDispatcher: workers take morsels
 *        │                                       └ WrittenResult: all rows of a run that writes, on disk if need be
 *        └ QueryMemoryEvent: what a run has kept and spilled
 *   IdleInstances: free ones of all plans that hold much; those that wait longest are closed when it is too much
 * </pre>
 *
 * <p>PROFILE puts a {@code ProfilingStage} between stages, which tells a worker's watch whose time it is ({@code
 * PlanProfiler}); EXPLAIN runs nothing ({@code ExplainCursor}).
 *
 * <p>Invariants: an instance serves one run at a time; a pipeline's sink is complete before the next pipeline begins; a
 * bounded number of a result's rows is in memory.
 *
 * <p>Threads: one thread at a time drives an instance, and the workers of a {@code MorselDispatcher} help it; a
 * compiled plan is thread safe.
 */
package org.thetisdb.engine.run;
