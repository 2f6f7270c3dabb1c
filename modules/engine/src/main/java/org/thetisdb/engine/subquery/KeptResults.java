package org.thetisdb.engine.subquery;

import java.util.Arrays;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.MemoryCharge;
import org.thetisdb.engine.pipeline.RowStore;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.engine.table.KeyHashing;
import org.thetisdb.engine.table.KeyTable;
import org.thetisdb.value.vector.Vector;

/**
 * What a subplan yielded, by the keys for which it did.
 *
 * <pre>
 *   keys  a ─► 0    starts  0 2 2        order  1 2 │ │ 0          rows  (c …) (a …) (a …)
 *         b ─► 1            └─a─┘└b┘                                  as the subplan gave them
 *         c ─► 2
 * </pre>
 *
 * <p>Keys are numbered as they come. Those of a batch that are new get their rows together; until then they have none.
 *
 * <p>Belongs to one worker.
 */
final class KeptResults {
    private static final int COUNT_MAX = Integer.MAX_VALUE - 8;

    private final KeyTable table;
    private final RowStore rows;
    private final MemoryCharge charge;
    private final Vector[] keys;
    private final int[] keySlots;
    private final int rowSlot;
    private long tableBytes;

    /** By number of a key, where its part of the order begins; of the next one to come, where that will. */
    private int[] starts = {0};

    /** Indexes of rows, those of one key after those of another. */
    private int[] order = {};

    /** The numbers of the keys of the rows since the last {@link #complete}. */
    private int[] owners = {};

    /** How many keys have their rows. */
    private int completed;

    private int ordered;
    private boolean refused;

    /**
     * @param rowSlot where the subplan's rows have the place of their key among the new ones
     * @param outputSlots what is kept of them
     */
    KeptResults(Worker worker, int[] keySlots, int rowSlot, int[] outputSlots) {
        this.keySlots = keySlots;
        this.rowSlot = rowSlot;
        this.keys = new Vector[keySlots.length];
        this.charge = new MemoryCharge(worker, "Memoize");
        this.rows = RowStore.ofWaiting(outputSlots, worker, "Memoize");
        this.table = new KeyTable(keySlots.length, KeyHashing.USUAL, bytes -> tableBytes = bytes);
    }

    /** Writes the numbers of the batch's keys. */
    void number(Batch batch, int[] numbers) {
        for (int key = 0; key < keys.length; key++) {
            keys[key] = batch.column(keySlots[key]);
        }
        table.findOrAdd(keys, batch.count(), numbers);
        measure();
    }

    /** How many keys there are. */
    int keyCount() {
        return table.count();
    }

    /** How many of them have their rows; those that follow are new. */
    int completed() {
        return completed;
    }

    /** Takes rows of the subplan for new keys. */
    void add(Batch results) {
        int count = results.count();
        int kept = rows.count() - ordered;
        if (rows.count() > COUNT_MAX - count) {
            refused = true;
            return;
        }
        rows.append(results);
        owners = room(owners, kept + count);
        long[] numbers = results.column(rowSlot).longs();
        for (int row = 0; row < count; row++) {
            owners[kept + row] = (int) numbers[row];
        }
        measure();
    }

    /** All rows of the new keys have been added. */
    void complete() {
        int added = table.count() - completed;
        int addedRows = rows.count() - ordered;
        starts = room(starts, table.count() + 1);
        order = room(order, rows.count());
        Arrays.fill(starts, completed + 1, table.count() + 1, 0);
        for (int row = 0; row < addedRows; row++) {
            starts[completed + owners[row] + 1]++;
        }
        int[] places = new int[added];
        for (int key = 0; key < added; key++) {
            places[key] = starts[completed + key];
            starts[completed + key + 1] += places[key];
        }
        for (int row = 0; row < addedRows; row++) {
            order[places[owners[row]]++] = ordered + row;
        }
        ordered = rows.count();
        completed = table.count();
        measure();
    }

    private static int[] room(int[] array, int needed) {
        return needed <= array.length ? array : Arrays.copyOf(array, Math.max(needed, array.length + array.length / 2));
    }

    private void measure() {
        long bytes = tableBytes + (long) Integer.BYTES * (starts.length + order.length + owners.length);
        refused |= rows.isOutgrown() || !charge.growIfThereIs(bytes);
    }

    /** Whether there is no memory for what was added last. */
    boolean isRefused() {
        return refused;
    }

    /** Where the rows of a key begin in the order. */
    int start(int number) {
        return starts[number];
    }

    int end(int number) {
        return starts[number + 1];
    }

    /** The index of a row, by its place in the order. */
    int row(int place) {
        return order[place];
    }

    /** All rows. */
    Batch rows() {
        return rows.rows();
    }

    /** Forgets all keys and rows, and returns the memory. */
    void clear() {
        table.clear();
        rows.clear();
        starts = new int[] {0};
        order = new int[0];
        owners = new int[0];
        tableBytes = 0;
        completed = 0;
        ordered = 0;
        refused = false;
        charge.release();
    }
}
