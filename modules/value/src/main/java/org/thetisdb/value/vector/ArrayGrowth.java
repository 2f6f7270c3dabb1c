package org.thetisdb.value.vector;

import java.util.Arrays;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** How the arrays of a vector grow. Stateless. */
final class ArrayGrowth {
    static final int NO_LIMIT = Integer.MAX_VALUE;

    private static final int ARRAY_BYTES_MAX = Integer.MAX_VALUE - 8;
    private static final int ARRAY_BYTES_MIN = 64;
    private static final int LARGE_BYTES_MIN = 4 << 20;

    private ArrayGrowth() {}

    /**
     * How long an array becomes when so many entries are needed. A vector that is filled once is only as long as that,
     * for most queries of a transaction have one row.
     *
     * @param length of the array, less than what is needed
     */
    static int grown(int length, int needed) {
        return length == 0 ? needed : Math.max(needed, Math.max(16, length + (length >> 1)));
    }

    /** An array with room for so many entries: the same, or a longer one with what it has. */
    static long[] room(long[] array, int needed) {
        return array.length < needed ? Arrays.copyOf(array, grown(array.length, needed)) : array;
    }

    static double[] room(double[] array, int needed) {
        return array.length < needed ? Arrays.copyOf(array, grown(array.length, needed)) : array;
    }

    static boolean[] room(boolean[] array, int needed) {
        return array.length < needed ? Arrays.copyOf(array, grown(array.length, needed)) : array;
    }

    static Object[] room(Object[] array, int needed) {
        return array.length < needed ? Arrays.copyOf(array, grown(array.length, needed)) : array;
    }

    /**
     * How long the array of all strings becomes when so many bytes are needed: twice as long, or half as long again.
     *
     * @param length of the array, less than what is needed
     * @param limitBytes what the strings may take; or {@link #NO_LIMIT}
     * @throws ThetisException {@link ErrorCode#LIMIT_EXCEEDED} if no array is so long
     * @throws VectorFullException if they may not take so much
     */
    static int grownBytes(int length, long needed, int limitBytes) {
        if (needed > limitBytes && limitBytes < NO_LIMIT) {
            throw new VectorFullException();
        }
        if (needed > ARRAY_BYTES_MAX) {
            throw new ThetisException(
                    ErrorCode.LIMIT_EXCEEDED,
                    "the strings of one column are too long to be kept together: neededBytes=" + needed + ", bytesMax="
                            + ARRAY_BYTES_MAX + "; let the query keep fewer rows (filter earlier, LIMIT) or shorter"
                            + " strings");
        }
        // Of a large array there is not as much again to spare while it is copied.
        long grown = length < LARGE_BYTES_MIN ? Math.max(ARRAY_BYTES_MIN, 2L * length) : length + (length >> 1);
        return (int) Math.clamp(grown, needed, ARRAY_BYTES_MAX);
    }
}
