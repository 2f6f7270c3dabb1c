package org.thetisdb.engine.pipeline;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * Outer rows of one worker that wait until there are enough of them to run a subplan that costs much each time, because
 * what it makes does not fit into memory. Each time it waits for twice as many, as far as memory goes: what a LIMIT
 * makes superfluous is then no more than what was done. Within a subplan it waits for all that come, as far as memory
 * goes, since each run ends with those that are there.
 *
 * <p>Used by one thread.
 */
public final class WaitingRows {
    /** Row numbers of a subplan are numbers of an array. */
    private static final int ROWS_MAX = 1 << 20;

    /** Of its worker's part of a fair share, what may wait: the subplan needs the rest. */
    private static final int SHARE_DIVISOR = 2;

    /** The rows that wait of all workers, which a run's end makes forget them. Thread safe. */
    public static final class Of implements RunState {
        private final MemoryShare share = new MemoryShare("Wait");
        private final List<WaitingRows> parts = new CopyOnWriteArrayList<>();

        /**
         * @param slots the columns that the subplan or somebody after it reads
         * @param rowBytes what is kept for each row while the subplan runs
         * @param isNested whether they are rows of a subplan themselves
         */
        public WaitingRows newPart(Worker worker, int[] slots, int rowBytes, boolean isNested) {
            WaitingRows part =
                    new WaitingRows(worker, new RowStore(slots, worker, share, 0), rowBytes, isNested ? ROWS_MAX : 0);
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
    private final int wantedFirst;
    private int wanted;

    private WaitingRows(Worker worker, RowStore store, int rowBytes, int wantedFirst) {
        this.worker = worker;
        this.store = store;
        this.rowBytes = rowBytes;
        this.wantedFirst = wantedFirst;
        this.wanted = wantedFirst;
    }

    /** What gives rows to a keeper so that it can {@linkplain #add add} them. */
    KeptParts parts(Consumer<Batch> keeper) {
        return new KeptParts(worker, store.slots(), keeper);
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

    /** Whether a batch can be added without more memory than there is, while arrays of long strings grow. */
    boolean hasRoomFor(Batch rows) {
        return store.hasRoomFor(rows);
    }

    /** The rows, to be taken by {@link #taken}. */
    Batch rows() {
        return store.rows();
    }

    void taken() {
        // Stages after this one have made arrays as long.
        worker.evaluation().trace().noteLong();
        store.clear();
        wanted = Math.min(ROWS_MAX, 2 * wanted);
    }

    private void reset() {
        store.clear();
        wanted = wantedFirst;
    }
}
