package org.thetisdb.engine.write;

import java.util.Optional;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.RowStore;
import org.thetisdb.engine.pipeline.Sink;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.StoreStage;
import org.thetisdb.engine.pipeline.Subplan;
import org.thetisdb.engine.pipeline.Worker;

/**
 * A breaker that writes: gathers all rows, then writes for them on one thread, and hands the rows out with their
 * new columns. So nothing that reads before it can see what it writes, and nothing after it reads too early; and a
 * LIMIT after it cannot keep it from writing.
 *
 * <p>Threads: rows are gathered by all workers; the writing happens in {@link #prepare}, when they are done.
 */
public abstract class WriteSink extends Sink<RowStore> {
    private final String operator;
    private final int[] keptSlots;
    private final Optional<Subplan> subplan;
    private int[] places = {};
    private int[] outerRows = {};

    /**
     * @param operator its name, for errors
     * @param keptSlots the columns of the rows to be gathered
     * @param subplan empty for a plan's root
     */
    WriteSink(String operator, int[] keptSlots, Optional<Subplan> subplan) {
        this.operator = operator;
        this.keptSlots = keptSlots;
        this.subplan = subplan;
    }

    /** Ends a worker's pipeline of the input. */
    public final Stage stage(Worker worker) {
        return new StoreStage(register(new RowStore(keptSlots, worker, operator)));
    }

    final String operator() {
        return operator;
    }

    /** The columns of the input that its rows keep. */
    public final int[] keptSlots() {
        return keptSlots;
    }

    @Override
    protected final void merge(Worker worker) {
        RowStore rows = StoreStage.merged(parts());
        worker.changed();
        begin(worker, rows.count());
        for (int from = 0; from < rows.count(); from += worker.batchRows()) {
            int count = Math.min(worker.batchRows(), rows.count() - from);
            write(worker, batch(worker, rows, from, count));
            worker.betweenBatches();
        }
        end(worker);
        worker.changed();
        giveOut(worker, rows);
    }

    /** Some of the gathered rows, beside the outer rows they belong to. */
    private Batch batch(Worker worker, RowStore rows, int from, int count) {
        if (places.length < count) {
            places = new int[count];
            outerRows = new int[count];
        }
        for (int row = 0; row < count; row++) {
            places[row] = from + row;
        }
        Batch batch = worker.newBatch();
        batch.fillFrom(rows.rows(), places, count);
        if (subplan.isEmpty()) {
            return batch;
        }
        long[] numbers = batch.column(subplan.get().rowSlot()).longs();
        for (int row = 0; row < count; row++) {
            outerRows[row] = (int) numbers[row];
        }
        Batch linked = worker.newBatch();
        linked.fillFrom(subplan.get().outer(), outerRows, count);
        for (int slot : keptSlots) {
            linked.hold(slot, batch.column(slot));
        }
        return linked;
    }

    /** Called before the first of {@code rowCount} rows is written. */
    protected abstract void begin(Worker worker, int rowCount);

    /** Writes for some rows. */
    protected abstract void write(Worker worker, Batch rows);

    /** Called after the last row. */
    protected void end(Worker worker) {
        // Most have nothing left to do.
    }

    /** Calls {@link #give}; to be overridden by whoever adds columns. */
    protected void giveOut(Worker worker, RowStore rows) {
        give(rows.rows(), null, 0, rows.count());
    }

    /** Vectors in which rows were handed out stay unchanged. */
    @Override
    public final boolean isOrdered() {
        return true;
    }

    @Override
    protected void clear() {
        parts().forEach(RowStore::clear);
    }
}
