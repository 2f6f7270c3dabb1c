package org.thetisdb.engine.write;

import java.util.Arrays;
import java.util.Optional;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.MemoryShare;
import org.thetisdb.engine.pipeline.RowFeed;
import org.thetisdb.engine.pipeline.RowStore;
import org.thetisdb.engine.pipeline.Sink;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.StoreStage;
import org.thetisdb.engine.pipeline.Subplan;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.engine.spill.BlockFeed;
import org.thetisdb.engine.spill.GatheredRows;
import org.thetisdb.engine.spill.RowWriter;
import org.thetisdb.engine.spill.SpillOutput;
import org.thetisdb.engine.spill.SpilledRows;

/**
 * A breaker that writes: gathers all rows, then writes for them on one thread, and hands the rows out with their
 * new columns. So nothing that reads before it can see what it writes, and nothing after it reads too early; and a
 * LIMIT after it cannot keep it from writing.
 *
 * <p>Rows that do not fit into memory are gathered on disk, read and written for batch by batch, and go to disk again
 * with their new columns:
 *
 * <pre>
 *   input ──► GatheredRows ──fits──────► RowStore ──write──► the same rows, columns added ──► handed out
 *                 │                                 └──the columns do not fit───────────► disk ──► handed out
 *                 └──does not──► disk ──► batch ──write──► batch, columns added ────────► disk ──► handed out
 * </pre>
 *
 * <p>Threads: rows are gathered by all workers; the writing happens in {@link #prepare}, when they are done.
 */
public abstract class WriteSink extends Sink<GatheredRows> {
    /** About what the columns take that a clause adds. */
    private static final long WRITTEN_ROW_BYTES = 16;

    private final String operator;
    private final int[] keptSlots;
    private final Optional<Subplan> subplan;
    private final MemoryShare share;
    private Optional<SpillOutput> output = Optional.empty();
    private Optional<RowWriter> writer = Optional.empty();
    private Optional<RowStore> written = Optional.empty();
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
        this.share = new MemoryShare(operator);
    }

    /** Ends a worker's pipeline of the input. */
    public final Stage stage(Worker worker) {
        return register(new GatheredRows(worker, keptSlots, share, WRITTEN_ROW_BYTES));
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
        Optional<RowStore> inMemory = inMemory();
        worker.changed();
        begin(worker);
        if (inMemory.isEmpty()) {
            writeSpilled(worker);
            return;
        }
        RowStore rows = inMemory.get();
        written = inMemory;
        beginRows(worker, rows.count());
        int done = 0;
        while (done < rows.count()) {
            if (writer.isPresent() || isOutgrown() && mayPassOn()) {
                writeRest(worker, rows, done);
                return;
            }
            int count = Math.min(worker.batchRows(), rows.count() - done);
            count = isOutgrown() ? (int) Math.min(count, rowsUntilSettled()) : count;
            write(worker, batch(worker, rows, done, count));
            worker.betweenBatches();
            done += count;
        }
        if (writer.isPresent()) {
            writeRest(worker, rows, done);
            return;
        }
        end(worker);
        worker.changed();
        Batch written = written(worker, rows);
        give(written, null, 0, written.count());
    }

    /** All rows; empty if some are on disk, or there is not enough memory to have them together. */
    private Optional<RowStore> inMemory() {
        if (parts().stream().anyMatch(GatheredRows::isSpilled)) {
            return Optional.empty();
        }
        RowStore all =
                StoreStage.merged(parts().stream().map(GatheredRows::store).toList());
        return all.isOutgrown() ? Optional.empty() : Optional.of(all);
    }

    private boolean mayPassOn() {
        return isSettled() && subplan.isEmpty();
    }

    /**
     * Puts on disk what the rows have become that were written since {@link #beginRows}, or since this was last called,
     * in the midst of them: one row alone may become more than there is memory for. False if that cannot be done.
     */
    protected final boolean passOn(Worker worker) {
        if (!mayPassOn() || written.isEmpty() || !worker.query().canSpill()) {
            return false;
        }
        appendWritten(worker, written.get(), writer(worker));
        return true;
    }

    /** Puts on disk what was written for the first rows, and what is written for the others, which are in memory. */
    private void writeRest(Worker worker, RowStore rows, int firstOfRest) {
        RowWriter target = writer(worker);
        appendWritten(worker, rows, target);
        RowStore window = newWindow();
        int[] selected = new int[worker.batchRows()];
        Batch some = worker.newBatch();
        for (int from = firstOfRest; from < rows.count(); from += selected.length) {
            int first = from;
            Arrays.setAll(selected, index -> first + index);
            some.fillFrom(rows.rows(), selected, Math.min(selected.length, rows.count() - from));
            writeSpilled(worker, some, window, target);
        }
        finish(worker, window, target);
    }

    private RowStore newWindow() {
        RowStore window = new RowStore(keptSlots);
        written = Optional.of(window);
        return window;
    }

    private RowWriter writer(Worker worker) {
        if (writer.isEmpty()) {
            SpillOutput target = new SpillOutput(worker.newSpillFile());
            output = Optional.of(target);
            writer = Optional.of(new RowWriter(target, writtenSlots(), RowWriter.BLOCK_BYTES));
        }
        return writer.get();
    }

    /** Writes for the rows as they come from disk, and puts them back there with their new columns. */
    private void writeSpilled(Worker worker) {
        RowWriter target = writer(worker);
        RowStore window = newWindow();
        for (GatheredRows part : parts()) {
            RowFeed feed = part.feed(worker.batchRows());
            for (Batch rows = feed.next(); rows != null; rows = feed.next()) {
                writeSpilled(worker, rows, window, target);
            }
            part.clear();
        }
        finish(worker, window, target);
    }

    private void finish(Worker worker, RowStore window, RowWriter target) {
        end(worker);
        if (window.count() > 0) {
            appendWritten(worker, window, target);
        }
        worker.changed();
        SpilledRows rows = target.finish();
        give(new BlockFeed(rows, worker.batchRows()), rows.rowCount());
    }

    /** Writes for some rows; those whose outcome is settled go to disk, the others stay in the window. */
    private void writeSpilled(Worker worker, Batch rows, RowStore window, RowWriter target) {
        Batch some = worker.newBatch();
        int done = 0;
        while (done < rows.count()) {
            int from = window.count();
            if (from == 0) {
                beginRows(worker, rows.count());
            }
            int first = done;
            int[] selected = new int[(int) Math.min(rows.count() - done, rowsUntilSettled())];
            Arrays.setAll(selected, index -> first + index);
            some.fillFrom(rows, selected, selected.length);
            window.append(some);
            write(worker, batch(worker, window, from, selected.length));
            if (isSettled()) {
                appendWritten(worker, window, target);
                window.rewind();
            }
            worker.betweenBatches();
            done += selected.length;
        }
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

    /** Called before the first row is written. */
    protected abstract void begin(Worker worker);

    /**
     * Called before the first of some rows is written, after those before them were taken by {@link #written}.
     *
     * @param rowCount how many there are at most, unless it is not {@link #isSettled settled} then what becomes of them
     */
    protected void beginRows(Worker worker, int rowCount) {
        // Most keep nothing of them.
    }

    /** Whether there is no memory for what more of the rows get that were written since {@link #beginRows}. */
    protected boolean isOutgrown() {
        return false;
    }

    /** Whether what becomes of the rows that were written so far does not depend on those that follow. */
    protected boolean isSettled() {
        return true;
    }

    /** How many more rows can be written before that is so for all of them. */
    protected long rowsUntilSettled() {
        return Long.MAX_VALUE;
    }

    /** Writes for some rows. */
    protected abstract void write(Worker worker, Batch rows);

    /** Called after the last row. */
    protected void end(Worker worker) {
        // Most have nothing left to do.
    }

    /** The slots of {@link #written}. */
    protected int[] writtenSlots() {
        return keptSlots;
    }

    /** The rows written since {@link #beginRows} and not {@linkplain #passOn passed on}, to be handed out. */
    protected Batch written(Worker worker, RowStore rows) {
        return rows.rows();
    }

    /** Puts {@link #written} on disk. */
    protected void appendWritten(Worker worker, RowStore rows, RowWriter target) {
        target.append(written(worker, rows));
    }

    /** Vectors in which rows were handed out stay unchanged. */
    @Override
    public final boolean isOrdered() {
        return true;
    }

    @Override
    protected void clear() {
        parts().forEach(GatheredRows::clear);
        output.ifPresent(SpillOutput::close);
        output = Optional.empty();
        writer = Optional.empty();
        written = Optional.empty();
    }
}
