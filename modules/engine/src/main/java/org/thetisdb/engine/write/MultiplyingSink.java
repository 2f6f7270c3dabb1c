package org.thetisdb.engine.write;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.MemoryCharge;
import org.thetisdb.engine.pipeline.RowStore;
import org.thetisdb.engine.pipeline.Subplan;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.engine.spill.RowWriter;
import org.thetisdb.value.Invariant;
import org.thetisdb.value.vector.Vector;

/** A {@link WriteSink} that hands out each row as often as it matched something, with new columns. */
abstract class MultiplyingSink extends WriteSink {
    private static final long OVERDRAFT_BYTES_MAX = 4 << 20;

    /** Smaller arrays grow within what every query may have beside its limit. */
    private static final long GROWTH_BYTES_MIN = 1 << 20;

    /** Rows written at a time, each with its columns. */
    private static final int SLICE_ROWS = 4096;

    private final int[] addedSlots;
    private final Vector[] added;
    private int[] origins = {};
    private int givenCount;
    private int firstRow;
    private @Nullable MemoryCharge charge;
    private Optional<Worker> writing = Optional.empty();

    /** What there was no memory for; 0 while there is. */
    private long outgrownBytes;

    /** @param addedSlots the new columns */
    MultiplyingSink(String operator, int[] keptSlots, int[] addedSlots, Optional<Subplan> subplan) {
        super(operator, keptSlots, subplan);
        this.addedSlots = addedSlots;
        this.added = new Vector[addedSlots.length];
    }

    @Override
    protected void begin(Worker worker) {
        if (charge == null) {
            charge = new MemoryCharge(worker, operator());
        }
        writing = Optional.of(worker);
    }

    @Override
    protected final void beginRows(Worker worker, int rowCount) {
        forgetGiven();
        firstRow = 0;
    }

    private void forgetGiven() {
        for (int column = 0; column < added.length; column++) {
            added[column] = new Vector();
        }
        givenCount = 0;
        outgrownBytes = 0;
        charge().shrinkTo((long) Integer.BYTES * origins.length);
    }

    private MemoryCharge charge() {
        return Invariant.present(charge, "rows are given between begin and clear");
    }

    @Override
    protected final boolean isOutgrown() {
        return outgrownBytes > 0;
    }

    @Override
    protected final void write(Worker worker, Batch rows) {
        writeRows(worker, rows);
        firstRow += rows.count();
    }

    /** Writes for some rows and calls {@link #give(int, int)} for each. */
    protected abstract void writeRows(Worker worker, Batch rows);

    /**
     * Hands a row out a number of times; the new columns' entries are to be put into {@link #added}.
     *
     * @param row its place in the batch that is being written
     */
    protected final void give(int row, int times) {
        if (givenCount + times > origins.length) {
            origins = Arrays.copyOf(origins, Math.max(givenCount + times, origins.length + origins.length / 2));
        }
        Arrays.fill(origins, givenCount, givenCount + times, firstRow + row);
        givenCount += times;
        long bytes = (long) Integer.BYTES * origins.length;
        long longest = bytes;
        for (Vector column : added) {
            long columnBytes = column.bytesReserved();
            bytes += columnBytes;
            longest = Math.max(longest, columnBytes);
        }
        // A long array is there twice while it grows, once half as long again.
        pay(bytes < GROWTH_BYTES_MIN ? bytes : bytes + longest + longest / 2);
    }

    /** What the last batch gets before it goes to disk may be somewhat more than there is memory for. */
    private void pay(long bytes) {
        Worker worker = Invariant.present(writing.orElse(null), "rows are given between begin and clear");
        if (!worker.query().canSpill()) {
            charge().growTo(bytes);
        } else if (!isOutgrown()) {
            outgrownBytes = charge().growIfThereIs(bytes) ? 0 : bytes;
        } else if (bytes > outgrownBytes + OVERDRAFT_BYTES_MAX) {
            if (passOn(worker)) {
                forgetGiven();
            } else {
                charge().growTo(bytes);
            }
        }
    }

    final int givenCount() {
        return givenCount;
    }

    /** How far the rows that were given go. */
    record Mark(int givenCount) {}

    final Mark mark() {
        return new Mark(givenCount);
    }

    /** Makes what was given since a mark one row with null for each row that gave something. */
    final void nullSince(Mark mark) {
        int kept = mark.givenCount();
        for (int place = mark.givenCount(); place < givenCount; place++) {
            if (kept == mark.givenCount() || origins[kept - 1] != origins[place]) {
                origins[kept++] = origins[place];
            }
        }
        givenCount = kept;
        for (Vector column : added) {
            if (column.count() > mark.givenCount()) {
                column.resize(mark.givenCount());
                column.padWithNulls(kept);
            }
        }
    }

    /** A new column, to be appended to. */
    protected final Vector added(int column) {
        return added[column];
    }

    /** The columns that its rows get. */
    public final int[] addedSlots() {
        return addedSlots;
    }

    @Override
    protected final int[] writtenSlots() {
        return IntStream.concat(IntStream.of(keptSlots()), IntStream.of(addedSlots))
                .toArray();
    }

    @Override
    protected final Batch written(Worker worker, RowStore rows) {
        Batch all = worker.newBatch();
        all.fillFrom(rows.rows(), origins, givenCount);
        for (int column = 0; column < added.length; column++) {
            all.hold(addedSlots[column], added[column]);
        }
        return all;
    }

    /** A slice at a time, which has the columns of the rows that it comes from as often as it has rows. */
    @Override
    protected final void appendWritten(Worker worker, RowStore rows, RowWriter target) {
        // Not the store's own batch: rows of that may be the ones that are just being written.
        Batch kept = worker.newBatch();
        kept.fill(rows.count());
        for (int column = 0; column < keptSlots().length; column++) {
            kept.hold(keptSlots()[column], rows.column(column));
        }
        Batch slice = worker.newBatch();
        for (int from = 0; from < givenCount; from += SLICE_ROWS) {
            int end = Math.min(givenCount, from + SLICE_ROWS);
            slice.fillFrom(kept, Arrays.copyOfRange(origins, from, end), end - from);
            int[] places = IntStream.range(from, end).toArray();
            for (int column = 0; column < added.length; column++) {
                Vector some = new Vector();
                some.gather(added[column], places, places.length);
                slice.hold(addedSlots[column], some);
            }
            target.append(slice);
            worker.betweenBatches();
        }
    }

    @Override
    protected void clear() {
        super.clear();
        origins = new int[0];
        if (charge != null) {
            charge.release();
            charge = null;
        }
        writing = Optional.empty();
    }
}
