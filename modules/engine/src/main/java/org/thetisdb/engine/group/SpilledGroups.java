package org.thetisdb.engine.group;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.engine.spill.RowWriter;
import org.thetisdb.engine.spill.SpillOutput;
import org.thetisdb.engine.spill.SpilledRows;
import org.thetisdb.engine.table.KeyPartitions;
import org.thetisdb.storage.spill.SpillFile;

/**
 * What one worker has put on disk: its table's groups, each time that it was full, by partitions of their keys. A row
 * is the keys of a group and what its aggregates were at the time; a group may have as many rows as the table was full.
 *
 * <p>Threads: belongs to one worker while it is written; then several may read partitions.
 */
final class SpilledGroups {
    /** Bits of the hashes that name a partition: a full table is 256 pieces, each large enough to be written. */
    static final int BITS = 8;

    private static final int SLICE_ROWS = 1024;

    private final List<SpilledRows> partitions = new ArrayList<>();
    private Optional<SpillFile> file = Optional.empty();
    private Optional<SpillOutput> output = Optional.empty();

    /** Whether nothing was written. */
    boolean isEmpty() {
        return file.isEmpty();
    }

    /** Writes all groups of a table, which is then to forget them. */
    void take(GroupTable table, Worker worker) {
        if (file.isEmpty()) {
            file = Optional.of(worker.newSpillFile());
            output = file.map(SpillOutput::new);
        }
        RowWriter writer = new RowWriter(output.orElseThrow(), table.savedSlots(), RowWriter.BLOCK_BYTES);
        KeyPartitions entries = table.partitions(BITS);
        Batch saved = worker.newBatch();
        for (int partition = 0; partition < 1 << BITS; partition++) {
            if (partition == partitions.size()) {
                partitions.add(writer.newRows());
            }
            writer.continueIn(partitions.get(partition));
            write(table, entries.entries(partition), saved, writer, worker);
        }
        writer.finish();
        output.orElseThrow().flush();
    }

    private static void write(GroupTable table, int[] groups, Batch saved, RowWriter writer, Worker worker) {
        int[] slice = new int[Math.min(SLICE_ROWS, groups.length)];
        for (int from = 0; from < groups.length; from += SLICE_ROWS) {
            int count = Math.min(SLICE_ROWS, groups.length - from);
            System.arraycopy(groups, from, slice, 0, count);
            table.save(slice, count, saved);
            writer.append(saved);
            worker.query().checkpoint();
        }
    }

    /** The rows of a partition, in the order in which they were written; not to be asked for if nothing was. */
    SpilledRows partition(int partition) {
        return partitions.get(partition);
    }

    /** Forgets what was written, and frees its space. */
    void clear() {
        if (file.isPresent()) {
            file.get().close();
            file = Optional.empty();
            output = Optional.empty();
            partitions.clear();
        }
    }
}
