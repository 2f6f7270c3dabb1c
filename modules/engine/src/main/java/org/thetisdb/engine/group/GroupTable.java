package org.thetisdb.engine.group;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.aggregate.AggregateAccumulator;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.MemoryCharge;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.engine.semantics.Vectors;
import org.thetisdb.engine.table.KeyHashing;
import org.thetisdb.engine.table.KeyPartitions;
import org.thetisdb.engine.table.KeyTable;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * Groups by their keys, with the state of each aggregate: those of a worker, or those of a partition.
 *
 * <p>Groups are numbered in the order in which they are first met. What the table takes is charged to the run.
 *
 * <p>Threads: belongs to one worker while it is filled. When it is complete, several may take groups out of it by
 * {@link #merge}, each others.
 */
final class GroupTable {
    private final GroupColumns columns;
    private final Supplier<AggregateAccumulator[]> fresh;
    private final KeyTable table;
    private final MemoryCharge tableCharge;
    private final MemoryCharge stateCharge;
    private AggregateAccumulator[] accumulators;

    /** @param fresh makes empty accumulators, for each aggregation */
    GroupTable(Worker worker, GroupColumns columns, Supplier<AggregateAccumulator[]> fresh) {
        this.columns = columns;
        this.fresh = fresh;
        accumulators = fresh.get();
        stateCharge = new MemoryCharge(worker, "Aggregate");
        tableCharge = new MemoryCharge(worker, "Aggregate");
        table = new KeyTable(columns.keys().length, KeyHashing.USUAL, tableCharge::growTo);
    }

    /** An empty table for groups of the same kind, for a worker. */
    GroupTable another(Worker worker) {
        return new GroupTable(worker, columns, fresh);
    }

    /** How many groups there are. */
    int count() {
        return columns.keyless() ? columns.keylessGroupCount() : table.count();
    }

    /** Writes the group of each row by its keys, making new ones as needed. */
    void findOrAdd(Vector[] keys, int rowCount, int[] groups) {
        table.findOrAdd(keys, rowCount, groups);
    }

    /**
     * Adds rows to an aggregate of their groups.
     *
     * @param item which aggregate
     */
    void add(int item, int[] groups, Vector[] arguments, long @Nullable [] times, int rowCount) {
        accumulators[item].reserve(count());
        accumulators[item].add(groups, arguments, times, rowCount);
    }

    /** Charges what the aggregates have taken. */
    void charge() {
        stateCharge.growTo(stateBytes());
    }

    private long stateBytes() {
        long bytes = 0;
        for (AggregateAccumulator accumulator : accumulators) {
            bytes += accumulator.bytes();
        }
        return bytes;
    }

    /** The groups by the hashes of their keys. */
    KeyPartitions partitions(int bits) {
        return table.partitions(bits);
    }

    /** Takes all groups of another table. */
    void merge(GroupTable other) {
        int otherCount = other.count();
        other.reserve();
        merge(other, Vectors.iota(new int[0], otherCount), otherCount);
    }

    /** Takes some groups of another table, which is complete. */
    void merge(GroupTable other, int[] otherGroups, int otherCount) {
        int[] groups = columns.keyless() ? otherGroups : new int[otherCount];
        if (!columns.keyless()) {
            table.merge(other.table, otherGroups, otherCount, groups);
        }
        reserve();
        for (int item = 0; item < accumulators.length; item++) {
            accumulators[item].merge(other.accumulators[item], otherGroups, groups, otherCount);
        }
        charge();
    }

    /** Without keys there are groups that no row has asked for. */
    private void reserve() {
        for (AggregateAccumulator accumulator : accumulators) {
            accumulator.reserve(count());
        }
    }

    /** A row for each group: its keys and aggregates, in this table's own columns as far as possible. */
    Batch rows(Worker worker) {
        int count = count();
        Batch rows = worker.newBatch();
        rows.fill(count);
        for (int key = 0; key < columns.keys().length; key++) {
            rows.hold(columns.keys()[key], columns.keyless() ? rowNumbers(count) : table.keys()[key]);
        }
        long resultBytes = 0;
        reserve();
        for (int item = 0; item < accumulators.length; item++) {
            Vector results = new Vector();
            accumulators[item].result(0, count, results);
            rows.hold(columns.results()[item], results);
            resultBytes += results.bytesReserved();
            stateCharge.growTo(stateBytes() + resultBytes);
        }
        return rows;
    }

    private static Vector rowNumbers(int count) {
        Vector numbers = new Vector();
        numbers.reset(VectorKind.INTEGER, count);
        for (int row = 0; row < count; row++) {
            numbers.longs()[row] = row;
        }
        return numbers;
    }

    /** Forgets all groups, and releases what was charged for them. */
    void clear() {
        table.clear();
        tableCharge.release();
        accumulators = fresh.get();
        stateCharge.release();
    }
}
