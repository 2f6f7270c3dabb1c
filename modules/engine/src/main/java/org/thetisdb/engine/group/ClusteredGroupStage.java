package org.thetisdb.engine.group;

import java.util.List;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.MemoryShare;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.engine.spill.StoredLists;

/**
 * Groups rows none of whose groups has rows of several clusters: the groups of a cluster are complete with its last
 * row, so that they go on at once, and a small table serves one cluster after another.
 *
 * <p>Groups of one cluster that do not fit into memory go to disk and come back as any others. Used by one worker.
 */
final class ClusteredGroupStage implements Stage {
    /** Fewer are not worth to begin anew; as many are in the processor's caches. */
    private static final int GROUPS_MIN = 1 << 13;

    private final Worker worker;
    private final GroupStage groups;
    private final StoredLists storedLists = new StoredLists();
    private final int numberSlot;
    private final Stage next;
    private final Batch part;
    private int[] rows = {};
    private long number;

    /** @param numberSlot where the cluster's number is, which never gets less */
    ClusteredGroupStage(Worker worker, GroupColumns columns, AggregateSink.Work work, int numberSlot, Stage next) {
        this.worker = worker;
        this.groups =
                new GroupStage(worker, columns, work, new MemoryShare("Aggregate"), new SpillBits(0), storedLists);
        this.numberSlot = numberSlot;
        this.next = next;
        this.part = worker.newBatch();
    }

    @Override
    public void push(Batch batch) {
        long[] numbers = batch.column(numberSlot).longs();
        int count = batch.count();
        int first = 0;
        while (first < count && !next.isSatisfied()) {
            if (numbers[first] != number) {
                number = numbers[first];
                giveMany();
            }
            int end = endOfCluster(numbers, first, count);
            groups.push(first == 0 && end == count ? batch : part(batch, first, end));
            first = end;
        }
    }

    private static int endOfCluster(long[] numbers, int first, int count) {
        if (numbers[first] == numbers[count - 1]) {
            return count;
        }
        int end = first + 1;
        while (numbers[end] == numbers[first]) {
            end++;
        }
        return end;
    }

    private Batch part(Batch batch, int first, int end) {
        if (rows.length < end - first) {
            rows = new int[batch.count()];
        }
        for (int row = first; row < end; row++) {
            rows[row - first] = row;
        }
        part.fillFrom(batch, rows, end - first);
        return part;
    }

    private void giveMany() {
        if (groups.table().count() >= GROUPS_MIN || !groups.spilled().isEmpty()) {
            give();
        }
    }

    private void give() {
        GroupTable table = groups.table();
        if (groups.spilled().isEmpty()) {
            table.complete(worker);
            table.push(0, table.count(), worker, next);
            table.rewind();
            storedLists.clear();
            return;
        }
        groups.spill();
        SpilledPartitions all = new SpilledPartitions(
                table, List.of(groups.spilled()), groups.spilled().bits(), storedLists);
        for (int partition = 0; partition < all.count() && !next.isSatisfied(); partition++) {
            all.run(partition, worker, next);
        }
        all.clear();
        groups.clear();
        storedLists.clear();
    }

    @Override
    public void finish() {
        if (!next.isSatisfied()
                && (groups.table().count() > 0 || !groups.spilled().isEmpty())) {
            give();
        }
        groups.clear();
        storedLists.clear();
        next.finish();
    }

    @Override
    public boolean isSatisfied() {
        return next.isSatisfied();
    }
}
