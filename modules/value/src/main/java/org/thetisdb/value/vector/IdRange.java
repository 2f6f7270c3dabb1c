package org.thetisdb.value.vector;

import org.jspecify.annotations.Nullable;

/**
 * Ids that follow one upon the other, as a scan gives them, or some of these, as a filter leaves them. They are written
 * when somebody asks for them; who reads a column of the range, or only counts, never does.
 *
 * <pre>
 *   all      first 640, length 1024                     ids  640 641 642 … 1663
 *   chosen   first 640, length 1024, rows 2 3 7         ids  642 643 647
 * </pre>
 *
 * <p>Belongs to a vector, which says whether it holds; not thread safe, reading neither.
 */
public final class IdRange {
    private static final long[] NO_ROOM = {};

    private long first;
    private int length;
    private int @Nullable [] rows;

    /** The vector's, while nothing is written; it may be too short. */
    private long[] room = NO_ROOM;

    IdRange() {}

    /** Has ids that are not written yet, and the array in which they will be. */
    void begin(long newFirst, int newLength, int @Nullable [] newRows, long[] newRoom) {
        first = newFirst;
        length = newLength;
        rows = newRows;
        room = newRoom;
    }

    /** {@return whether all ids of the range are meant, one for each entry} */
    public boolean isWhole() {
        return rows == null;
    }

    /** {@return the id with which the range begins} */
    public long first() {
        return first;
    }

    /** {@return how many ids the range has} */
    public int length() {
        return length;
    }

    /**
     * {@return by entry, which of the ids it is, 0 to length - 1, if they are not the whole range} It is not to be
     * changed, and holds as long as the vector is not reset.
     */
    public int[] rows() {
        int[] chosen = rows;
        if (chosen == null) {
            throw new IllegalStateException("all ids of a range have no rows");
        }
        return chosen;
    }

    /** {@return the array, given back without the ids} */
    long[] takeRoom() {
        long[] taken = room;
        room = NO_ROOM;
        return taken;
    }

    /** {@return the array with as many ids} */
    long[] write(int count) {
        long[] taken = takeRoom();
        long[] into = taken.length < count ? new long[ArrayGrowth.grown(taken.length, count)] : taken;
        long from = first;
        int[] chosen = rows;
        if (chosen == null) {
            for (int index = 0; index < count; index++) {
                into[index] = from + index;
            }
        } else {
            for (int index = 0; index < count; index++) {
                into[index] = from + chosen[index];
            }
        }
        return into;
    }
}
