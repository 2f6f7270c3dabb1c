package org.thetisdb.engine.join;

import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.MemoryCharge;
import org.thetisdb.engine.pipeline.MemoryShare;
import org.thetisdb.engine.pipeline.RowStore;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.engine.table.JoinTable;
import org.thetisdb.engine.table.KeyHashing;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorGrowth;

/** Rows of a join's build side in memory, with their keys. Belongs to one worker until a table is built of it. */
final class BuildRows {
    /** Shorter arrays of strings grow within what every query may have beside its limit. */
    private static final long LONG_BYTES_MIN = 1 << 20;

    private final RowStore store;
    private final Vector[] keys;
    private final MemoryCharge charge;

    /** @param share pays for the rows */
    BuildRows(Worker worker, int keyCount, int[] keptSlots, MemoryShare share) {
        store = new RowStore(keptSlots);
        charge = new MemoryCharge(worker, share);
        keys = new Vector[keyCount];
        for (int key = 0; key < keyCount; key++) {
            keys[key] = new Vector();
        }
    }

    int count() {
        return store.count();
    }

    Batch rows() {
        return store.rows();
    }

    Vector[] keys() {
        return keys;
    }

    /** Adds the rows of a batch, whose keys are not null; copied. */
    void append(Batch rows, Vector[] keyColumns) {
        store.append(rows);
        for (int key = 0; key < keys.length; key++) {
            keys[key].append(keyColumns[key], rows.count());
        }
    }

    /**
     * Makes room for so many rows, before the first is added, if there is memory for them and for a table of them.
     *
     * @param like some of these rows
     * @param rowBytes what one takes, with its keys
     */
    void reserve(Batch like, Vector[] keyColumns, int rowCount, long rowBytes) {
        if (charge.tryGrowTo(rowBytes * rowCount + JoinTable.bytes(rowCount))) {
            store.reserve(like, rowCount);
            for (int key = 0; key < keys.length; key++) {
                VectorGrowth.reserve(keys[key], keyColumns[key].kind(), rowCount);
            }
        }
    }

    /** Moves the rows of another one here. */
    void take(BuildRows other) {
        append(other.rows(), other.keys);
        other.clear();
    }

    /** The memory that rows and keys take. */
    long bytes() {
        long bytes = store.bytes();
        for (Vector key : keys) {
            bytes += key.bytesReserved();
        }
        return bytes;
    }

    /**
     * The memory that rows, keys and a table of them take while the rows of a batch are {@linkplain #append added}: also
     * a long array of strings that is copied as it grows.
     */
    long bytesWithTable(Batch rows, Vector[] keyColumns) {
        long growth = store.growth(rows);
        for (int key = 0; key < keys.length; key++) {
            growth += VectorGrowth.bytes(keys[key], keyColumns[key], 0, rows.count());
        }
        long copied = growth < LONG_BYTES_MIN ? 0 : longestBytes();
        return bytes() + growth + copied + JoinTable.bytes(count() + rows.count());
    }

    private long longestBytes() {
        long longest = store.stringBytesMax();
        for (Vector key : keys) {
            longest = Math.max(longest, key.stringBytes());
        }
        return longest;
    }

    /**
     * Charges what rows and keys take, and what the longest array of strings takes beside that while it grows; false if
     * that is too much.
     */
    boolean tryChargeToGrow() {
        long longest = longestBytes();
        return charge.tryGrowTo(bytes() + (longest < LONG_BYTES_MIN ? 0 : longest + longest / 2));
    }

    /** No rows will be added: gives back what was charged for growing. */
    void complete() {
        charge.shrinkTo(bytes());
    }

    /** Charges so many bytes in all; false if that is too much. */
    boolean tryCharge(long bytes) {
        return charge.tryGrowTo(bytes);
    }

    /** Charges so many bytes in all; an error if that is too much. */
    void charge(long bytes) {
        charge.growTo(bytes);
    }

    /** Charges so many bytes in all, whose rows are here already; never fails. */
    void chargeAnyway(long bytes) {
        charge.growAnyway(bytes);
    }

    /** What rows, keys and a table of them take. */
    long bytesWithTable() {
        return bytes() + JoinTable.bytes(count());
    }

    /**
     * The rows by their keys; nothing may be added any more. The table's memory is charged with that of the rows.
     *
     * @param anyPartner whether one row stands for all with the same keys
     */
    HashJoinSink.Built build(boolean anyPartner) {
        long bytes = bytes();
        JoinTable table = new JoinTable(
                keys, count(), KeyHashing.USUAL, anyPartner, tableBytes -> charge.growTo(bytes + tableBytes));
        return new HashJoinSink.Built(table, store.rows());
    }

    /** Forgets the rows, and releases what was charged for them and for their table; keeps a little memory. */
    void clear() {
        boolean large = bytes() > RowStore.KEPT_BYTES_MAX;
        store.clear();
        clearKeys(large);
    }

    /** Forgets the rows, and releases all memory. */
    void release() {
        store.release();
        clearKeys(true);
    }

    private void clearKeys(boolean large) {
        for (int key = 0; key < keys.length; key++) {
            if (large) {
                keys[key] = new Vector();
            } else {
                keys[key].reset(keys[key].kind(), 0);
            }
        }
        charge.release();
    }
}
