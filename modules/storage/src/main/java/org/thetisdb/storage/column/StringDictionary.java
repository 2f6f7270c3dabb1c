package org.thetisdb.storage.column;

import java.util.Arrays;
import org.thetisdb.value.vector.Vector;

/** Finds the different strings of a column by hashing. Reusable; not thread safe. */
final class StringDictionary {
    /** Below this many values the table of codes costs as much as it saves. */
    private static final int VALUE_COUNT_MIN = 4;

    private int[] table = new int[0];
    private long[] hashes = new long[16];
    private int[] firstRows = new int[16];
    private int size;
    private long bytesTotal;
    private int[] lengths = new int[0];

    /**
     * Gives every value a code.
     *
     * @param codes takes the codes
     * @param sketch takes the hashes of all values
     * @return false if more than half of the values differ; the codes are of no use then
     */
    boolean build(Vector values, int[] rows, int valueCount, long[] codes, DistinctSketch sketch) {
        size = 0;
        bytesTotal = 0;
        int limit = valueCount < VALUE_COUNT_MIN ? 1 : valueCount / 2;
        int capacity = Math.max(16, Integer.highestOneBit(Math.max(1, limit)) << 2);
        if (table.length < capacity) {
            table = new int[capacity];
        }
        Arrays.fill(table, 0, capacity, 0);
        boolean small = true;
        byte[] bytes = values.bytes();
        int[] starts = values.starts();
        lengths = values.lengths();
        for (int i = 0; i < valueCount; i++) {
            int row = rows[i];
            long hash = DistinctSketch.hash(bytes, starts[row], lengths[row]);
            sketch.add(hash);
            if (small) {
                int code = find(values, row, hash, capacity - 1, limit);
                small = code >= 0;
                codes[i] = code;
            }
        }
        return small;
    }

    private int find(Vector values, int row, long hash, int mask, int limit) {
        int slot = (int) hash & mask;
        while (table[slot] != 0) {
            int code = table[slot] - 1;
            if (hashes[code] == hash && equal(values, firstRows[code], row)) {
                return code;
            }
            slot = slot + 1 & mask;
        }
        if (size == limit) {
            return -1;
        }
        if (size == hashes.length) {
            hashes = Arrays.copyOf(hashes, size * 2);
            firstRows = Arrays.copyOf(firstRows, size * 2);
        }
        hashes[size] = hash;
        firstRows[size] = row;
        bytesTotal += lengths[row];
        table[slot] = ++size;
        return size - 1;
    }

    private static boolean equal(Vector values, int first, int second) {
        int[] starts = values.starts();
        int[] lengths = values.lengths();
        return Arrays.equals(
                values.bytes(),
                starts[first],
                starts[first] + lengths[first],
                values.bytes(),
                starts[second],
                starts[second] + lengths[second]);
    }

    int size() {
        return size;
    }

    /** A row that holds the string with this code. */
    int row(int code) {
        return firstRows[code];
    }

    /** Fills {@code offsets[0 … size]} with where the strings start when put one after the other. */
    void offsets(long[] offsets) {
        offsets[0] = 0;
        for (int code = 0; code < size; code++) {
            offsets[code + 1] = offsets[code] + lengths[firstRows[code]];
        }
    }

    /** Whether codes and dictionary take less room than offsets and all bytes. */
    boolean pays(int valueCount, long plainBytes) {
        long codeBits = (long) Long.SIZE - Long.numberOfLeadingZeros(Math.max(0, size - 1));
        long offsetBits = (long) Long.SIZE - Long.numberOfLeadingZeros(plainBytes);
        long dictionaryBits = valueCount * codeBits + size * offsetBits + bytesTotal * 8;
        return dictionaryBits <= valueCount * offsetBits + plainBytes * 8;
    }
}
