package org.thetisdb.engine.group;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.engine.table.KeyPartitions;

/**
 * The groups of several workers, divided by the hashes of their keys: a morsel is a partition, whose groups one worker
 * merges and gives out.
 *
 * <pre>
 *   worker 0's table   [ …00 | …01 | …10 | …11 ]
 *   worker 1's table   [ …00 | …01 | …10 | …11 ]
 *                         │      └─► a table for …01 ──► rows
 *                         └────────► a table for …00 ──► rows
 * </pre>
 *
 * <p>The tables of the partitions in work are all that is in memory twice. Radix partitions as in DuckDB (Kuiper,
 * Boncz, Mühleisen, "Robust External Hash Aggregation in the Solid State Age", ICDE 2024); changed: groups are divided
 * when a table is complete, not while rows come, so that few groups cost nothing.
 *
 * <p>Threads: partitions may be run by several workers at once, each by one.
 */
final class GroupPartitions implements GroupedRows {
    /** Groups in a partition at most, about: fewer would each be from other pages of the tables. */
    private static final int PARTITION_GROUPS = 1 << 17;

    /** Partitions for each thread at least, so that those in work are a small part of all. */
    private static final int PARTITIONS_PER_THREAD = 16;

    /** With fewer groups, merging them takes less time than it takes to wake other workers for it. */
    private static final int GROUPS_MIN = 1 << 16;

    /** With fewer groups than this, partitions of them are too uneven. */
    private static final long LARGE_GROUPS_MIN = 1 << 7;

    /** Merging lists and distinct values that hold so much takes longer than it takes to wake other workers. */
    private static final long LARGE_GROUPS_BYTES_MIN = 2 << 20;

    private final List<GroupTable> parts;
    private final List<KeyPartitions> partitions = new ArrayList<>();
    private final int bits;
    private final MergeTables tables;

    /** @param parts complete tables */
    GroupPartitions(List<GroupTable> parts, int threadCount) {
        this.parts = parts;
        long wanted = Math.max(groupCount(parts) / PARTITION_GROUPS, (long) threadCount * PARTITIONS_PER_THREAD);
        this.bits = Math.min(Long.SIZE - Long.numberOfLeadingZeros(wanted - 1), KeyPartitions.BITS_MAX);
        this.tables = new MergeTables(parts.getFirst(), 1 << bits);
        parts.forEach(part -> partitions.add(part.partitions(0, bits)));
    }

    /** Whether groups of these tables are better merged in partitions. */
    static boolean pay(List<GroupTable> parts) {
        return parts.size() > 1 && groupCount(parts) >= GROUPS_MIN;
    }

    /** As {@link #pay}, of fewer groups that have much to be merged. */
    static boolean payForLarge(List<GroupTable> parts) {
        return parts.size() > 1
                && groupCount(parts) >= LARGE_GROUPS_MIN * parts.size()
                && parts.stream().mapToLong(GroupTable::stateBytes).sum() >= LARGE_GROUPS_BYTES_MIN;
    }

    private static long groupCount(List<GroupTable> parts) {
        long count = 0;
        for (GroupTable part : parts) {
            count += part.count();
        }
        return count;
    }

    @Override
    public int count() {
        return 1 << bits;
    }

    @Override
    public void run(int partition, Worker worker, Stage stage) {
        GroupTable groups = tables.of(worker);
        for (int part = 0; part < parts.size(); part++) {
            int[] taken = partitions.get(part).entries(partition);
            groups.merge(parts.get(part), taken, taken.length);
            groups.charge();
            worker.betweenBatches();
        }
        groups.complete(worker);
        groups.push(0, groups.count(), worker, stage);
        tables.done(worker);
    }

    @Override
    public void clear() {
        tables.clear();
    }
}
