package org.thetisdb.engine.fuse;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.Compilation;
import org.thetisdb.engine.evaluation.EvaluationContext;
import org.thetisdb.engine.evaluation.Rows;
import org.thetisdb.engine.expression.ExpressionCompiler;
import org.thetisdb.engine.pipeline.MemoryCharge;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.value.Invariant;

/**
 * One worker's turns at a place: whether a loop takes the next batch, and the loop's runner. Used so:
 *
 * <pre>
 *   if (turns.isBrief(rowCount)) interpret it, and no more;
 *   boolean isFused = turns.isFusedNext(context, rows);
 *   … turns.compute(context, rows) if it is; the interpreter if not, or if that was not DONE …
 *   turns.done(rowCount, nanos);
 * </pre>
 *
 * <p>Belongs to one worker.
 */
final class WorkerTurns {
    /** A batch of fewer rows is not worth looking at the clock, nor being a sample. */
    private static final int ROWS_MIN = 128;

    private final FusedWork work;
    private final FuseSite site;
    private final Fusion fusion;
    private final ExpressionCompiler compiler;
    private final MemoryCharge memory;
    private final Turns turns;
    private final boolean isForced;
    private @Nullable LoopRunner runner;
    private Turns.Slice slice;
    private int batchesDone;
    private long measuredRows;
    private long measuredNanos;

    WorkerTurns(FusedWork work, FuseSite site, Fusion fusion, ExpressionCompiler compiler, Worker worker) {
        this.work = work;
        this.site = site;
        this.fusion = fusion;
        this.compiler = compiler;
        this.memory = new MemoryCharge(worker, "compiled code");
        this.isForced = fusion.compilation().mode() != Compilation.Mode.ADAPTIVE;
        this.turns = isForced ? new ForcedTurns(fusion.compilation()) : site;
        this.slice = turns.first();
    }

    FuseSite site() {
        return site;
    }

    /** Whether the mode of each batch is given, whatever it costs. */
    boolean isForced() {
        return isForced;
    }

    /** Whether a batch has so few rows that it is interpreted whatever is known. */
    boolean isBrief(int rowCount) {
        return rowCount < ROWS_MIN && !isForced;
    }

    /** Whether the loop takes the next batch, which is looked at if its shape is asked for. */
    boolean isFusedNext(EvaluationContext context, Rows rows) {
        if (slice.wantsShape()) {
            Optional<FusedShape> shape = shape(context, rows);
            if (shape.isPresent()) {
                site.offer(shape.get());
            } else {
                site.refuse("its values are of kinds that no loop computes with");
            }
        }
        return slice.isFused();
    }

    /** Whether the batch at hand is to be timed. */
    boolean isMeasured() {
        return batchesDone < slice.measured();
    }

    /** A batch was done; if it was measured, in so many nanoseconds. */
    void done(int rowCount, long nanos) {
        if (isMeasured()) {
            measuredRows += rowCount;
            measuredNanos += nanos;
        }
        if (++batchesDone >= slice.batches()) {
            slice = turns.next(slice, measuredRows, measuredNanos);
            batchesDone = 0;
            measuredRows = 0;
            measuredNanos = 0;
        }
    }

    private Optional<FusedShape> shape(EvaluationContext context, Rows rows) {
        return new ShapeBuilder(work, compiler, context, rows, site.isOften()).build();
    }

    /** Has a batch computed by the loop; what came of it has {@link #computed} if it is done. */
    LoopRunner.Outcome compute(EvaluationContext context, Rows rows) {
        if (isForced) {
            return computeForced(context, rows);
        }
        LoopRunner current = current();
        if (current == null) {
            return LoopRunner.Outcome.MISMATCH;
        }
        LoopRunner.Outcome outcome = current.run(context, rows);
        if (outcome == LoopRunner.Outcome.MISMATCH) {
            site.mismatch(current.variant());
        }
        return outcome;
    }

    /** The runner of the last batch. */
    LoopRunner computed() {
        return Invariant.present(runner, "a batch was computed");
    }

    /**
     * The runner of the loop that the place has now; null if it has none, or if another worker has just asked for one,
     * which is still to be made, while this worker's slice was of the former.
     */
    @SuppressWarnings("ReferenceEquality") // The very same object is meant.
    private @Nullable LoopRunner current() {
        LoopVariant variant = site.variant().orElse(null);
        if (variant == null || !variant.code().isDefined()) {
            return null;
        }
        LoopRunner current = runner;
        if (current == null || current.variant() != variant) {
            current = runner(variant);
        }
        return current;
    }

    private LoopRunner.Outcome computeForced(EvaluationContext context, Rows rows) {
        LoopRunner current = runner;
        LoopRunner.Outcome first = current == null ? LoopRunner.Outcome.MISMATCH : current.run(context, rows);
        if (first != LoopRunner.Outcome.MISMATCH) {
            return first;
        }
        Optional<FusedShape> shape = shape(context, rows);
        if (shape.isEmpty()) {
            return LoopRunner.Outcome.MISMATCH;
        }
        CompiledLoop code = fusion.compiled(shape.get());
        if (code.state() == CompiledLoop.State.REFUSED) {
            return LoopRunner.Outcome.MISMATCH;
        }
        return runner(LoopVariant.of(shape.get(), code)).run(context, rows);
    }

    /** A new runner in the place of the former. */
    private LoopRunner runner(LoopVariant variant) {
        release();
        LoopRunner made = new LoopRunner(variant, compiler, memory);
        runner = made;
        return made;
    }

    /** Gives back the memory that the loop keeps from batch to batch: for now there are no more. */
    void release() {
        LoopRunner former = runner;
        if (former != null) {
            former.release();
        }
    }
}
