package org.thetisdb.storage.column;

import java.util.Arrays;
import org.thetisdb.storage.packing.PackedTests;

/** Arrays that the segments of one worker share while they read, so that thousands of open segments hold none. */
public final class ColumnScratch {
    private static final long[] NO_LONGS = {};

    private long[] codes = NO_LONGS;
    private long[] offsets = NO_LONGS;
    private long[] places = NO_LONGS;
    private long[] words = NO_LONGS;
    private long[] presence = NO_LONGS;
    private long[] valueBits = NO_LONGS;
    private int[] slots = {};

    long[] codes(int length) {
        if (codes.length < length) {
            codes = new long[length];
        }
        return codes;
    }

    long[] offsets(int length) {
        if (offsets.length < length) {
            offsets = new long[length];
        }
        return offsets;
    }

    /** A table of zeros that is half empty when it has {@code length} entries; its size is a power of two. */
    int[] slots(int length) {
        int wanted = Integer.highestOneBit(Math.max(length, 8)) << 2;
        if (slots.length < wanted || slots.length > wanted << 2) {
            slots = new int[wanted];
        } else {
            Arrays.fill(slots, 0);
        }
        return slots;
    }

    long[] places(int length) {
        if (places.length < length) {
            places = new long[length];
        }
        return places;
    }

    /** For a bit of each row, whether it has a value. */
    long[] presence(int length) {
        if (presence.length < length) {
            presence = new long[length];
        }
        return presence;
    }

    /** For a bit of each of so many values, with a word more. */
    long[] valueBits(int values) {
        int words = PackedTests.bitWords(values) + 1;
        if (valueBits.length < words) {
            valueBits = new long[words];
        }
        return valueBits;
    }

    /** For packed bytes, while they are unpacked. */
    long[] words(int length) {
        if (words.length < length) {
            words = new long[length];
        }
        return words;
    }
}
