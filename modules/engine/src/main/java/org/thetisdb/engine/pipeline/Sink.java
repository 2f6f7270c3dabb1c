package org.thetisdb.engine.pipeline;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.thetisdb.value.Invariant;

/**
 * Where a pipeline ends and the next begins: stages of the workers fill parts of their own, {@link #prepare} merges the
 * parts, {@link #run} gives the merged rows out again: those of one batch in memory, or what a {@link RowFeed} reads
 * from disk.
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
    private long rowCount;
    private int morselRows;
    private @Nullable RowFeed feed;
    private long givenCount;

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

    /**
     * To be called before a morsel of stored rows is given out, when {@code given} of them were: may {@link
     * #give(RowFeed, long) give} the rows from there on in another way, because the memory is needed elsewhere. Only
     * where one worker takes them all.
     */
    protected void makeRoom(Worker worker, int given) {
        // What does not spill keeps its rows.
    }

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

    /**
     * Sets the rows to give out: those that come from elsewhere, one batch after another; one worker takes them all.
     *
     * @param count how many there are, those included that were given out in another way before
     */
    protected final void give(RowFeed newFeed, long count) {
        feed = newFeed;
        stored = null;
        order = null;
        rowCount = count;
    }

    @Override
    public final int prepare(Worker worker) {
        merge(worker);
        morselRows = morselRows(worker, rowCount, isSharedOut());
        givenCount = 0;
        return Math.toIntExact((rowCount + morselRows - 1) / morselRows);
    }

    /**
     * The rows of a morsel: whole batches while there are plenty of them; fewer rows each where a few thousand rows may
     * fan out in the next pipeline, so that every worker gets some.
     *
     * @param sharedOut whether several workers may take the rows
     */
    public static int morselRows(Worker worker, long rowCount, boolean sharedOut) {
        int large = worker.batchRows() * MORSEL_BATCHES;
        int threadCount = worker.query().options().threadCount();
        if (!sharedOut || threadCount == 1 || rowCount < SHARED_ROWS_MIN) {
            return large;
        }
        long wanted = rowCount / ((long) threadCount * MORSELS_PER_WORKER);
        return Math.clamp(wanted, Math.min(SMALL_MORSEL_ROWS, large), large);
    }

    /** Whether several workers may take the rows; not inside a subplan, and not where their order counts. */
    protected boolean isSharedOut() {
        return false;
    }

    @Override
    public final void run(int morsel, Worker worker, Stage stage) {
        if (feed == null && isOrdered()) {
            makeRoom(worker, morsel * morselRows);
        }
        if (feed != null) {
            giveFeed(feed, (morsel + 1L) * morselRows, worker, stage);
            return;
        }
        Batch merged = Invariant.present(stored, "rows are given out after they were merged");
        int end = (int) Math.min(rowCount, (morsel + 1L) * morselRows);
        givenCount = end;
        StoredBatches.push(merged, order, firstRow + morsel * morselRows, firstRow + end, worker, stage);
    }

    /** Morsels are taken in their order, by one worker, so it is enough to count. */
    private void giveFeed(RowFeed from, long end, Worker worker, Stage stage) {
        Batch batch = givenCount < end ? from.next() : null;
        while (batch != null) {
            givenCount += batch.count();
            stage.push(batch);
            worker.betweenBatches();
            boolean isEnough = givenCount >= end && givenCount < rowCount || stage.isSatisfied();
            batch = isEnough ? null : from.next();
        }
    }

    @Override
    public final void reset() {
        clear();
        stored = null;
        order = null;
        feed = null;
        rowCount = 0;
    }
}
