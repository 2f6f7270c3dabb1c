package org.thetisdb.engine.subquery;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.thetisdb.engine.operator.Assembly;
import org.thetisdb.engine.operator.Shared;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.MemoryShare;
import org.thetisdb.engine.pipeline.RowStore;
import org.thetisdb.engine.pipeline.RunState;
import org.thetisdb.engine.pipeline.Worker;

/**
 * Outer rows of one worker that wait until there are enough of them to run a subplan that costs much each time, because
 * what it makes does not fit into memory. Each time it waits for twice as many, as far as memory goes: what a LIMIT
 * makes superfluous is then no more than what was done.
 *
 * <p>Used by one thread.
 */
final class WaitingRows {
    /** Row numbers of a subplan are numbers of an array. */
    private static final int ROWS_MAX = 1 << 20;

    /** Of its worker's part of a fair share, what may wait: the subplan needs the rest. */
    private static final int SHARE_DIVISOR = 2;

    /** What a subplan keeps for each outer row: about, where a breaker has groups or lists for each, and else. */
    private static final int KEPT_ROW_BYTES = 256;

    private static final int PASSED_ROW_BYTES = 16;

    /** The rows that wait of all workers, which a run's end makes forget them. Thread safe. */
    static final class Of implements RunState {
        private final MemoryShare share = new MemoryShare("Apply");
        private final List<WaitingRows> parts = new CopyOnWriteArrayList<>();

        /** Where a plan's instance has it. */
        record Spec() implements Shared<Of> {
            @Override
            public Of createState(Assembly assembly) {
                return new Of();
            }
        }

        /**
         * @param slots the columns that the subplan or somebody after it reads
         * @param isKept whether the subplan has breakers that keep something for each row
         */
        WaitingRows newPart(Worker worker, int[] slots, boolean isKept) {
            int rowBytes = isKept ? KEPT_ROW_BYTES : PASSED_ROW_BYTES;
            WaitingRows part = new WaitingRows(worker, new RowStore(slots, worker, share, 0), rowBytes);
            parts.add(part);
            return part;
        }

        @Override
        public void reset() {
            parts.forEach(WaitingRows::reset);
        }
    }

    private final Worker worker;
    private final RowStore store;
    private final int rowBytes;
    private int wanted;

    private WaitingRows(Worker worker, RowStore store, int rowBytes) {
        this.worker = worker;
        this.store = store;
        this.rowBytes = rowBytes;
    }

    boolean isEmpty() {
        return store.count() == 0;
    }

    /** Adds the rows of a batch; whether no more are to be waited for. */
    boolean add(Batch rows) {
        wanted = Math.max(wanted, 2 * worker.batchRows());
        store.append(rows);
        long bytesMax = worker.query().workingBytes(worker.query().options().threadCount()) / SHARE_DIVISOR;
        long bytes = store.bytes() + (long) rowBytes * store.count();
        return store.count() >= wanted || bytes >= bytesMax || store.isOutgrown();
    }

    /** The rows, to be taken by {@link #taken}. */
    Batch rows() {
        return store.rows();
    }

    void taken() {
        store.clear();
        wanted = Math.min(ROWS_MAX, 2 * wanted);
    }

    private void reset() {
        store.clear();
        wanted = 0;
    }
}
