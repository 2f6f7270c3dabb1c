package org.thetisdb.engine.sort;

import java.util.List;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.Constant;
import org.thetisdb.engine.pipeline.RowStore;
import org.thetisdb.engine.pipeline.Sink;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.StoreStage;
import org.thetisdb.engine.pipeline.Worker;

/**
 * Keeps the first rows of an order. Each worker stores rows until it has twice as many as wanted, sorts and keeps the
 * best half; from then on a row that is not better than the worst kept one is not stored at all.
 */
public final class TopKSink extends Sink<TopKSink.Part> {
    /** Below this many rows pruning is not worth a sort. */
    private static final int PRUNE_ROWS_MIN = 4096;

    private final int[] slots;
    private final SortKeys keys;
    private final Constant skip;
    private final Constant limit;

    public TopKSink(int[] slots, SortKeys keys, Constant skip, Constant limit) {
        this.slots = slots;
        this.keys = keys;
        this.skip = skip;
        this.limit = limit;
    }

    /** How many rows of the order matter: as many as there can be if the sum leaves the range of numbers. */
    private static long wanted(long skipCount, long limitCount) {
        return skipCount + Math.min(limitCount, Long.MAX_VALUE - skipCount);
    }

    /** Ends a worker's pipeline of the input. */
    public Stage stage(Worker worker) {
        return register(new Part(worker));
    }

    /** One worker's best rows so far. */
    final class Part implements Stage {
        private final Worker worker;
        private final RowStore store;
        private final Batch better;
        private int[] selection = {};
        private long wanted = -1;
        private boolean pruned;
        private int worst;

        Part(Worker worker) {
            this.worker = worker;
            this.store = new RowStore(slots, worker, "TopK");
            this.better = worker.newBatch();
        }

        @Override
        public void push(Batch rows) {
            if (wanted < 0) {
                wanted = wanted(skip.value(worker), limit.value(worker));
            }
            if (wanted == 0) {
                return;
            }
            if (pruned) {
                int count = selectBetter(rows);
                if (count == 0) {
                    return;
                }
                better.fillFrom(rows, selection, count);
                store.append(better);
            } else {
                store.append(rows);
            }
            if (store.count() >= PRUNE_ROWS_MIN && store.count() / 2 >= wanted) {
                prune();
            }
        }

        private int selectBetter(Batch rows) {
            if (selection.length < rows.count()) {
                selection = new int[rows.count()];
            }
            Batch stored = store.rows();
            int count = 0;
            for (int row = 0; row < rows.count(); row++) {
                selection[count] = row;
                count += keys.compare(rows, row, stored, worst) < 0 ? 1 : 0;
            }
            return count;
        }

        private void prune() {
            int[] order = IntOrder.sorted(store.count(), keys.comparison(store.rows()), worker.query());
            int kept = (int) Math.min(wanted, order.length);
            store.keep(order, kept);
            worst = kept - 1;
            pruned = true;
        }

        @Override
        public void finish() {
            wanted = -1;
            pruned = false;
        }

        @Override
        public boolean isSatisfied() {
            return wanted == 0;
        }
    }

    @Override
    protected void merge(Worker worker) {
        List<RowStore> stores = parts().stream().map(part -> part.store).toList();
        RowStore all = StoreStage.merged(stores);
        Batch rows = all.rows();
        int[] order = IntOrder.sorted(all.count(), keys.comparison(rows), worker.query());
        long first = Math.min(skip.value(worker), order.length);
        long count = Math.min(limit.value(worker), order.length - first);
        give(rows, order, (int) first, (int) count);
    }

    @Override
    public boolean isOrdered() {
        return true;
    }

    @Override
    protected void clear() {
        parts().forEach(part -> {
            part.store.clear();
            part.finish();
        });
    }
}
