package org.thetisdb.engine.fuse;

import org.thetisdb.value.vector.Vector;

/**
 * The values that a key of groups has been seen to have: whole numbers, or what is kept as such. Immutable.
 *
 * @param least the least of them
 * @param count how many there are from that on, at least 0; {@link #TOO_MANY} if they are too many for a loop
 */
record KeyRange(long least, int count) {
    /** So many places are not worth being looked through after each batch. */
    static final int PLACES_MAX = 1 << 10;

    static final int TOO_MANY = Integer.MAX_VALUE;

    static final KeyRange NONE = new KeyRange(0, 0);

    /** With all values of a vector of longs that are not null. */
    KeyRange with(Vector values, int rowCount) {
        long from = count == 0 ? Long.MAX_VALUE : least;
        long to = count == 0 ? Long.MIN_VALUE : least + count - 1;
        long[] longs = values.longs();
        for (int row = 0; row < rowCount; row++) {
            if (!values.isNull(row)) {
                from = Math.min(from, longs[row]);
                to = Math.max(to, longs[row]);
            }
        }
        if (isTooMany() || from > to) {
            return this;
        }
        // As an unsigned number, it is right even if the difference is not.
        long last = to - from;
        boolean isFew = Long.compareUnsigned(last, PLACES_MAX) < 0;
        return isFew ? new KeyRange(from, (int) last + 1) : new KeyRange(0, TOO_MANY);
    }

    boolean isTooMany() {
        return count == TOO_MANY;
    }
}
