package org.thetisdb.engine.pipeline;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.thetisdb.value.Invariant;

/**
 * Lets several workers continue where one had to begin: keeps the rows of a pipeline that had a single morsel, and
 * hands them out in morsels small enough for all. See {@code ExchangePlacement} for where this pays.
 *
 * <p>Threads: the first pipeline's workers collect into parts of their own; {@link #prepare} merges them when it is
 * over.
 */
public final class ExchangeSink implements Source {
    /** Morsels to cut the rows into: several for each worker, because rows fan out unevenly. */
    private static final int MORSEL_COUNT = 32;

    /** Rows in a morsel at least, so that handing out costs little beside the work. */
    private static final int MORSEL_ROWS_MIN = 8;

    private final int[] slots;
    private final List<RowStore> parts = new CopyOnWriteArrayList<>();
    private @Nullable Batch stored;
    private int morselRows;

    public ExchangeSink(int[] slots) {
        this.slots = slots.clone();
    }

    /** Ends a worker's part of the first pipeline. */
    public Stage stage(Worker worker) {
        RowStore part = new RowStore(slots, worker, "Exchange");
        parts.add(part);
        return new StoreStage(part);
    }

    @Override
    public int prepare(Worker worker) {
        Batch merged = StoreStage.merged(parts).rows();
        stored = merged;
        int count = merged.count();
        morselRows =
                Math.clamp(count / MORSEL_COUNT, Math.min(MORSEL_ROWS_MIN, worker.batchRows()), worker.batchRows());
        return (count + morselRows - 1) / morselRows;
    }

    @Override
    public void run(int morsel, Worker worker, Stage stage) {
        Batch merged = Invariant.present(stored, "rows are given out after they were merged");
        int from = morsel * morselRows;
        int count = Math.min(morselRows, merged.count() - from);
        int[] rows = new int[count];
        for (int index = 0; index < count; index++) {
            rows[index] = from + index;
        }
        Batch batch = worker.newBatch();
        batch.fillFrom(merged, rows, count);
        stage.push(batch);
        worker.betweenBatches();
    }

    @Override
    public void reset() {
        stored = null;
        parts.forEach(RowStore::clear);
    }
}
