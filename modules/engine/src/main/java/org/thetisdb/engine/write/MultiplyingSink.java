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
import org.thetisdb.value.Invariant;
import org.thetisdb.value.vector.Vector;

/** A {@link WriteSink} that hands out each row as often as it matched something, with new columns. */
abstract class MultiplyingSink extends WriteSink {
    private static final long OVERDRAFT_BYTES_MAX = 4 << 20;

    private final int[] addedSlots;
    private final Vector[] added;
    private int[] origins = {};
    private int givenCount;
    private int firstRow;
    private @Nullable MemoryCharge charge;
    private boolean canSpill;

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
        canSpill = worker.query().canSpill();
    }

    @Override
    protected final void beginRows(Worker worker, int rowCount) {
        for (int column = 0; column < added.length; column++) {
            added[column] = new Vector();
        }
        givenCount = 0;
        firstRow = 0;
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
            origins = Arrays.copyOf(origins, Math.max(givenCount + times, 2 * origins.length));
        }
        Arrays.fill(origins, givenCount, givenCount + times, firstRow + row);
        givenCount += times;
        long bytes = (long) Integer.BYTES * origins.length;
        for (Vector column : added) {
            bytes += column.bytesReserved();
        }
        pay(bytes);
    }

    /** What the last batch gets before it goes to disk may be somewhat more than there is memory for. */
    private void pay(long bytes) {
        if (!canSpill || isOutgrown() && bytes > outgrownBytes + OVERDRAFT_BYTES_MAX) {
            charge().growTo(bytes);
        } else if (!isOutgrown() && !charge().growIfThereIs(bytes)) {
            outgrownBytes = bytes;
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

    @Override
    protected void clear() {
        super.clear();
        origins = new int[0];
        if (charge != null) {
            charge.release();
            charge = null;
        }
    }
}
