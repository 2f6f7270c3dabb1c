package org.thetisdb.engine.pipeline;

import java.util.Optional;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorGrowth;
import org.thetisdb.value.vector.VectorKind;

/**
 * Rows that are kept, column by column. Written by one worker; once complete, its {@link #rows} may be read by several.
 */
public final class RowStore {
    /** Larger columns are not kept for the next run: instances wait in pools, and most runs are small. */
    public static final long KEPT_BYTES_MAX = 256 << 10;

    private static final int ROW_COUNT_MAX = Integer.MAX_VALUE - 8;

    private final int[] slots;
    private final Vector[] columns;
    private final Batch rows;
    private final Optional<MemoryCharge> charge;
    private int count;
    private long bytes;
    private long rowBytes;
    private boolean outgrown;
    private boolean waiting;

    /** A store whose size is bounded by whoever fills it. */
    public RowStore(int[] slots) {
        this(slots, Optional.empty());
    }

    /** A store that may grow as long as the query's memory suffices. */
    public RowStore(int[] slots, Worker worker, String operator) {
        this(slots, Optional.of(new MemoryCharge(worker, operator)));
    }

    /**
     * A store of a breaker that puts the rows on disk when the store {@linkplain #isOutgrown has outgrown} its share.
     *
     * @param rowBytes what whoever fills it takes for each row besides, of the same share
     */
    public RowStore(int[] slots, Worker worker, MemoryShare share, long rowBytes) {
        this(slots, Optional.of(new MemoryCharge(worker, share)));
        this.rowBytes = rowBytes;
    }

    /**
     * A store of rows that wait until somebody reads them. If there is not enough memory it {@linkplain #isOutgrown
     * says so}, and the run should pause.
     */
    public static RowStore ofWaiting(int[] slots, Worker worker, String operator) {
        RowStore store = new RowStore(slots, worker, operator);
        store.waiting = true;
        return store;
    }

    private RowStore(int[] slots, Optional<MemoryCharge> charge) {
        this.slots = slots.clone();
        this.columns = new Vector[slots.length];
        this.charge = charge;
        int most = 0;
        for (int slot : slots) {
            most = Math.max(most, slot + 1);
        }
        this.rows = new Batch(most);
        for (int column = 0; column < columns.length; column++) {
            hold(column, new Vector());
        }
    }

    private void hold(int column, Vector vector) {
        columns[column] = vector;
        rows.hold(slots[column], vector);
    }

    /** The columns that are kept. */
    int[] slots() {
        return slots;
    }

    /** An empty store for the same columns, whose size is bounded by whoever fills it. */
    RowStore another() {
        return new RowStore(slots);
    }

    /** Adds the rows of a batch, copied; only the kept columns are asked for. */
    public void append(Batch batch) {
        append(batch, 0, batch.count());
    }

    /** Adds {@code added} rows of a batch from {@code from} on, copied. */
    public void append(Batch batch, int from, int added) {
        int newCount = plus(added);
        for (int column = 0; column < columns.length; column++) {
            columns[column].append(batch.column(slots[column]), from, added);
        }
        count = newCount;
        measure();
    }

    /**
     * Whether there is memory for the rows of a batch where arrays have to grow for them; it is charged. Of the first
     * rows, which need some in any case, it is enough to ask {@link #isOutgrown} when they have been added.
     */
    public boolean hasRoomFor(Batch batch) {
        if (count == 0 || charge.isEmpty()) {
            return true;
        }
        long growth = growth(batch);
        return growth == 0 || charge.get().tryGrowTo(bytes + growth + rowBytes * (count + batch.count()));
    }

    /** By how much the arrays become longer when the rows of a batch are added. */
    public long growth(Batch batch) {
        long growth = 0;
        for (int column = 0; column < columns.length; column++) {
            growth += VectorGrowth.bytes(columns[column], batch.column(slots[column]), 0, batch.count());
        }
        return growth;
    }

    /** Makes room for so many rows whose columns are of the kinds of a batch's, if there are none yet. */
    public void reserve(Batch like, int rowCount) {
        for (int column = 0; column < columns.length; column++) {
            VectorGrowth.reserve(columns[column], like.column(slots[column]).kind(), rowCount);
        }
        bytes = reservedBytes();
    }

    /** What the strings take of that column which has most of them. */
    public long stringBytesMax() {
        long most = 0;
        for (Vector column : columns) {
            most = Math.max(most, column.stringBytes());
        }
        return most;
    }

    /** Adds the rows of a store with the same columns, copied. */
    public void append(RowStore other) {
        int newCount = plus(other.count);
        for (int column = 0; column < columns.length; column++) {
            columns[column].append(other.columns[column], other.count);
        }
        count = newCount;
        measure();
    }

    private boolean areColumnsComplete() {
        for (Vector column : columns) {
            if (column.count() != count) {
                return false;
            }
        }
        return true;
    }

    /** Rows without columns take no memory, so nothing else would end a query that keeps too many of them. */
    private int plus(int more) {
        if (more > ROW_COUNT_MAX - count) {
            throw new ThetisException(
                    ErrorCode.LIMIT_EXCEEDED,
                    "a query would keep too many rows at once: rowCountMax=" + ROW_COUNT_MAX
                            + "; filter earlier, or aggregate before");
        }
        return count + more;
    }

    private void measure() {
        assert areColumnsComplete() : "every column has an entry for each row: rows=" + count;
        long sum = reservedBytes();
        bytes = sum;
        if (charge.isPresent()) {
            MemoryCharge memory = charge.get();
            outgrown = waiting ? !memory.growIfThereIs(sum) : !memory.tryGrowTo(sum + rowBytes * count);
        }
    }

    private long reservedBytes() {
        long sum = 0;
        for (int column = 0; column < columns.length; column++) {
            sum += columns[column].bytesReserved();
        }
        return sum;
    }

    /** Whether what was appended last is more than there is memory for: rows have to go to disk, or to be read. */
    public boolean isOutgrown() {
        return outgrown;
    }

    /** Keeps the rows with these indexes, in their order. */
    public void keep(int[] kept, int keptCount) {
        for (int column = 0; column < columns.length; column++) {
            Vector some = new Vector();
            some.gather(columns[column], kept, keptCount);
            hold(column, some);
        }
        count = keptCount;
        bytes = reservedBytes();
        outgrown = false;
        if (charge.isPresent()) {
            charge.get().shrinkTo(bytes + rowBytes * count);
        }
    }

    /** Forgets the rows and releases what was charged for them; keeps a little memory for others. */
    public void clear() {
        clear(bytes > KEPT_BYTES_MAX);
    }

    /** Forgets the rows and releases all memory. */
    public void release() {
        clear(true);
    }

    private void clear(boolean large) {
        for (int column = 0; column < columns.length; column++) {
            if (large) {
                hold(column, new Vector());
            } else {
                columns[column].reset(columns[column].kind(), 0);
            }
        }
        count = 0;
        bytes = 0;
        outgrown = false;
        if (charge.isPresent()) {
            charge.get().release();
        }
    }

    /** Forgets the rows, and keeps the memory for as many again, and what was charged for it. */
    public void rewind() {
        for (Vector column : columns) {
            column.reset(column.kind(), 0);
        }
        count = 0;
        outgrown = false;
    }

    /**
     * Forgets the rows, which have gone to disk, to make room for others: keeps the memory and what was charged besides
     * if that {@linkplain MemoryCharge#isFair is fair}, else releases it.
     *
     * @return whether it is kept
     */
    public boolean makeRoom() {
        boolean keeps = charge.isPresent() && charge.get().isFair() && !holdsObjects();
        if (keeps) {
            rewind();
        } else {
            release();
        }
        return keeps;
    }

    /** Objects take memory by themselves, which is free only when the arrays are. */
    private boolean holdsObjects() {
        for (Vector column : columns) {
            if (column.kind() == VectorKind.OBJECT) {
                return true;
            }
        }
        return false;
    }

    public int count() {
        return count;
    }

    /** A column by its place among the slots given. */
    public Vector column(int index) {
        return columns[index];
    }

    /** All rows as one batch, whose columns are this store's. */
    public Batch rows() {
        rows.fill(count);
        return rows;
    }

    /** The memory that the rows take. */
    public long bytes() {
        return bytes;
    }
}
