package org.thetisdb.engine.join;

import java.util.List;
import java.util.Optional;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.engine.spill.RowReader;
import org.thetisdb.engine.spill.SpilledRows;
import org.thetisdb.value.vector.Vector;

/**
 * Reads the rows of a partition of one side of a join from disk, part by part and block by block. Belongs to one
 * worker.
 */
final class SpilledSide {
    /** Room is made for no more rows than this before they are there. */
    private static final int RESERVED_ROWS_MAX = 1 << 24;

    private final Worker worker;
    private final List<SpilledRows> parts;
    private final int[] keptSlots;
    private final Batch rows;
    private final Vector[] keys;
    private Optional<RowReader> reader = Optional.empty();
    private int part;
    private long readCount;
    private boolean isPending;

    private SpilledSide(Worker worker, List<JoinSpill> side, int partition, int keyCount, int[] keptSlots) {
        this.worker = worker;
        this.parts = side.stream()
                .map(spill -> spill.partition(partition))
                .flatMap(Optional::stream)
                .toList();
        this.keptSlots = keptSlots;
        this.rows = worker.newBatch();
        this.keys = new Vector[keyCount];
    }

    /** The build side's rows of a partition. */
    static SpilledSide ofBuild(HashJoinSink sink, int partition, Worker worker) {
        return new SpilledSide(worker, sink.buildSide(), partition, sink.keyCount(), sink.keptSlots());
    }

    /** The probe side's rows of a partition. */
    static SpilledSide ofProbe(HashJoinSink sink, int partition, Worker worker) {
        return new SpilledSide(worker, sink.probeSide(), partition, sink.keyCount(), sink.probeSlots());
    }

    /** Advances to the next block; false if there is none. */
    boolean next() {
        while (reader.isEmpty() || !reader.get().next()) {
            if (part == parts.size()) {
                return false;
            }
            reader = Optional.of(new RowReader(parts.get(part++)));
        }
        Batch block = reader.get().rows();
        rows.fill(block.count());
        readCount += block.count();
        for (int key = 0; key < keys.length; key++) {
            keys[key] = block.column(key);
        }
        for (int column = 0; column < keptSlots.length; column++) {
            rows.hold(keptSlots[column], block.column(keys.length + column));
        }
        return true;
    }

    /** The block's rows, in the slots that they had. */
    Batch rows() {
        return rows;
    }

    /** The keys of the block's rows. */
    Vector[] keys() {
        return keys;
    }

    /** Reads all rows. */
    void readAll(BuildRows into) {
        while (next()) {
            into.append(rows, keys);
            worker.query().checkpoint();
        }
    }

    /** How many rows there are in all. */
    long rowCount() {
        return parts.stream().mapToLong(SpilledRows::rowCount).sum();
    }

    /** Whether {@link #readSome} has read all rows. */
    boolean isRead() {
        return !isPending;
    }

    /** Reads as many rows as there is memory for, and a block at least; false if there are none left. */
    boolean readSome(BuildRows into) {
        while (isPending || next()) {
            isPending = true;
            if (into.count() == 0) {
                reserve(into);
            }
            long bytes = into.bytesWithTable(rows, keys);
            if (!into.tryCharge(bytes)) {
                if (into.count() > 0) {
                    return true;
                }
                // The room that was made for all rows may be what there is too little for.
                into.release();
                into.charge(into.bytesWithTable(rows, keys));
            }
            into.append(rows, keys);
            // Lists take more than the arrays that hold them.
            into.chargeAnyway(into.bytesWithTable());
            isPending = false;
            worker.betweenBatches();
        }
        return into.count() > 0;
    }

    /** Makes room for all rows that are left, if they are long like those of the block, and fit. */
    private void reserve(BuildRows into) {
        long left = rowCount() - readCount + rows.count();
        RowReader block = reader.orElseThrow();
        long rowBytes = block.heldBytes(block.rows()) / rows.count() + 1;
        into.reserve(rows, keys, (int) Math.min(left, RESERVED_ROWS_MAX), rowBytes);
    }
}
