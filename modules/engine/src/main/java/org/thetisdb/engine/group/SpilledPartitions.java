package org.thetisdb.engine.group;

import java.util.List;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.engine.spill.RowReader;
import org.thetisdb.engine.spill.StoredLists;

/**
 * Groups that the workers have put on disk: a morsel is a partition, which one worker reads into a table of its own and
 * gives out.
 *
 * <p>A partition that does not fit into memory goes to disk again while it is read, each time that the table is full,
 * by partitions of more bits of its hashes, which are then given out one by one, and divided in their turn if need be.
 * What is the same group in several rows is one in each table, so there is less of it each time. When one key is left
 * that does not fit, or there are no more bits, that is an error: a query's memory is exhausted.
 *
 * <p>Threads: partitions may be run by several workers at once, each by one.
 */
final class SpilledPartitions implements GroupedRows {
    private final List<SpilledGroups> parts;
    private final SpillBits bits;
    private final MergeTables tables;
    private final StoredLists storedLists;

    /**
     * @param kind a table of such groups
     * @param bits by which the parts are divided
     */
    SpilledPartitions(GroupTable kind, List<SpilledGroups> parts, SpillBits bits, StoredLists storedLists) {
        this.storedLists = storedLists;
        this.bits = bits;
        this.parts = parts.stream().filter(part -> !part.isEmpty()).toList();
        this.tables = new MergeTables(kind, count());
    }

    @Override
    public int count() {
        return bits.partitionCount();
    }

    @Override
    public void run(int morsel, Worker worker, Stage stage) {
        run(parts, bits, morsel, worker, stage);
        tables.done(worker);
    }

    /** Gives out the groups of a partition. */
    private void run(List<SpilledGroups> from, SpillBits dividedBy, int partition, Worker worker, Stage stage) {
        if (stage.isSatisfied()) {
            return;
        }
        GroupTable groups = tables.of(worker);
        SpilledGroups divided = new SpilledGroups(dividedBy.next());
        for (SpilledGroups part : from) {
            RowReader reader = new RowReader(part.partition(partition));
            while (reader.next()) {
                restore(reader.rows(), groups, dividedBy.mayDivide(), divided, worker);
            }
        }
        if (divided.isEmpty()) {
            groups.complete(worker);
            groups.push(0, groups.count(), worker, stage);
            groups.rewind();
            return;
        }
        if (groups.count() > 0) {
            divided.take(groups, worker);
        }
        // Not used again: what it has grown to may be all that there is for fewer groups.
        tables.drop(worker);
        for (int less = 0; less < divided.bits().partitionCount(); less++) {
            run(List.of(divided), divided.bits(), less, worker, stage);
        }
        divided.clear();
    }

    private void restore(Batch saved, GroupTable groups, boolean mayDivide, SpilledGroups divided, Worker worker) {
        if (mayDivide && groups.count() > 1 && !groups.hasRoomToRestore(saved)) {
            divided.makeRoom(groups, storedLists.file(worker::newLastingFile), worker);
        }
        groups.restore(saved);
        if (!groups.tryCharge() && !groups.tryChargeWithout(storedLists.file(worker::newLastingFile))) {
            if (mayDivide && groups.count() > 1) {
                divided.makeRoom(groups, storedLists.file(worker::newLastingFile), worker);
            } else {
                groups.charge();
            }
        }
        worker.betweenBatches();
    }

    @Override
    public void clear() {
        tables.clear();
    }
}
