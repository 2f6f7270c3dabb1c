/**
 * The contract of an operator: what it is in a plan, and how it becomes part of pipelines.
 *
 * <pre>
 *   Operator tree ──────────────► PipelineBuilder ──────────► PhysicalPlan: immutable, one for a plan
 *      │ inputs, columns,          │ from the root down;           pipelines, in the order in which they run:
 *      │ details, expressions      │ each operator puts              source ► link ► link … ► sink
 *      ▼                           │ its part before                          │
 *   plans as text                  │ what follows                     stage, or Output: to the next operator
 *                                  ▼                                          │
 *                            ExchangePlacement                                ▼
 *                            (where to cut),
 *                            Waiting (where rows may wait
 *                            for a costly subplan)               Assembly: what runs, for each instance of the plan
 * </pre>
 *
 * <p>What an operator does is in three places: its record (immutable, of the plan), with the specs of its stages and
 * sinks inside; a state where workers meet ({@link org.thetisdb.engine.operator.Shared}: a breaker's sink, a join's
 * table); and one stage for each worker. EXPLAIN, PROFILE, the verifying stage, the placement of exchanges and the
 * assembly all read the same {@link org.thetisdb.engine.operator.Pipeline}s.
 *
 * <p>Invariants: nothing here knows a single operator but the two leaves that every tree ends in. A breaker keeps the
 * columns that somebody above it reads, and no others. Every pipeline breaker inside a subplan works per outer row.
 *
 * <p>Threads: all is immutable but {@link org.thetisdb.engine.operator.Assembly}, whose chains several workers may make
 * at once, and the builder, which serves one.
 */
package org.thetisdb.engine.operator;
