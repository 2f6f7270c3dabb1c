package org.thetisdb.engine.sort;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.order.PrefixOrder;
import org.thetisdb.engine.order.SortKeys;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.KeptParts;
import org.thetisdb.engine.pipeline.MemoryShare;
import org.thetisdb.engine.pipeline.RowStore;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.engine.spill.RowWriter;
import org.thetisdb.engine.spill.SpillOutput;
import org.thetisdb.engine.spill.SpilledRows;

/**
 * One worker's rows of a sort: in memory as long as its share holds them, else sorted and written to disk as a run each
 * time that it does not.
 *
 * <p>If only the first rows are wanted, it stores rows until it has twice as many, sorts and keeps the best half; from
 * then on a row that is not better than the worst kept one is not stored at all, and the first key of that one is the
 * bound for all workers' rows.
 *
 * <p>Used by one thread at a time.
 */
final class SortPart implements Stage {
    /** Below this many rows pruning is not worth a sort. */
    private static final int PRUNE_ROWS_MIN = 1024;

    /** The order of the rows, and the room in which it is found. */
    private static final long ORDER_BYTES = PrefixOrder.ROW_BYTES;

    /** A merge reads a block of each run, and wants to read many runs: they are smaller than others. */
    private static final int BLOCKS_PER_SHARE = 2048;

    private static final int BLOCK_BYTES_MAX = 8 << 10;

    /** Rows written between two checks whether the run is to end. */
    private static final int CHECKPOINT_ROWS = 1 << 16;

    private static final long UNKNOWN = -1;

    private final Worker worker;
    private final int[] slots;
    private final SortKeys keys;
    private final ToLongFunction<Worker> wantedRows;
    private final TopKBound bound;
    private final TopKCandidates candidates;
    private final RowStore store;
    private final PrefixOrder sorting;
    private final Batch better;
    private final KeptParts parts;
    private final List<SpilledRows> runs = new ArrayList<>();
    private @Nullable SpillOutput output;
    private int[] selection = {};
    private long wanted = UNKNOWN;
    private boolean pruned;
    private int worst;

    /**
     * @param keys at least one
     * @param wantedRows how many of the first rows are wanted in the current run
     * @param bound of the rows of all workers
     */
    SortPart(
            Worker worker,
            int[] slots,
            SortKeys keys,
            ToLongFunction<Worker> wantedRows,
            TopKBound bound,
            MemoryShare share) {
        this.worker = worker;
        this.slots = slots;
        this.keys = keys;
        this.wantedRows = wantedRows;
        this.bound = bound;
        this.candidates = new TopKCandidates(bound, keys.slots()[0]);
        this.store = new RowStore(slots, worker, share, ORDER_BYTES);
        this.sorting = new PrefixOrder(keys, () -> worker.query().checkpoint());
        this.better = worker.newBatch();
        this.parts = new KeptParts(worker, slots, this::keep);
    }

    /**
     * How many of many rows in any order the bound lets through, about. The store is pruned when it has k rows of the
     * first n; when it is full for the next time, n is as many times larger as the store is larger than k.
     */
    static double passing(double rows, double wanted) {
        double stored = Math.max(PRUNE_ROWS_MIN, 2 * wanted);
        return rows <= stored ? rows : stored * (1 + Math.log(rows / stored) / Math.log(stored / Math.max(1, wanted)));
    }

    /** Rows in memory. */
    RowStore store() {
        return store;
    }

    /** Those on disk, in the order in which they came. */
    List<SpilledRows> runs() {
        return runs;
    }

    @Override
    public void push(Batch rows) {
        if (wanted() == 0) {
            return;
        }
        int count = candidates.isBounded() ? selectBetter(rows) : rows.count();
        if (count == rows.count()) {
            parts.push(rows);
        } else if (count > 0) {
            better.fillFrom(rows, selection, count);
            parts.push(better);
        }
    }

    private void keep(Batch rows) {
        if (!store.hasRoomFor(rows)) {
            pruneOrMakeRoom();
            if (!store.hasRoomFor(rows)) {
                makeRoom();
            }
        }
        store.append(rows);
        if (store.count() >= PRUNE_ROWS_MIN && store.count() / 2 >= wanted) {
            prune();
        } else if (store.isOutgrown()) {
            pruneOrMakeRoom();
        }
    }

    /** Of few long rows that are too much for memory, most are not wanted, either. */
    private void pruneOrMakeRoom() {
        if (store.count() / 2 >= wanted) {
            prune();
        } else {
            makeRoom();
        }
    }

    private long wanted() {
        if (wanted == UNKNOWN) {
            wanted = wantedRows.applyAsLong(worker);
        }
        return wanted;
    }

    private int selectBetter(Batch rows) {
        if (selection.length < rows.count()) {
            selection = new int[rows.count()];
        }
        int candidateCount = candidates.select(rows, selection);
        if (!pruned) {
            return candidateCount;
        }
        Batch stored = store.rows();
        int count = 0;
        for (int index = 0; index < candidateCount; index++) {
            int row = selection[index];
            selection[count] = row;
            count += keys.compare(rows, row, stored, worst) < 0 ? 1 : 0;
        }
        return count;
    }

    private void prune() {
        int[] order = order();
        int kept = (int) Math.min(wanted, order.length);
        store.keep(order, kept);
        worst = kept - 1;
        pruned = true;
        lowerBound(worst);
    }

    private void lowerBound(int row) {
        bound.lower(store.rows().column(keys.slots()[0]), row);
    }

    /** The order of the rows in memory. */
    int[] order() {
        return PrefixOrder.sorted(store.rows(), keys, worker.query()::checkpoint);
    }

    /** Writes the rows in memory as a run, to have room for as many again. */
    private void makeRoom() {
        writeSorted();
        if (!store.makeRoom()) {
            sorting.clear();
        }
    }

    /** Writes the rows in memory as a run, and releases their memory. */
    void spill() {
        writeSorted();
        release();
    }

    /** The same of rows in an order that is known, from a place on; those before it are forgotten. */
    void spill(int[] order, int from, int count) {
        write(order, from, count);
        release();
    }

    private void release() {
        store.clear();
        sorting.clear();
    }

    private void writeSorted() {
        int[] order = sorting.sorted(store.rows());
        int count = (int) Math.min(store.count(), wanted());
        if (count > 0 && count == wanted()) {
            lowerBound(order[count - 1]);
        }
        write(order, 0, count);
    }

    private void write(int[] order, int from, int count) {
        SpillOutput target = output;
        if (target == null) {
            target = new SpillOutput(worker.newSpillFile());
            output = target;
        }
        RowWriter writer = new RowWriter(target, slots, blockBytes(worker));
        for (int done = 0; done < count; done += CHECKPOINT_ROWS) {
            worker.query().checkpoint();
            writer.append(store.rows(), order, from + done, Math.min(CHECKPOINT_ROWS, count - done));
        }
        runs.add(writer.finish());
        target.flush();
        pruned = false;
    }

    /** The rows of a block: few where memory is short, so that many runs can be merged at once. */
    static int blockBytes(Worker worker) {
        long bytes = worker.query().workingBytes(1) / BLOCKS_PER_SHARE;
        return Math.clamp(bytes, RowWriter.BLOCK_BYTES_MIN, BLOCK_BYTES_MAX);
    }

    @Override
    public void finish() {
        // Rows stay until they are handed out.
        if (store.count() == 0) {
            release();
        }
        wanted = UNKNOWN;
        pruned = false;
    }

    @Override
    public boolean isSatisfied() {
        return wanted == 0;
    }

    void clear() {
        release();
        if (output != null) {
            output.close();
            output = null;
        }
        runs.clear();
        finish();
    }
}
