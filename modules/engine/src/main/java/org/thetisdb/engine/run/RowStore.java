package org.thetisdb.engine.run;

import org.thetisdb.value.vector.Vector;

/**
 * Rows that a pipeline breaker keeps, column by column. Written by one worker; once complete, its {@link #rows} may be
 * read by several.
 */
final class RowStore {
    private final int[] slots;
    private final Vector[] columns;
    private final Batch rows;
    private int count;

    RowStore(int[] slots) {
        this.slots = slots.clone();
        this.columns = new Vector[slots.length];
        int most = 0;
        for (int slot : slots) {
            most = Math.max(most, slot + 1);
        }
        this.rows = new Batch(most);
        for (int column = 0; column < columns.length; column++) {
            columns[column] = new Vector();
            rows.hold(slots[column], columns[column]);
        }
    }

    void append(Batch batch) {
        for (int column = 0; column < columns.length; column++) {
            columns[column].append(batch.column(slots[column]), batch.count());
        }
        count += batch.count();
    }

    void append(RowStore other) {
        for (int column = 0; column < columns.length; column++) {
            columns[column].append(other.columns[column], other.count);
        }
        count += other.count;
    }

    /** Keeps the rows with these indexes, in their order. */
    void keep(int[] kept, int keptCount) {
        for (int column = 0; column < columns.length; column++) {
            Vector all = columns[column];
            Vector some = new Vector();
            some.gather(all, kept, keptCount);
            columns[column] = some;
            rows.hold(slots[column], some);
        }
        count = keptCount;
    }

    void clear() {
        for (Vector column : columns) {
            column.reset(column.kind(), 0);
        }
        count = 0;
    }

    int count() {
        return count;
    }

    /** A column by its place among the slots given. */
    Vector column(int index) {
        return columns[index];
    }

    /** All rows as one batch, whose columns are this store's. */
    Batch rows() {
        rows.fill(count);
        return rows;
    }

    long bytes() {
        long bytes = 0;
        for (Vector column : columns) {
            bytes += column.bytesReserved();
        }
        return bytes;
    }
}
