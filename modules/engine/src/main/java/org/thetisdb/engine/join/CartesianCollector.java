package org.thetisdb.engine.join;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.RowStore;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.StoreStage;
import org.thetisdb.engine.pipeline.Worker;

/**
 * The side of a Cartesian product that is kept.
 *
 * <p>Threads: each worker collects into a part of its own; {@link #rows} joins the parts when it is first called after
 * their pipeline has ended, and may be called by several workers at once.
 */
public final class CartesianCollector {
    private final int[] keptSlots;
    private final List<RowStore> parts = new CopyOnWriteArrayList<>();
    private volatile Batch rows;

    public CartesianCollector(int[] keptSlots) {
        this.keptSlots = keptSlots.clone();
    }

    /** Ends a worker's pipeline of the kept side. */
    public Stage stage(Worker worker) {
        RowStore part = new RowStore(keptSlots, worker, "CartesianProduct");
        parts.add(part);
        return new StoreStage(part);
    }

    /** All kept rows; to be called only after their pipeline has ended. */
    Batch rows() {
        Batch current = rows;
        return current != null ? current : join();
    }

    private synchronized Batch join() {
        if (rows == null) {
            rows = parts.isEmpty()
                    ? new RowStore(keptSlots).rows()
                    : StoreStage.joined(parts).rows();
        }
        return rows;
    }

    /** Forgets what was collected; to be called when a run is over. */
    public void reset() {
        rows = null;
        parts.forEach(RowStore::clear);
    }
}
