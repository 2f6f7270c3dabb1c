package org.thetisdb.engine.join;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.RowStore;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.engine.spill.RowWriter;
import org.thetisdb.engine.spill.SpillOutput;
import org.thetisdb.engine.spill.SpilledRows;
import org.thetisdb.engine.table.JoinTable;
import org.thetisdb.engine.table.KeyFinder;
import org.thetisdb.engine.table.KeyHashing;
import org.thetisdb.engine.table.KeyPartitions;
import org.thetisdb.storage.spill.SpillFile;
import org.thetisdb.value.vector.Vector;

/**
 * Rows of one side of a join that one worker has put on disk, by partitions of their keys. A row is its keys, then the
 * columns that are kept.
 *
 * <p>Threads: belongs to one worker while it is written; when it is complete, several may read partitions.
 */
final class JoinSpill {
    /** Bits of the hashes that name a partition. */
    static final int BITS = 7;

    static final int PARTITIONS = 1 << BITS;

    /** Rows of all partitions wait for their blocks to be full, so these are small. */
    private static final int BLOCK_BYTES_MAX = 16 << 10;

    /** Of the memory that could be had, what rows may take that wait for their blocks. */
    private static final int WAITING_DIVISOR = 16;

    /** So many rows are divided together that each partition gets some: few at a time cost more than they are. */
    private static final int STAGED_ROWS = 1 << 13;

    private static final int STAGED_BYTES_MAX = 512 << 10;

    private final int keyCount;
    private final int[] keptSlots;
    private final int[] slots;
    private final KeyFinder finder = JoinTable.finder(KeyHashing.USUAL);
    private final @Nullable RowWriter[] writers = new RowWriter[PARTITIONS];
    private final List<Optional<SpilledRows>> partitions = new ArrayList<>();
    private final RowStore staged;
    private final Batch stored = new Batch(0);
    private int blockBytes = BLOCK_BYTES_MAX;
    private Optional<SpillFile> file = Optional.empty();
    private Optional<SpillOutput> output = Optional.empty();
    private int stagedFrom;
    private boolean isComplete;

    /** @param keptSlots the columns that are written beside the keys */
    JoinSpill(int keyCount, int[] keptSlots) {
        this.keyCount = keyCount;
        this.keptSlots = keptSlots;
        this.slots = IntStream.range(0, keyCount + keptSlots.length).toArray();
        this.staged = new RowStore(slots);
    }

    /** Whether nothing was written. */
    boolean isEmpty() {
        return file.isEmpty();
    }

    /**
     * Writes rows into the partitions from {@code firstPartition} on; others are left out.
     *
     * @param keys of the rows
     */
    void write(Batch rows, Vector[] keys, int firstPartition, Worker worker) {
        if (file.isEmpty()) {
            file = Optional.of(worker.newSpillFile());
            output = file.map(SpillOutput::new);
            long bytes = worker.query().workingBytes(1) / WAITING_DIVISOR / PARTITIONS;
            blockBytes = (int) Math.min(BLOCK_BYTES_MAX, bytes);
        }
        stored.fill(rows.count());
        for (int key = 0; key < keyCount; key++) {
            stored.hold(key, keys[key]);
        }
        for (int column = 0; column < keptSlots.length; column++) {
            stored.hold(keyCount + column, rows.column(keptSlots[column]));
        }
        if (rows.count() >= STAGED_ROWS || stored.stringBytes(slots) >= STAGED_BYTES_MAX) {
            divide(stored, firstPartition);
        } else {
            staged.append(stored);
            stagedFrom = firstPartition;
            if (staged.count() >= STAGED_ROWS || staged.bytes() >= STAGED_BYTES_MAX) {
                divideStaged();
            }
        }
        stored.clear();
        worker.query().checkpoint();
    }

    private void divideStaged() {
        divide(staged.rows(), stagedFrom);
        staged.rewind();
    }

    private void divide(Batch rows, int firstPartition) {
        Vector[] keys = new Vector[keyCount];
        for (int key = 0; key < keyCount; key++) {
            keys[key] = rows.column(key);
        }
        KeyPartitions numbers = KeyPartitions.of(finder, keys, rows.count(), 0, BITS);
        for (int partition = firstPartition; partition < PARTITIONS; partition++) {
            int start = numbers.start(partition);
            int count = numbers.start(partition + 1) - start;
            if (count > 0) {
                writer(partition).append(rows, numbers.ordered(), start, count);
            }
        }
    }

    private RowWriter writer(int partition) {
        RowWriter writer = writers[partition];
        if (writer == null) {
            writer = new RowWriter(output.orElseThrow(), slots, blockBytes);
            writers[partition] = writer;
        }
        return writer;
    }

    /** Ends writing. Does nothing the second time. */
    void complete() {
        if (isComplete) {
            return;
        }
        isComplete = true;
        if (staged.count() > 0) {
            divideStaged();
        }
        staged.clear();
        for (int partition = 0; partition < PARTITIONS; partition++) {
            RowWriter writer = writers[partition];
            partitions.add(writer == null ? Optional.empty() : Optional.of(writer.finish()));
            writers[partition] = null;
        }
        output.ifPresent(SpillOutput::flush);
    }

    /** The rows of a partition, of what is complete; empty if there are none. */
    Optional<SpilledRows> partition(int partition) {
        return partitions.get(partition);
    }

    /** How many rows a partition has. */
    long rowCount(int partition) {
        return partition(partition).map(SpilledRows::rowCount).orElse(0L);
    }

    /** Forgets what was written, and frees its space. */
    void clear() {
        file.ifPresent(SpillFile::close);
        file = Optional.empty();
        output = Optional.empty();
        partitions.clear();
        staged.clear();
        Arrays.fill(writers, null);
        isComplete = false;
    }
}
