package org.thetisdb.storage.index;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.thetisdb.storage.adjacency.PlaceSort;

/** Entries of one chunk, collected, sorted and encoded. Not thread safe. */
public final class IndexRun {
    /** Tag, head, length of the tail, node. */
    static final int ENTRY_FIXED_BYTES = 1 + 8 + 4 + 8;

    private byte[] tags = new byte[1024];
    private long[] heads = new long[1024];
    private long[] nodes = new long[1024];
    private int[] tailEnds = new int[1024];
    private byte[] tails = new byte[1024];
    private int count;
    private final SortKey key = new SortKey();

    /** Adds an entry for a value of a vector, unless it is one that nothing equals. */
    public void add(org.thetisdb.value.vector.Vector vector, int index, long node) {
        key.set(vector, index);
        if (!key.isNone()) {
            add(key, node);
        }
    }

    /** Adds an entry for the values of several properties, unless one of them is one that nothing equals. */
    public void add(org.thetisdb.value.vector.Vector[] vectors, int index, long node) {
        key.setTuple(vectors, index);
        if (!key.isNone()) {
            add(key, node);
        }
    }

    /** Adds an entry. */
    void add(SortKey entry, long node) {
        if (count == nodes.length) {
            int capacity = count * 2;
            tags = Arrays.copyOf(tags, capacity);
            heads = Arrays.copyOf(heads, capacity);
            nodes = Arrays.copyOf(nodes, capacity);
            tailEnds = Arrays.copyOf(tailEnds, capacity);
        }
        int from = start(count);
        if (tails.length < from + entry.tailBytes) {
            tails = Arrays.copyOf(tails, Math.max(from + entry.tailBytes, tails.length * 2));
        }
        System.arraycopy(entry.tail, 0, tails, from, entry.tailBytes);
        tags[count] = (byte) entry.tag;
        heads[count] = entry.head;
        nodes[count] = node;
        tailEnds[count++] = from + entry.tailBytes;
    }

    /** What the entries take, sorted. */
    long bytes() {
        return (long) count * ENTRY_FIXED_BYTES + start(count);
    }

    private int start(int index) {
        return index == 0 ? 0 : tailEnds[index - 1];
    }

    /** Entries in order, as bytes; for an {@link IndexBuilder}, which takes them over. */
    public record Sorted(byte[] bytes) {}

    /** The sorted entries; the run is empty afterwards. */
    public Sorted sort() {
        int[] order = PlaceSort.sorted(count, this::compare);
        ByteBuffer bytes = ByteBuffer.allocate(count * ENTRY_FIXED_BYTES + start(count));
        for (int index : order) {
            int from = start(index);
            int length = tailEnds[index] - from;
            bytes.put(tags[index]).putLong(heads[index]).putInt(length);
            bytes.put(tails, from, length).putLong(nodes[index]);
        }
        count = 0;
        return new Sorted(bytes.array());
    }

    private int compare(int left, int right) {
        int byTag = Integer.compare(tags[left], tags[right]);
        if (byTag != 0) {
            return byTag;
        }
        int byHead = Long.compareUnsigned(heads[left], heads[right]);
        if (byHead != 0) {
            return byHead;
        }
        int byTail = Arrays.compareUnsigned(tails, start(left), tailEnds[left], tails, start(right), tailEnds[right]);
        return byTail != 0 ? byTail : Long.compare(nodes[left], nodes[right]);
    }
}
