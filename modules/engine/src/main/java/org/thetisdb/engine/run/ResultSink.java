package org.thetisdb.engine.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.RunOptions;
import org.thetisdb.engine.operator.Operator;
import org.thetisdb.engine.operator.Profiler;
import org.thetisdb.engine.pipeline.RowStore;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;

/**
 * Where the rows of a query's result wait until they are taken: each worker's in a store of its own.
 *
 * <p>In one of two modes. <b>Kept</b>: the calling thread runs the pipelines; when a worker has many rows the sink
 * {@link #isFull}, and the run pauses after the workers' current morsels. <b>Streamed</b>: stores go through a
 * {@link ResultQueue} to the calling thread while other threads run the pipelines; a worker that finds the queue full
 * waits. Either way a bounded number of rows is in memory, whatever the size of the result. A run that writes keeps all
 * its rows, on disk if need be: see {@link WrittenResult}.
 *
 * <p>Threads: the mode is set while no worker runs; each stage is used by its worker; kept rows are taken when no
 * worker runs.
 */
final class ResultSink {
    /** Batches that a worker keeps before the run pauses: enough to make the cost of a pause negligible. */
    static final int KEPT_BATCHES = 64;

    /** A morsel that gives so many times more than wanted is run again on a thread of its own. */
    private static final int OVERFLOW_FACTOR = 4;

    /**
     * Batches in a store of the queue: large enough that handing over costs little, small enough that the first come
     * soon.
     */
    private static final int STREAMED_BATCHES = 4;

    private static final long KEPT_BYTES_MAX = 64 << 20;
    private static final long STREAMED_BYTES_MAX = 1 << 20;

    /** A worker's kept rows may take this share of a run's memory before they are streamed instead. */
    private static final int KEPT_MEMORY_DIVISOR = 32;

    private final int[] slots;
    private final Profiler profiler;
    private final Optional<WrittenResult> written;
    private final List<ResultStage> stages = new ArrayList<>();
    private Optional<ResultQueue> queue = Optional.empty();
    private int rowsMax;
    private long bytesMax;
    private int taken;
    private volatile boolean full;

    /** @param writes whether all rows are kept, because a run that writes cannot be begun again */
    ResultSink(int[] slots, Profiler profiler, boolean writes) {
        this.slots = slots;
        this.written = writes ? Optional.of(new WrittenResult(slots)) : Optional.empty();
        this.profiler = profiler;
    }

    synchronized Stage stage(Worker worker) {
        if (written.isPresent()) {
            return written.get().stage(worker);
        }
        ResultStage stage = new ResultStage(worker, this, keptStore(worker));
        stages.add(stage);
        return stage;
    }

    private RowStore keptStore(Worker worker) {
        return RowStore.ofWaiting(slots, worker, "ProduceResults");
    }

    /** From now on rows are kept. */
    void keep(RunOptions options) {
        rowsMax = (int) Math.min(Integer.MAX_VALUE / OVERFLOW_FACTOR, (long) options.batchRows() * KEPT_BATCHES);
        long share = options.memoryBytes() / KEPT_MEMORY_DIVISOR;
        bytesMax = share > 0 ? Math.min(share, KEPT_BYTES_MAX) : KEPT_BYTES_MAX;
    }

    /** From now on rows go through the queue; nothing may be kept when this is called. */
    void stream(RunOptions options, ResultQueue newQueue) {
        queue = Optional.of(newQueue);
        rowsMax = (int) Math.min(Integer.MAX_VALUE, (long) options.batchRows() * STREAMED_BATCHES);
        bytesMax = STREAMED_BYTES_MAX;
    }

    int[] slots() {
        return slots;
    }

    int rowsMax() {
        return rowsMax;
    }

    long bytesMax() {
        return bytesMax;
    }

    /** Called by a worker that has as many rows as it should have at most. */
    void full(ResultStage stage) {
        if (queue.isPresent()) {
            handOver(stage, queue.get());
            return;
        }
        full = true;
        RowStore rows = stage.rows();
        long most = rows.isOutgrown() ? Math.min(bytesMax, STREAMED_BYTES_MAX) : bytesMax * OVERFLOW_FACTOR;
        if (rows.count() >= rowsMax * OVERFLOW_FACTOR || rows.bytes() >= most) {
            throw new ResultOverflow();
        }
    }

    private void handOver(ResultStage stage, ResultQueue target) {
        RowStore rows = stage.rows();
        if (!target.offer(rows)) {
            // The consumer may be slow: meanwhile no page is held, and the time counts for no operator.
            stage.worker().reader().refresh();
            Optional<Operator> paused = profiler.pause(stage.worker());
            try {
                target.put(rows);
            } finally {
                profiler.resume(stage.worker(), paused);
            }
        }
        stage.fill(target.empty(slots));
    }

    /** Called when a pipeline is over: its rows come before those of the next. */
    void finish(ResultStage stage) {
        if (queue.isPresent() && stage.rows().count() > 0) {
            handOver(stage, queue.get());
        }
    }

    /** Whether a run that keeps its rows should pause. */
    boolean isFull() {
        return full;
    }

    /** Advances to the next store of kept rows; null when all were taken. */
    @Nullable
    RowStore take() {
        if (written.isPresent()) {
            return written.get().take();
        }
        while (taken < stages.size()) {
            RowStore rows = stages.get(taken++).rows();
            if (rows.count() > 0) {
                return rows;
            }
        }
        return null;
    }

    /** Whether it is certain that none of the kept rows is left to be taken. */
    boolean isTaken() {
        for (int index = taken; index < stages.size(); index++) {
            if (stages.get(index).rows().count() > 0) {
                return false;
            }
        }
        return written.isEmpty();
    }

    /** Forgets all rows, and is as if new. */
    void clear() {
        for (int index = 0; index < stages.size(); index++) {
            ResultStage stage = stages.get(index);
            if (queue.isPresent()) {
                stage.fill(keptStore(stage.worker()));
            } else {
                stage.rows().clear();
            }
        }
        written.ifPresent(WrittenResult::clear);
        queue = Optional.empty();
        taken = 0;
        if (full) {
            full = false;
        }
    }
}
