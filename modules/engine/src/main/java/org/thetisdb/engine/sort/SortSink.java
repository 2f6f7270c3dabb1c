package org.thetisdb.engine.sort;

import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.RowStore;
import org.thetisdb.engine.pipeline.Sink;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.StoreStage;
import org.thetisdb.engine.pipeline.Worker;

/** Collects rows and hands them out sorted. */
public final class SortSink extends Sink<RowStore> {
    private final int[] slots;
    private final SortKeys keys;

    /** @param slots the columns to keep, those of the keys among them */
    public SortSink(int[] slots, SortKeys keys) {
        this.slots = slots;
        this.keys = keys;
    }

    /** Ends a worker's pipeline of the input. */
    public Stage stage(Worker worker) {
        return new StoreStage(register(new RowStore(slots, worker, "Sort")));
    }

    @Override
    protected void merge(Worker worker) {
        RowStore all = StoreStage.merged(parts());
        Batch rows = all.rows();
        // The order and the room in which it is merged.
        worker.query().reserve("Sort", 8L * all.count());
        int[] order = IntOrder.sorted(all.count(), keys.comparison(rows), worker.query());
        worker.query().release(8L * all.count());
        give(rows, order, 0, all.count());
    }

    @Override
    public boolean isOrdered() {
        return true;
    }

    @Override
    protected void clear() {
        parts().forEach(RowStore::clear);
    }
}
