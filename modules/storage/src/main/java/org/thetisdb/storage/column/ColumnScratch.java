package org.thetisdb.storage.column;

/** Arrays that the segments of one worker share while they read, so that thousands of open segments hold none. */
public final class ColumnScratch {
    private static final long[] NO_LONGS = {};

    private long[] codes = NO_LONGS;
    private long[] offsets = NO_LONGS;
    private long[] places = NO_LONGS;

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

    long[] places(int length) {
        if (places.length < length) {
            places = new long[length];
        }
        return places;
    }
}
