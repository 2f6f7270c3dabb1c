/**
 * Runs of stages as one loop: compiled behind the interpreter, and used where that was measured to be faster.
 *
 * <pre>
 *   FusePlacement ──finds runs──► FusedStageSpec, FusedSinkSpec: in the plan, with a FuseSite each
 *   FusedExpressions: single expressions  │ a worker's
 *                                         ▼
 *   batch ──► AdaptiveStage, AdaptiveEvaluator ──slice──► what the interpreter has ──┬──► what follows
 *                          │      ▲              └──────► LoopRunner: a FusedLoop ───┘
 *                          │      │                         │ KeyPlaces: keys of groups as places, GroupsEmitter
 *                          │      └── WorkerTurns ◄── FuseSite: which of both is next, by their times
 *                          ShapeBuilder (looks at a batch)
 *                                 │ LoopShape: Scalars, without any literal
 *                                 ▼
 *                              Fusion ──a thread of its own──► a class (package loop) ──► LoopWarmer (until it is fast)
 *                                 ├── CompiledLoop: the code by shape, for all plans
 *                                 ├── CodeCache: what other processes have left, and this one leaves to them;
 *                                 │   CodeCacheCounter: how much that is
 *                                 └── LoopCompilationEvent: what each took, for a recording of the JVM
 * </pre>
 *
 * <p>Invariants: the code of a loop depends on its shape alone; a loop changes nothing before it has come to the end of
 * a batch without a doubt, and whatever is doubtful, errors above all, is the interpreter's; both ways end in the same
 * stage or sink, so that any batch may go either way. No class is defined where that is switched off ({@link
 * org.thetisdb.engine.Compilation}) or forbidden.
 *
 * <p>Threads: specs, shapes and code are shared; {@code FuseSite} and {@code Fusion} are thread safe; a stage, its
 * runner and its arguments belong to one worker.
 */
package org.thetisdb.engine.fuse;
