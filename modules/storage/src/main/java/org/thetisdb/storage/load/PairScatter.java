package org.thetisdb.storage.load;

import java.util.Arrays;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.spill.SpillPool;
import org.thetisdb.value.vector.Vector;

/**
 * Collects entries for many chunks and hands them on in blocks, one for each chunk that occurs. Not thread safe.
 *
 * <p>The order of arrival is kept within each chunk: buckets order their blocks by (major, minor).
 */
final class PairScatter {
    static final int CAPACITY = 1 << 16;

    private static final int CAPACITY_FIRST = 1 << 10;
    private static final int[] NO_KEYS = {};
    private static final long[] NONE = {};

    private final SpillPool pool;
    private final BucketSet buckets;
    private final int capacity;
    private int type;
    private long major;
    private long[] owners = NONE;
    private long[] neighbours = NONE;
    private long[] slots = NONE;
    private int[] propertyKeyIds = NO_KEYS;
    private Vector[] columns = {};
    private int count;
    private long minor;
    private int[] starts = new int[1];

    private long[] groupRows = NONE;
    private long[] groupNeighbours = NONE;
    private long[] groupSlots = NONE;

    /** @param capacity entries that are collected at most; the arrays grow up to it as they fill */
    PairScatter(SpillPool pool, BucketSet buckets, int capacity) {
        this.pool = pool;
        this.buckets = buckets;
        this.capacity = capacity;
    }

    /** What the entries added from now on belong to. */
    void begin(int newType, long newMajor) {
        flush();
        type = newType;
        major = newMajor;
    }

    /** Bytes that an instance with so many entries takes without its columns. */
    static long bytes(int capacity) {
        return capacity * 56L;
    }

    int room() {
        return capacity - count;
    }

    /** Bytes that this instance takes now without its columns. */
    long bytes() {
        return bytes(owners.length);
    }

    /** Adds an entry without properties; there must be {@link #room}. */
    void add(long owner, long neighbour, long slot) {
        if (count == owners.length) {
            int grown = Math.min(capacity, Math.max(CAPACITY_FIRST, count * 2));
            owners = Arrays.copyOf(owners, grown);
            neighbours = Arrays.copyOf(neighbours, grown);
            slots = Arrays.copyOf(slots, grown);
        }
        owners[count] = owner;
        neighbours[count] = neighbour;
        slots[count++] = slot;
    }

    /** Adds the properties of the {@code taken} entries added last. */
    void addColumns(int[] keys, Vector[] values, int from, int taken) {
        int before = count - taken;
        for (int index = 0; index < keys.length; index++) {
            Vector column = column(keys[index]);
            column.padWithNulls(before);
            column.append(values[index], from, taken);
        }
    }

    private Vector column(int key) {
        for (int index = 0; index < propertyKeyIds.length; index++) {
            if (propertyKeyIds[index] == key) {
                return columns[index];
            }
        }
        propertyKeyIds = Arrays.copyOf(propertyKeyIds, propertyKeyIds.length + 1);
        columns = Arrays.copyOf(columns, columns.length + 1);
        propertyKeyIds[columns.length - 1] = key;
        columns[columns.length - 1] = new Vector();
        return columns[columns.length - 1];
    }

    /** Hands everything on. */
    void flush() {
        if (count == 0) {
            return;
        }
        int chunkLeast = Integer.MAX_VALUE;
        int chunkMost = 0;
        for (int index = 0; index < count; index++) {
            int chunk = NodeIdLayout.chunk(owners[index]);
            chunkLeast = Math.min(chunkLeast, chunk);
            chunkMost = Math.max(chunkMost, chunk);
        }
        int groups = chunkMost - chunkLeast + 1;
        if (starts.length < groups + 1) {
            starts = new int[groups + 1];
        }
        Arrays.fill(starts, 0, groups + 1, 0);
        for (int index = 0; index < count; index++) {
            starts[NodeIdLayout.chunk(owners[index]) - chunkLeast + 1]++;
        }
        for (int group = 0; group < groups; group++) {
            starts[group + 1] += starts[group];
        }
        if (groupRows.length < count) {
            groupRows = new long[owners.length];
            groupNeighbours = new long[owners.length];
            groupSlots = new long[owners.length];
        }
        int[] order = new int[count];
        int[] next = Arrays.copyOf(starts, groups);
        for (int index = 0; index < count; index++) {
            order[next[NodeIdLayout.chunk(owners[index]) - chunkLeast]++] = index;
        }
        for (Vector column : columns) {
            column.padWithNulls(count);
        }
        for (int group = 0; group < groups; group++) {
            if (starts[group] < starts[group + 1]) {
                handOn(chunkLeast + group, order, starts[group], starts[group + 1]);
            }
        }
        count = 0;
        for (Vector column : columns) {
            column.reset(org.thetisdb.value.vector.VectorKind.NULL, 0);
        }
    }

    private void handOn(int chunk, int[] order, int from, int end) {
        int entries = end - from;
        for (int index = 0; index < entries; index++) {
            int source = order[from + index];
            groupRows[index] = NodeIdLayout.row(owners[source]);
            groupNeighbours[index] = neighbours[source];
            groupSlots[index] = slots[source];
        }
        Vector[] groupColumns = new Vector[columns.length];
        int[] rows = columns.length == 0 ? NO_KEYS : Arrays.copyOfRange(order, from, end);
        for (int column = 0; column < columns.length; column++) {
            groupColumns[column] = new Vector();
            groupColumns[column].gather(columns[column], rows, entries);
        }
        byte[] bytes = EntryBlock.encode(entries, groupRows, groupNeighbours, groupSlots, propertyKeyIds, groupColumns);
        buckets.bucket(type, chunk).add(major, minor++, pool.add(bytes), entries);
    }
}
