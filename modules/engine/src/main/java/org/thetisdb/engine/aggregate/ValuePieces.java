package org.thetisdb.engine.aggregate;

import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorGrowth;

/**
 * Values of groups on their way from one accumulator to another, a piece at a time: so many that a piece is worth its
 * call, and so few that copies of long ones take little beside them. Belongs to one worker.
 */
final class ValuePieces {
    private static final int VALUES_MAX = 4096;
    private static final long STRING_BYTES_MAX = 1 << 20;

    /** Takes the values of a piece, each with its group; the arrays are used again. */
    interface Taker {
        void take(int[] groups, Vector values);
    }

    private final Vector source;
    private final Taker taker;
    private final Vector piece = new Vector();
    private final int[] groups;
    private final int[] rows;
    private int count;
    private long stringBytes;

    /**
     * @param source has the values
     * @param valuesMax so many will come at most
     */
    ValuePieces(Vector source, long valuesMax, Taker taker) {
        this.source = source;
        this.taker = taker;
        groups = new int[(int) Math.min(VALUES_MAX, valuesMax)];
        rows = new int[groups.length];
    }

    /** Adds a value of the source to a group. */
    void add(int group, int row) {
        long bytes = VectorGrowth.copiedStringBytes(source, row, 1);
        if (count == rows.length || count > 0 && stringBytes + bytes > STRING_BYTES_MAX) {
            end();
        }
        groups[count] = group;
        rows[count++] = row;
        stringBytes += bytes;
    }

    /** Passes on what is left. */
    void end() {
        if (count > 0) {
            piece.gather(source, rows, count);
            count = 0;
            stringBytes = 0;
            taker.take(groups, piece);
        }
    }
}
