package org.thetisdb.engine.group;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.engine.spill.ListFile;
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
    private static final int SLICE_ROWS = 1024;

    private final SpillBits bits;
    private final List<SpilledRows> partitions = new ArrayList<>();
    private Optional<SpillFile> file = Optional.empty();
    private Optional<SpillOutput> output = Optional.empty();

    /** @param bits of the hashes that name a partition; all that are read together have the same */
    SpilledGroups(SpillBits bits) {
        this.bits = bits;
    }

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
        KeyPartitions entries = table.partitions(bits.first(), bits.count(table));
        Batch saved = worker.newBatch();
        for (int partition = 0; partition < bits.partitionCount(); partition++) {
            if (partition == partitions.size()) {
                partitions.add(writer.newRows());
            }
            writer.continueIn(partitions.get(partition));
            write(table, entries.entries(partition), saved, writer, worker);
        }
        writer.endBlock();
        output.orElseThrow().flush();
    }

    /** Writes all groups of a table, which has room for as many again then, unless somebody else needs it. */
    void makeRoom(GroupTable table, ListFile lists, Worker worker) {
        table.storeLists(lists);
        take(table, worker);
        table.rewind();
        if (!table.tryCharge()) {
            table.release();
        }
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

    /** The bits of the hashes that name a partition. */
    SpillBits bits() {
        return bits;
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
            bits.clear();
        }
    }
}
