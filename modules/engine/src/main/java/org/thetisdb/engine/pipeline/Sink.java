package org.thetisdb.engine.pipeline;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.thetisdb.value.Invariant;

/**
 * Where a pipeline ends and the next begins: stages of the workers fill parts of their own, {@link #prepare} merges the
 * parts, {@link #run} gives the merged rows out again.
 *
 * <p>Threads: parts are each written by one worker; {@code prepare} is called by one thread when all workers are done.
 *
 * @param <P> what a worker fills
 */
public abstract class Sink<P> implements Source {
    /** Batches in a morsel of stored rows: enough work to be worth handing out. */
    private static final int MORSEL_BATCHES = 16;

    /** Fewer rows are not worth waking another worker. */
    private static final int SHARED_ROWS_MIN = 512;

    /** Enough for a worker that is done early to take over from one that is not. */
    private static final int MORSELS_PER_WORKER = 8;

    private static final int SMALL_MORSEL_ROWS = 64;

    private final List<P> parts = new CopyOnWriteArrayList<>();
    private @Nullable Batch stored;
    private int @Nullable [] order;
    private int firstRow;
    private int rowCount;
    private int morselRows;

    /** Makes a worker's part and remembers it. */
    protected final P register(P part) {
        parts.add(part);
        return part;
    }

    protected final List<P> parts() {
        return parts;
    }

    /** Merges the parts and sets by {@link #give} which rows to hand out. */
    protected abstract void merge(Worker worker);

    /** Forgets what was taken in; the parts stay registered. */
    protected abstract void clear();

    /**
     * Sets the rows to give out: those of a batch that only holds columns, from {@code first} on in the given order.
     *
     * @param newOrder indexes of rows; null for their own order
     */
    protected final void give(Batch rows, int @Nullable [] newOrder, int first, int count) {
        long end = (long) first + count;
        Invariant.check(
                first >= 0 && count >= 0 && end <= (newOrder == null ? rows.count() : newOrder.length),
                "rows are given out of those that were stored",
                "first",
                first,
                "count",
                count);
        stored = rows;
        order = newOrder;
        firstRow = first;
        rowCount = count;
    }

    @Override
    public final int prepare(Worker worker) {
        merge(worker);
        morselRows = morselRows(worker);
        return (rowCount + morselRows - 1) / morselRows;
    }

    /**
     * Whole batches while there are plenty of them; fewer rows each where a few thousand rows may fan out in the next
     * pipeline, so that every worker gets some.
     */
    private int morselRows(Worker worker) {
        int large = worker.batchRows() * MORSEL_BATCHES;
        int threadCount = worker.query().options().threadCount();
        if (!isSharedOut() || threadCount == 1 || rowCount < SHARED_ROWS_MIN) {
            return large;
        }
        int wanted = rowCount / (threadCount * MORSELS_PER_WORKER);
        return Math.clamp(wanted, Math.min(SMALL_MORSEL_ROWS, large), large);
    }

    /** Whether several workers may take the rows; not inside a subplan, and not where their order counts. */
    protected boolean isSharedOut() {
        return false;
    }

    @Override
    public final void run(int morsel, Worker worker, Stage stage) {
        Batch merged = Invariant.present(stored, "rows are given out after they were merged");
        int end = Math.min(rowCount, (morsel + 1) * morselRows);
        StoredBatches.push(merged, order, firstRow + morsel * morselRows, firstRow + end, worker, stage);
    }

    @Override
    public final void reset() {
        clear();
        stored = null;
        order = null;
        rowCount = 0;
    }
}
