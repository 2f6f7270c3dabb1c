package org.thetisdb.storage.column;

/**
 * Moves values that were read without gaps, {@code array[at … at + values)}, to the entries that are not null, from the
 * last to the first: a value never moves down, so none is overwritten before it has moved.
 */
final class NullSpread {
    private NullSpread() {}

    static void move(long[] array, boolean[] nulls, int at, int length, int values) {
        int value = at + values;
        for (int i = at + length - 1; i >= at && value > at; i--) {
            // Without a branch: a null takes a value that it does not keep.
            value -= nulls[i] ? 0 : 1;
            array[i] = array[Math.min(value, i)];
        }
    }

    static void move(double[] array, boolean[] nulls, int at, int length, int values) {
        int value = at + values;
        for (int i = at + length - 1; i >= at && value > at; i--) {
            value -= nulls[i] ? 0 : 1;
            array[i] = array[Math.min(value, i)];
        }
    }

    static void move(int[] array, boolean[] nulls, int at, int length, int values) {
        int value = at + values;
        for (int i = at + length - 1; i >= at && value > at; i--) {
            value -= nulls[i] ? 0 : 1;
            array[i] = array[Math.min(value, i)];
        }
    }

    static void move(Object[] array, boolean[] nulls, int at, int length, int values) {
        int value = at + values;
        for (int i = at + length - 1; i >= at; i--) {
            array[i] = nulls[i] ? null : array[--value];
        }
    }
}
