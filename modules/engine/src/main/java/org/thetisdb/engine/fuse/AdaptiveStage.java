package org.thetisdb.engine.fuse;

import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.BatchParts;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;

/**
 * Has each batch done by the interpreter's stages or by a loop, both of which end in the same place.
 *
 * <pre>
 *                  ┌──► Filter ──► Project ──┐
 *   batch ──slice──┤       doubtful ▲        ├──► next: a stage, or the totals of a sink
 *                  └──► loop ───────┘────────┘
 * </pre>
 *
 * <p>A loop changes nothing before it has come to the end of a batch without a doubt. So whatever it cannot do, errors
 * above all, is the interpreter's.
 */
final class AdaptiveStage implements Stage, BatchParts.Work {
    /** Takes what a loop has computed. */
    interface Emitter {
        void emit(Batch rows, LoopRunner computed);

        /** Whether it can take what was computed; if not, the interpreter does the batch. */
        default boolean isAccepted(LoopRunner computed) {
            return true;
        }

        /** The interpreter has done a batch of which a loop doubted. */
        default void doubted(LoopRunner runner) {
            // Most have nothing to learn from it.
        }
    }

    /**
     * What a stage works with.
     *
     * @param interpreted the first of the interpreter's stages
     * @param end what both ways end in; its time is not theirs
     * @param emitter takes the rows of the loop to the same place
     * @param watch is told what happens
     */
    record Ways(Stage interpreted, ClockedStage end, Emitter emitter, ModeWatch watch) {}

    private final Worker worker;
    private final WorkerTurns turns;
    private final Ways ways;
    private final BatchParts parts;
    private LoopRunner.Outcome outcome = LoopRunner.Outcome.MISMATCH;

    AdaptiveStage(Worker worker, WorkerTurns turns, Ways ways) {
        this.worker = worker;
        this.turns = turns;
        this.ways = ways;
        this.parts = new BatchParts(worker, this);
    }

    @Override
    public void push(Batch rows) {
        int count = rows.count();
        if (turns.isBrief(count)) {
            ways.interpreted().push(rows);
            return;
        }
        boolean isFused = turns.isFusedNext(worker.evaluation(), rows);
        boolean isTimed = turns.isMeasured() || ways.watch().isOn();
        if (!isTimed) {
            run(rows, isFused);
            turns.done(count, 0);
            return;
        }
        ways.end().reset(true);
        long begin = System.nanoTime();
        run(rows, isFused);
        long nanos = System.nanoTime() - begin - ways.end().nanos();
        ways.end().reset(false);
        turns.done(count, nanos);
        ways.watch().ran(isFused && outcome == LoopRunner.Outcome.DONE, count, nanos, turns.site());
    }

    /** What columns say of a chunk costs so little that no loop is measured beside it. */
    @Override
    public boolean wantsNodes() {
        return !turns.isForced() && ways.interpreted().wantsNodes();
    }

    @Override
    public boolean takeNodes(Batch rows, long @Nullable [] chosen) {
        return ways.interpreted().takeNodes(rows, chosen);
    }

    private void run(Batch rows, boolean isFused) {
        if (isFused) {
            parts.push(rows);
        } else {
            ways.interpreted().push(rows);
        }
    }

    @Override
    public void prepare(Batch rows) {
        outcome = turns.compute(worker.evaluation(), rows);
        if (outcome == LoopRunner.Outcome.DONE && !ways.emitter().isAccepted(turns.computed())) {
            outcome = LoopRunner.Outcome.DOUBTFUL;
        }
    }

    @Override
    public void process(Batch rows) {
        if (outcome == LoopRunner.Outcome.DONE) {
            LoopRunner computed = turns.computed();
            ways.watch().passed(rows.count(), computed);
            ways.emitter().emit(rows, computed);
        } else {
            ways.interpreted().push(rows);
            if (outcome == LoopRunner.Outcome.DOUBTFUL) {
                ways.emitter().doubted(turns.computed());
            }
        }
    }

    @Override
    public boolean takesLongBatches() {
        return ways.interpreted().takesLongBatches();
    }

    @Override
    public void finish() {
        turns.release();
        ways.interpreted().finish();
    }

    @Override
    public boolean isSatisfied() {
        return ways.interpreted().isSatisfied();
    }
}
