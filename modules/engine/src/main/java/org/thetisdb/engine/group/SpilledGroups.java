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
    /** Bits of the hashes that name a partition: a full table is 64 pieces, each large enough to be written. */
    static final int BITS = 6;

    private static final int SLICE_ROWS = 1024;

    private final List<List<SpilledRows>> partitions = new ArrayList<>();
    private Optional<SpillFile> file = Optional.empty();
    private Optional<SpillOutput> output = Optional.empty();

    SpilledGroups() {
        for (int partition = 0; partition < 1 << BITS; partition++) {
            partitions.add(new ArrayList<>());
        }
    }

    /** Whether nothing was written. */
    boolean isEmpty() {
        return file.isEmpty();
    }

    /** Writes all groups of a table and forgets them there. */
    void take(GroupTable table, Worker worker) {
        if (file.isEmpty()) {
            file = Optional.of(worker.newSpillFile());
            output = file.map(SpillOutput::new);
        }
        KeyPartitions entries = table.partitions(BITS);
        for (int partition = 0; partition < 1 << BITS; partition++) {
            write(table, entries.entries(partition), partition, worker);
        }
        output.orElseThrow().flush();
        table.clear();
    }

    private void write(GroupTable table, int[] groups, int partition, Worker worker) {
        if (groups.length == 0) {
            return;
        }
        RowWriter writer = new RowWriter(output.orElseThrow(), table.savedSlots(), RowWriter.BLOCK_BYTES);
        int[] slice = new int[Math.min(SLICE_ROWS, groups.length)];
        Batch saved = worker.newBatch();
        for (int from = 0; from < groups.length; from += SLICE_ROWS) {
            int count = Math.min(SLICE_ROWS, groups.length - from);
            System.arraycopy(groups, from, slice, 0, count);
            table.save(slice, count, saved);
            writer.append(saved);
            worker.query().checkpoint();
        }
        partitions.get(partition).add(writer.finish());
    }

    /** The rows of a partition, in the order in which they were written. */
    List<SpilledRows> partition(int partition) {
        return partitions.get(partition);
    }

    /** Forgets what was written, and frees its space. */
    void clear() {
        if (file.isPresent()) {
            file.get().close();
            file = Optional.empty();
            output = Optional.empty();
            partitions.forEach(List::clear);
        }
    }
}
