package org.thetisdb.engine.spill;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.MemoryShare;
import org.thetisdb.engine.pipeline.RowFeed;
import org.thetisdb.engine.pipeline.RowStore;
import org.thetisdb.engine.pipeline.Source;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.StoreStage;
import org.thetisdb.engine.pipeline.StoredBatches;
import org.thetisdb.engine.pipeline.Worker;

/**
 * Lets several workers continue where one had to begin: keeps the rows of a pipeline that had a single morsel, and
 * hands them out in morsels small enough for all, if there are enough of them. See {@code ExchangePlacement} for where
 * this pays. Few rows were expected; when there are more than memory holds, they go to disk, and each block there is a
 * morsel.
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
    private final long sharedRowsMin;
    private final MemoryShare share = new MemoryShare("Exchange");
    private final List<GatheredRows> parts = new CopyOnWriteArrayList<>();
    private @Nullable Batch stored;
    private List<SpilledRows> spilled = List.of();
    private int morselRows;

    /** Of {@link #give}; negative as long as it has not been asked. */
    private int givenMorsels = -1;

    /** @param sharedRowsMin fewer rows are one morsel */
    public ExchangeSink(int[] slots, long sharedRowsMin) {
        this.slots = slots.clone();
        this.sharedRowsMin = sharedRowsMin;
    }

    /** Ends a worker's part of the first pipeline. */
    public Stage stage(Worker worker) {
        GatheredRows part = new GatheredRows(worker, slots, share, 0);
        parts.add(part);
        return part;
    }

    /** How many rows there are; to be asked only after the first pipeline has ended. */
    public long rowCount() {
        return parts.stream().mapToLong(GatheredRows::rowCount).sum();
    }

    /** Whether there are no rows; to be asked only after the first pipeline has ended. Any thread. */
    public boolean isEmpty() {
        return rowCount() == 0;
    }

    /** Gives all rows to one stage, which another worker's may get at the same time. Any worker. */
    public void give(Worker worker, Stage stage) {
        int morsels = givenMorsels(worker);
        for (int morsel = 0; morsel < morsels && !stage.isSatisfied(); morsel++) {
            run(morsel, worker, stage);
        }
    }

    private synchronized int givenMorsels(Worker worker) {
        if (givenMorsels < 0) {
            givenMorsels = prepare(worker);
        }
        return givenMorsels;
    }

    @Override
    public int prepare(Worker worker) {
        if (parts.isEmpty()) {
            return 0;
        }
        Optional<Batch> inMemory = inMemory();
        stored = inMemory.orElse(null);
        if (inMemory.isEmpty()) {
            spilled = parts.stream().map(GatheredRows::spilled).toList();
            return spilled.stream().mapToInt(SpilledRows::blockCount).sum();
        }
        int count = inMemory.get().count();
        if (count < sharedRowsMin) {
            morselRows = count;
            return 1;
        }
        morselRows =
                Math.clamp(count / MORSEL_COUNT, Math.min(MORSEL_ROWS_MIN, worker.batchRows()), worker.batchRows());
        return (count + morselRows - 1) / morselRows;
    }

    /** The first pipeline was left out, and this one is with it. */
    @Override
    public boolean isOptional() {
        return parts.isEmpty();
    }

    /** All rows; empty if some are on disk, or there is not enough memory to have them together. */
    private Optional<Batch> inMemory() {
        if (parts.stream().anyMatch(GatheredRows::isSpilled)) {
            return Optional.empty();
        }
        RowStore all = StoreStage.merged(parts.stream().map(GatheredRows::store).toList());
        return all.isOutgrown() ? Optional.empty() : Optional.of(all.rows());
    }

    @Override
    public void run(int morsel, Worker worker, Stage stage) {
        Batch merged = stored;
        if (merged == null) {
            giveBlock(morsel, worker, stage);
        } else {
            int from = morsel * morselRows;
            StoredBatches.push(merged, null, from, Math.min(from + morselRows, merged.count()), worker, stage);
        }
    }

    private void giveBlock(int morsel, Worker worker, Stage stage) {
        int block = morsel;
        int part = 0;
        while (block >= spilled.get(part).blockCount()) {
            block -= spilled.get(part).blockCount();
            part++;
        }
        RowFeed feed = new BlockFeed(new RowReader(spilled.get(part), block, block + 1), worker.batchRows());
        for (Batch rows = feed.next(); rows != null && !stage.isSatisfied(); rows = feed.next()) {
            stage.push(rows);
            worker.betweenBatches();
        }
    }

    @Override
    public void reset() {
        stored = null;
        givenMorsels = -1;
        spilled = List.of();
        parts.forEach(GatheredRows::clear);
    }
}
