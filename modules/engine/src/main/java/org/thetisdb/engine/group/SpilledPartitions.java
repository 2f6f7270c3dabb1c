package org.thetisdb.engine.group;

import java.util.List;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.engine.spill.RowReader;
import org.thetisdb.engine.spill.StoredLists;
import org.thetisdb.engine.table.KeyPartitions;

/**
 * Groups that the workers have put on disk: a morsel is a partition, which one worker reads into a table of its own and
 * gives out.
 *
 * <p>A partition that does not fit into memory is read again for each half of its keys, by one more bit of their
 * hashes, and these again if need be. Reading twice is cheaper than writing and reading, and needs no further files.
 * When one key is left that does not fit, or more than {@link KeyPartitions#ROWS_BITS_MAX} bits would be needed, that is an
 * error: a query's memory is exhausted.
 *
 * <p>Threads: partitions may be run by several workers at once, each by one.
 */
final class SpilledPartitions implements GroupedRows {
    private final List<SpilledGroups> parts;
    private final MergeTables tables;
    private final StoredLists storedLists;

    /** @param kind a table of such groups */
    SpilledPartitions(GroupTable kind, List<SpilledGroups> parts, StoredLists storedLists) {
        this.storedLists = storedLists;
        this.parts = parts.stream().filter(part -> !part.isEmpty()).toList();
        this.tables = new MergeTables(kind, count());
    }

    @Override
    public int count() {
        return 1 << SpilledGroups.BITS;
    }

    @Override
    public void run(int morsel, Worker worker, Stage stage) {
        run(morsel, SpilledGroups.BITS, worker, stage);
        tables.done(worker);
    }

    /** Gives out the groups whose keys' hashes end with {@code bits} bits that are {@code value}. */
    private void run(int value, int bits, Worker worker, Stage stage) {
        if (stage.isSatisfied()) {
            return;
        }
        GroupTable groups = tables.of(worker);
        if (read(groups, value, bits, worker)) {
            groups.complete(worker);
            groups.push(0, groups.count(), worker, stage);
            groups.rewind();
        } else {
            // Not used again: what it has grown to may be all that there is for fewer groups.
            tables.drop(worker);
            run(value, bits + 1, worker, stage);
            run(value | 1 << bits, bits + 1, worker, stage);
        }
    }

    @Override
    public void clear() {
        tables.clear();
    }

    /** False if the groups do not fit, and fewer can be read at once. */
    private boolean read(GroupTable groups, int value, int bits, Worker worker) {
        for (SpilledGroups part : parts) {
            RowReader reader = new RowReader(part.partition(value & (1 << SpilledGroups.BITS) - 1));
            while (reader.next()) {
                boolean isDivisible = groups.count() > 1 && bits < KeyPartitions.ROWS_BITS_MAX;
                if (isDivisible && !groups.hasRoomToRestore(reader.rows())) {
                    return false;
                }
                if (bits > SpilledGroups.BITS) {
                    groups.restore(reader.rows(), value, bits);
                } else {
                    groups.restore(reader.rows());
                }
                if (!groups.tryCharge() && !groups.tryChargeWithout(storedLists.file(worker::newLastingFile))) {
                    if (groups.count() > 1 && bits < KeyPartitions.ROWS_BITS_MAX) {
                        return false;
                    }
                    groups.charge();
                }
                worker.betweenBatches();
            }
        }
        return true;
    }
}
