package org.thetisdb.engine.group;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.thetisdb.engine.pipeline.Worker;

/**
 * The tables in which workers merge partition after partition: each has one, whose memory it uses again. Towards the
 * end, when there may be no further partition for a worker, it is released.
 *
 * <p>Threads: each worker asks for its own table; {@link #clear} is called when they are done.
 */
final class MergeTables {
    private final GroupTable kind;
    private final AtomicInteger leftCount;
    private final Map<Worker, GroupTable> tables = new ConcurrentHashMap<>();

    /**
     * @param kind a table of such groups
     * @param partitionCount how often workers will be {@link #done}
     */
    MergeTables(GroupTable kind, int partitionCount) {
        this.kind = kind;
        this.leftCount = new AtomicInteger(partitionCount);
    }

    /** The worker's table, without groups. */
    GroupTable of(Worker worker) {
        return tables.computeIfAbsent(worker, kind::another);
    }

    /** Releases the worker's table with all its memory. */
    void drop(Worker worker) {
        GroupTable table = tables.remove(worker);
        if (table != null) {
            table.release();
        }
    }

    /** Ends a partition, whose groups are forgotten. */
    void done(Worker worker) {
        GroupTable table = of(worker);
        if (leftCount.decrementAndGet() < tables.size()) {
            table.release();
        } else {
            table.rewind();
        }
    }

    /** Releases all memory. */
    void clear() {
        tables.values().forEach(GroupTable::release);
        tables.clear();
    }
}
