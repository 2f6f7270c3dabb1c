package org.thetisdb.storage.column;

import org.thetisdb.value.vector.Vector;

/**
 * Moves values that were read without gaps, {@code array[at … at + values)}, to the entries that are not null, from the
 * last to the first: a value never moves down, so none is overwritten before it has moved.
 */
final class NullSpread {
    private NullSpread() {}

    /** Moves the values of a vector, in all arrays that its kind uses. */
    static void move(Vector into, int at, int length, int values) {
        boolean[] nulls = into.nulls();
        switch (into.kind()) {
            case NULL -> {}
            case BOOLEAN, INTEGER, DATE, LOCAL_TIME -> move(into.longs(), nulls, at, length, values);
            case TIME, LOCAL_DATETIME, ZONED_DATETIME -> {
                move(into.longs(), nulls, at, length, values);
                move(into.longs2(), nulls, at, length, values);
            }
            case FLOAT -> move(into.doubles(), nulls, at, length, values);
            case STRING -> {
                if (into.isCoded()) {
                    move(into.codes(), nulls, at, length, values);
                    return;
                }
                move(into.starts(), nulls, at, length, values);
                move(into.lengths(), nulls, at, length, values);
            }
            case OBJECT -> move(into.objects(), nulls, at, length, values);
            case NODE, RELATIONSHIP ->
                throw new IllegalArgumentException("no column has values of kind " + into.kind());
        }
    }

    private static void move(long[] array, boolean[] nulls, int at, int length, int values) {
        int value = at + values;
        for (int i = at + length - 1; i >= at && value > at; i--) {
            // Without a branch: a null takes a value that it does not keep.
            value -= nulls[i] ? 0 : 1;
            array[i] = array[Math.min(value, i)];
        }
    }

    private static void move(double[] array, boolean[] nulls, int at, int length, int values) {
        int value = at + values;
        for (int i = at + length - 1; i >= at && value > at; i--) {
            value -= nulls[i] ? 0 : 1;
            array[i] = array[Math.min(value, i)];
        }
    }

    private static void move(int[] array, boolean[] nulls, int at, int length, int values) {
        int value = at + values;
        for (int i = at + length - 1; i >= at && value > at; i--) {
            value -= nulls[i] ? 0 : 1;
            array[i] = array[Math.min(value, i)];
        }
    }

    private static void move(Object[] array, boolean[] nulls, int at, int length, int values) {
        int value = at + values;
        for (int i = at + length - 1; i >= at; i--) {
            array[i] = nulls[i] ? null : array[--value];
        }
    }
}
