package org.thetisdb.storage.checkpoint;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.base.BaseReader;
import org.thetisdb.storage.base.BaseSnapshot;
import org.thetisdb.storage.file.DataFileWriter;
import org.thetisdb.storage.file.Extent;
import org.thetisdb.storage.file.ExtentWriter;
import org.thetisdb.storage.file.Root;
import org.thetisdb.storage.file.RootBuilder;
import org.thetisdb.storage.spill.TemporarySpace;
import org.thetisdb.storage.statistics.StatisticsCollector;

/**
 * What the parts of one checkpoint share: both graphs, the new file, the new root, the statistics.
 *
 * <p>Belongs to the thread that makes the checkpoint, as {@link #before} and {@link #after} do; what makes {@link
 * #parts} has readers of its own, and reads nothing else here but what does not change, and the root's label sets.
 */
final class CheckpointRun implements ExtentWriter, AutoCloseable {
    /** Rows that are read at once. */
    static final int BATCH_ROWS = 2048;

    final CheckpointSource source;
    final BaseSnapshot base;
    final Root former;
    final BaseReader before;
    final Snapshot snapshot;
    final GraphReader after;
    final RootBuilder root;
    final StatisticsCollector statistics;
    final TemporarySpace space;
    final long memoryBytes;
    final RelabelledNodes relabelled = new RelabelledNodes();

    /** What is made by several threads, where that is worth it. */
    final OrderedParts parts;

    private final DataFileWriter file;
    private final Throttle throttle;
    private long toldBytes;

    CheckpointRun(
            BaseSnapshot base,
            CheckpointSource source,
            DataFileWriter file,
            Throttle throttle,
            TemporarySpace space,
            long memoryBytes,
            EncodingThreads threads) {
        this.space = space;
        this.memoryBytes = memoryBytes;
        this.base = base;
        this.source = source;
        this.file = file;
        this.throttle = throttle;
        former = base.root();
        root = new RootBuilder(former);
        snapshot = source.snapshot();
        statistics = former.statistics().isPresent()
                ? StatisticsCollector.decode(former.extents().read(former.statistics()))
                : new StatisticsCollector();
        before = base.newReader();
        after = snapshot.reader();
        parts = new OrderedParts(this, threads, throttle);
    }

    @Override
    public Extent append(MemorySegment bytes) {
        return file.append(bytes);
    }

    long writtenBytes() {
        return file.position();
    }

    /** Ends a piece of work: drops all pages, then rests as the throttle has it. */
    void pause() {
        refresh();
        long written = file.position();
        throttle.wrote(written - toldBytes);
        toldBytes = written;
    }

    void refresh() {
        before.refresh();
        after.refresh();
    }

    int rowCountBefore(int chunk) {
        return chunk < former.chunkCount() ? former.rowCount(chunk) : 0;
    }

    /** The label set of each row of a chunk by one of the two readers; the array has at least {@code rowCount}. */
    static int[] labelSets(GraphReader reader, int chunk, int rowCount) {
        int[] sets = new int[rowCount];
        long[] nodes = new long[BATCH_ROWS];
        int[] batch = new int[BATCH_ROWS];
        for (int row = 0; row < rowCount; row += BATCH_ROWS) {
            int count = Math.min(BATCH_ROWS, rowCount - row);
            for (int index = 0; index < count; index++) {
                nodes[index] = NodeIdLayout.id(chunk, row + index);
            }
            reader.labelSets(nodes, null, count, batch);
            System.arraycopy(batch, 0, sets, row, count);
            reader.refresh();
        }
        return sets;
    }

    /** The property keys of which the base has a column in a chunk. */
    List<Integer> keysBefore(int chunk) {
        List<Integer> keys = new ArrayList<>();
        for (int key : former.nodeKeys()) {
            if (former.nodeColumn(key).has(chunk)) {
                keys.add(key);
            }
        }
        return keys;
    }

    @Override
    public void close() {
        parts.close();
        before.close();
        after.close();
    }
}
