package org.thetisdb.storage.load;

import java.util.Arrays;
import java.util.List;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.packing.PackedValues;
import org.thetisdb.storage.spill.SpillBlock;

/**
 * Sorts a bucket by row and neighbour, keeping the order of arrival among equals, in bounded memory.
 *
 * <p>A bucket is sorted in parts: ranges of the key {@code row << bits | neighbour - least} that hold at most so many
 * entries. Mostly there is one. Else the ranges come from histograms of the keys, refined where a single cell holds too
 * much (a supernode's list), and the blocks are read once more for each part: more reading, but nothing is written
 * again, and no list is too long. Within a part a radix sort does the work, from the least digit up (D. Knuth: The Art
 * of Computer Programming, volume 3, 5.2.5), and leaves out digits that all keys share.
 *
 * <p>Belongs to one thread, which may use it for one bucket after the other.
 */
final class EntrySorter {
    /** Bytes for each entry of a part: keys and payloads, twice. */
    static final int BYTES_PER_ENTRY = 24;

    private static final int DIGIT_BITS = 11;
    private static final int HISTOGRAM_CELLS = 1024;

    /** Takes a sorted run of entries. */
    interface Sink {
        /** Payloads are places of arrival for a forward bucket and slots for a backward one. */
        void accept(long[] rows, long[] neighbours, long[] payloads, int count);
    }

    private final int partEntriesMax;
    private final EntryBlock block = new EntryBlock();
    private long[] keys = new long[0];
    private long[] otherKeys = new long[0];
    private int[] payloads = new int[0];
    private int[] otherPayloads = new int[0];
    private final long[] outRows = new long[EMIT_COUNT];
    private final long[] outNeighbours = new long[EMIT_COUNT];
    private final long[] outPayloads = new long[EMIT_COUNT];
    private static final int EMIT_COUNT = 4096;

    private List<SpillBlock> blocks = List.of();
    private boolean forward;
    private long entryCount;
    private long neighbourMinimum;
    private long neighbourMaximum;
    private long slotMaximum;
    private int neighbourBits;
    private int rowMaximum;
    private final int[] starts = new int[NodeIdLayout.CHUNK_ROWS + 1];

    EntrySorter(long partBytes) {
        partEntriesMax = Math.clamp(partBytes / BYTES_PER_ENTRY, HISTOGRAM_CELLS, 1 << 26);
    }

    /** Reads a bucket once, for the shape of its lists. */
    void open(Bucket bucket, boolean isForward, int rowCount) {
        blocks = bucket.blocks();
        forward = isForward;
        entryCount = bucket.entryCount();
        neighbourMinimum = Long.MAX_VALUE;
        neighbourMaximum = 0;
        slotMaximum = 0;
        rowMaximum = 0;
        Arrays.fill(starts, 0);
        for (SpillBlock spilled : blocks) {
            block.decode(spilled.load());
            for (int index = 0; index < block.count; index++) {
                int row = (int) block.rows[index];
                if (row >= rowCount) {
                    throw LoadErrors.noSuchNode(NodeIdLayout.id(bucket.chunk, row));
                }
                starts[row + 1]++;
                rowMaximum = Math.max(rowMaximum, row);
                neighbourMinimum = Math.min(neighbourMinimum, block.neighbours[index]);
                neighbourMaximum = Math.max(neighbourMaximum, block.neighbours[index]);
                slotMaximum = Math.max(slotMaximum, block.slots[index]);
            }
        }
        for (int row = 0; row < NodeIdLayout.CHUNK_ROWS; row++) {
            starts[row + 1] += starts[row];
        }
        neighbourBits = PackedValues.bits(neighbourMaximum - neighbourMinimum);
    }

    /** For each row its first entry; valid until the next bucket. */
    int[] starts() {
        return starts;
    }

    long neighbourMinimum() {
        return neighbourMinimum;
    }

    long neighbourMaximum() {
        return neighbourMaximum;
    }

    long slotMaximum() {
        return slotMaximum;
    }

    /** Gives all entries in order. */
    void sort(Sink sink) {
        split(0, ((long) rowMaximum << neighbourBits | PackedValues.mask(neighbourBits)) + 1, entryCount, sink);
    }

    /** Gives the entries with keys from {@code low} to below {@code high}, of which there are {@code count}. */
    private void split(long low, long high, long count, Sink sink) {
        // Entries with the same key cannot be separated: such a part has to be taken as it is.
        if (count <= partEntriesMax || high - low == 1) {
            sortPart(low, high, Math.toIntExact(count), sink);
            return;
        }
        long width = (high - low + HISTOGRAM_CELLS - 1) / HISTOGRAM_CELLS;
        long[] cells = new long[HISTOGRAM_CELLS];
        for (SpillBlock spilled : blocks) {
            block.decode(spilled.load());
            for (int index = 0; index < block.count; index++) {
                long key = key(index);
                if (key >= low && key < high) {
                    cells[(int) ((key - low) / width)]++;
                }
            }
        }
        int first = 0;
        while (first < HISTOGRAM_CELLS) {
            long sum = cells[first];
            int end = first + 1;
            while (end < HISTOGRAM_CELLS && sum + cells[end] <= partEntriesMax) {
                sum += cells[end++];
            }
            if (sum > 0) {
                split(low + first * width, Math.min(high, low + end * width), sum, sink);
            }
            first = end;
        }
    }

    private long key(int index) {
        return block.rows[index] << neighbourBits | block.neighbours[index] - neighbourMinimum;
    }

    private void sortPart(long low, long high, int count, Sink sink) {
        if (keys.length < count) {
            keys = new long[count];
            otherKeys = new long[count];
            payloads = new int[count];
            otherPayloads = new int[count];
        }
        int filled = 0;
        int arrival = 0;
        for (SpillBlock spilled : blocks) {
            block.decode(spilled.load());
            for (int index = 0; index < block.count; index++) {
                long key = key(index);
                if (key >= low && key < high) {
                    keys[filled] = key;
                    payloads[filled++] = forward ? arrival + index : (int) block.slots[index];
                }
            }
            arrival += block.count;
        }
        radixSort(filled, PackedValues.bits(high - 1));
        emit(filled, sink);
    }

    private void radixSort(int count, int keyBits) {
        int[] counts = new int[1 << DIGIT_BITS];
        for (int shift = 0; shift < keyBits; shift += DIGIT_BITS) {
            Arrays.fill(counts, 0);
            for (int index = 0; index < count; index++) {
                counts[(int) (keys[index] >>> shift) & (1 << DIGIT_BITS) - 1]++;
            }
            if (count == 0 || counts[(int) (keys[0] >>> shift) & (1 << DIGIT_BITS) - 1] == count) {
                continue;
            }
            int sum = 0;
            for (int digit = 0; digit < counts.length; digit++) {
                int here = counts[digit];
                counts[digit] = sum;
                sum += here;
            }
            for (int index = 0; index < count; index++) {
                int to = counts[(int) (keys[index] >>> shift) & (1 << DIGIT_BITS) - 1]++;
                otherKeys[to] = keys[index];
                otherPayloads[to] = payloads[index];
            }
            long[] swapKeys = keys;
            keys = otherKeys;
            otherKeys = swapKeys;
            int[] swapPayloads = payloads;
            payloads = otherPayloads;
            otherPayloads = swapPayloads;
        }
    }

    private void emit(int count, Sink sink) {
        long mask = PackedValues.mask(neighbourBits);
        for (int from = 0; from < count; from += EMIT_COUNT) {
            int taken = Math.min(EMIT_COUNT, count - from);
            for (int index = 0; index < taken; index++) {
                long key = keys[from + index];
                outRows[index] = key >>> neighbourBits;
                outNeighbours[index] = (key & mask) + neighbourMinimum;
                outPayloads[index] = payloads[from + index];
            }
            sink.accept(outRows, outNeighbours, outPayloads, taken);
        }
    }
}
