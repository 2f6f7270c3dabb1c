package org.thetisdb.engine.fuse;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.Compilation;
import org.thetisdb.engine.expression.ExpressionCompiler;
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
    /** A batch of fewer rows is not worth looking at the clock, nor being a sample. */
    private static final int ROWS_MIN = 128;

    /** Takes what a loop has computed. */
    interface Emitter {
        void emit(Batch rows, LoopRunner computed);
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
    private final FusedWork work;
    private final FuseSite site;
    private final Fusion fusion;
    private final Turns turns;
    private final ExpressionCompiler compiler;
    private final Ways ways;
    private final BatchParts parts;
    private @Nullable LoopRunner runner;
    private LoopRunner.Outcome outcome = LoopRunner.Outcome.MISMATCH;
    private Turns.Slice slice;
    private int batchesDone;
    private long measuredRows;
    private long measuredNanos;

    AdaptiveStage(Worker worker, FusedWork work, FuseSite site, Fusion fusion, ExpressionCompiler compiler, Ways ways) {
        this.worker = worker;
        this.work = work;
        this.site = site;
        this.fusion = fusion;
        this.turns =
                fusion.compilation().mode() == Compilation.Mode.ADAPTIVE ? site : new ForcedTurns(fusion.compilation());
        this.compiler = compiler;
        this.ways = ways;
        this.parts = new BatchParts(worker, this);
        this.slice = turns.first();
    }

    private boolean isForced() {
        return turns instanceof ForcedTurns;
    }

    @Override
    public void push(Batch rows) {
        if (rows.count() < ROWS_MIN && !isForced()) {
            ways.interpreted().push(rows);
            return;
        }
        if (slice.wantsShape()) {
            findShape(rows);
        }
        boolean isMeasured = batchesDone < slice.measured() || ways.watch().isOn();
        if (isMeasured) {
            measured(rows);
        } else {
            run(rows);
        }
        if (++batchesDone >= slice.batches()) {
            slice = turns.next(slice, measuredRows, measuredNanos);
            batchesDone = 0;
            measuredRows = 0;
            measuredNanos = 0;
        }
    }

    private void measured(Batch rows) {
        int count = rows.count();
        ways.end().reset(true);
        long begin = System.nanoTime();
        run(rows);
        long nanos = System.nanoTime() - begin - ways.end().nanos();
        ways.end().reset(false);
        boolean isFused = slice.isFused() && outcome == LoopRunner.Outcome.DONE;
        if (batchesDone < slice.measured()) {
            measuredRows += count;
            measuredNanos += nanos;
        }
        ways.watch().ran(isFused, count, nanos, site);
    }

    private void run(Batch rows) {
        if (slice.isFused()) {
            parts.push(rows);
        } else {
            ways.interpreted().push(rows);
        }
    }

    private void findShape(Batch rows) {
        Optional<FusedShape> shape = shape(rows);
        if (shape.isPresent()) {
            site.offer(shape.get());
        } else {
            site.refuse("its values are of kinds that no loop computes with");
        }
    }

    private Optional<FusedShape> shape(Batch rows) {
        return new ShapeBuilder(work, compiler, worker.evaluation(), rows, site.isOften()).build();
    }

    @Override
    public void prepare(Batch rows) {
        if (isForced()) {
            outcome = runForced(rows);
            return;
        }
        LoopRunner current = runner();
        outcome = current == null ? LoopRunner.Outcome.MISMATCH : current.run(worker.evaluation(), rows);
        if (current != null && outcome == LoopRunner.Outcome.MISMATCH) {
            site.mismatch(current.variant());
        }
    }

    /**
     * The runner of the loop that the place has now; null if it has none, or if another worker has just asked for one,
     * which is still to be made, while this worker's slice was of the former.
     */
    @SuppressWarnings("ReferenceEquality") // The very same object is meant.
    private @Nullable LoopRunner runner() {
        LoopVariant variant = site.variant().orElse(null);
        if (variant == null || !variant.code().isDefined()) {
            return null;
        }
        LoopRunner current = runner;
        if (current == null || current.variant() != variant) {
            current = new LoopRunner(variant, compiler);
            runner = current;
        }
        return current;
    }

    private LoopRunner.Outcome runForced(Batch rows) {
        LoopRunner current = runner;
        LoopRunner.Outcome first =
                current == null ? LoopRunner.Outcome.MISMATCH : current.run(worker.evaluation(), rows);
        if (first != LoopRunner.Outcome.MISMATCH) {
            return first;
        }
        Optional<FusedShape> shape = shape(rows);
        if (shape.isEmpty()) {
            return LoopRunner.Outcome.MISMATCH;
        }
        CompiledLoop code = fusion.compiled(shape.get());
        if (code.state() == CompiledLoop.State.REFUSED) {
            return LoopRunner.Outcome.MISMATCH;
        }
        LoopRunner made =
                new LoopRunner(new LoopVariant(shape.get().shape(), shape.get().leaves(), code), compiler);
        runner = made;
        return made.run(worker.evaluation(), rows);
    }

    @Override
    public void process(Batch rows) {
        LoopRunner current = runner;
        if (outcome == LoopRunner.Outcome.DONE && current != null) {
            ways.watch().passed(rows.count(), current);
            ways.emitter().emit(rows, current);
        } else {
            ways.interpreted().push(rows);
        }
    }

    @Override
    public void finish() {
        ways.interpreted().finish();
    }

    @Override
    public boolean isSatisfied() {
        return ways.interpreted().isSatisfied();
    }
}
