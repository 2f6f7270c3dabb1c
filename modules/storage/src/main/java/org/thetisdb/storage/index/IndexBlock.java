package org.thetisdb.storage.index;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.thetisdb.storage.file.StoreMemory;
import org.thetisdb.storage.packing.PackedValues;

/**
 * A block of a run of an index, leaf or fences, as {@link IndexLayout} has it: opened, searched and read in place. Its
 * entries may be looked at until the store's memory is refreshed. Not thread safe.
 */
final class IndexBlock {
    private final StoreMemory store;
    private final MemorySegment memory;
    private long offset;
    private long openGeneration;
    private int count;
    private int headBits;
    private int headShift;
    private int valueBits;
    private boolean tombstones;
    private boolean tails;
    private int prefixBytes;
    private long headLeast;
    private long valueLeast;

    IndexBlock(StoreMemory store) {
        this.store = store;
        this.memory = store.memory();
    }

    /** Entries. */
    int count() {
        return count;
    }

    /** Whether the block at an offset is open, and may still be looked at. */
    boolean isOpen(long at) {
        return offset == at && store.generation() == openGeneration;
    }

    private long head(int place) {
        return headLeast
                + (PackedValues.get(memory, offset + IndexLayout.BLOCK_HEADER_BYTES, place, headBits) << headShift);
    }

    /** Whether the entry says that the node does not have the key. */
    boolean isTombstone(int place) {
        return tombstones
                && PackedValues.get(memory, offset + IndexLayout.tombstonesOffset(count, headBits, valueBits), place, 1)
                        != 0;
    }

    /** The first place whose key is at least {@code key}; above it if {@code above}. */
    int bound(SortKey key, boolean above) {
        int low = 0;
        int high = count;
        while (low < high) {
            int middle = low + high >>> 1;
            int order = compare(middle, key);
            if (order < 0 || above && order == 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** How the key at a place compares with another of its tag. */
    int compare(int place, SortKey key) {
        int byHead = Long.compareUnsigned(head(place), key.head);
        if (byHead != 0) {
            return byHead;
        }
        return tails ? compareTail(place, key) : key.tailBytes == 0 ? 0 : -1;
    }

    private int compareTail(int place, SortKey key) {
        long ends = offset + IndexLayout.tailEndsOffset(count, headBits, valueBits, tombstones);
        long tailsAt = offset + IndexLayout.tailsOffset(count, headBits, valueBits, tombstones, true);
        int from = place == 0 ? prefixBytes : memory.get(IndexLayout.INT, ends + (place - 1) * 4L);
        int rest = memory.get(IndexLayout.INT, ends + place * 4L) - from;
        int length = prefixBytes + rest;
        int common = Math.min(length, key.tailBytes);
        for (int index = 0; index < common; index++) {
            long at = index < prefixBytes ? tailsAt + index : tailsAt + from + (index - prefixBytes);
            int order = Integer.compare(memory.get(ValueLayout.JAVA_BYTE, at) & 0xff, key.tail[index] & 0xff);
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(length, key.tailBytes);
    }

    long value(int place) {
        return valueLeast
                + PackedValues.get(memory, offset + IndexLayout.valuesOffset(count, headBits), place, valueBits);
    }

    void values(int place, int taken, long[] into, int at) {
        long first = offset + IndexLayout.valuesOffset(count, headBits);
        PackedValues.unpack(memory, first, place, taken, valueBits, valueLeast, into, at);
    }

    /** Opens the block at an offset, and makes it resident. */
    void open(long at) {
        store.ensure(at, IndexLayout.BLOCK_HEADER_BYTES);
        store.ensure(at, IndexLayout.blockBytes(memory, at));
        offset = at;
        count = IndexLayout.count(memory, at);
        headBits = IndexLayout.headBits(memory, at);
        headShift = IndexLayout.headShift(memory, at);
        valueBits = IndexLayout.valueBits(memory, at);
        int flags = IndexLayout.flags(memory, at);
        tails = (flags & IndexLayout.FLAG_TAILS) != 0;
        tombstones = (flags & IndexLayout.FLAG_TOMBSTONES) != 0;
        prefixBytes = IndexLayout.prefixBytes(memory, at);
        headLeast = IndexLayout.headLeast(memory, at);
        valueLeast = IndexLayout.valueLeast(memory, at);
        openGeneration = store.generation();
    }

    /** Fills in the key at a place, but for its tag. */
    void key(int place, SortKey into) {
        into.tailBytes = 0;
        into.head = head(place);
        if (tails) {
            long ends = offset + IndexLayout.tailEndsOffset(count, headBits, valueBits, tombstones);
            long tailsAt = offset + IndexLayout.tailsOffset(count, headBits, valueBits, tombstones, true);
            int from = place == 0 ? prefixBytes : memory.get(IndexLayout.INT, ends + (place - 1) * 4L);
            int rest = memory.get(IndexLayout.INT, ends + place * 4L) - from;
            into.putBytes(memory, tailsAt, prefixBytes);
            into.putBytes(memory, tailsAt + from, rest);
        }
    }
}
