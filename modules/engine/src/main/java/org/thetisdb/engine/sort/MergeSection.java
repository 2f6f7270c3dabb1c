package org.thetisdb.engine.sort;

import org.thetisdb.engine.order.PrefixOrder;
import org.thetisdb.engine.order.SortKeys;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.QueryContext;
import org.thetisdb.engine.pipeline.RowStore;

/**
 * A section of the order that a merge makes: rows of all runs between which no other row comes. It is filled by one
 * thread, then sorted by it, then read by another, and filled again.
 */
final class MergeSection {
    /** What sorting a row takes: its number with its prefix, and a second one to move it to. */
    private static final long ORDER_BYTES = PrefixOrder.ROW_BYTES;

    private final RowStore rows;
    private int[] order = {};
    private long heldBytes;
    private int next;
    private int end;
    private boolean sorted;

    MergeSection(int[] slots) {
        this.rows = new RowStore(slots);
    }

    /** Forgets the rows. */
    void begin() {
        rows.rewind();
        heldBytes = 0;
        sorted = false;
    }

    /** Adds rows of a run's block; runs come in their order, so that equal rows are in theirs. */
    void append(Batch block, int from, int count, long bytes) {
        rows.append(block, from, count);
        heldBytes += bytes + count * ORDER_BYTES;
    }

    int rowCount() {
        return rows.count();
    }

    /** What the rows take, with their order. */
    long heldBytes() {
        return heldBytes;
    }

    /** Says which rows of the order are to be handed out: those from {@code first} up to {@code last}, left out. */
    void handOut(int first, int last) {
        next = first;
        end = last;
    }

    /** Finds the order; stops with an error if the run is to end. */
    void sort(SortKeys keys, QueryContext query) {
        order = PrefixOrder.sorted(rows.rows(), keys, query::checkpoint);
    }

    /** To be called under the lock of those who ask {@link #isSorted}. */
    void noteSorted() {
        sorted = true;
    }

    boolean isSorted() {
        return sorted;
    }

    /** Fills a batch with the next rows, as many as there are places; false if there are none left. */
    boolean next(Batch batch, int[] places) {
        int count = Math.min(places.length, end - next);
        if (count <= 0) {
            return false;
        }
        System.arraycopy(order, next, places, 0, count);
        next += count;
        batch.fillFrom(rows.rows(), places, count);
        return true;
    }
}
