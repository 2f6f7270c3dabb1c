package org.thetisdb.engine.aggregate;

import org.thetisdb.engine.semantics.Vectors;
import org.thetisdb.value.vector.Vector;

/** The rows of a batch whose value is not null, side by side: loops over them need no rule for null. */
final class PresentRows {
    private int[] groups = {};
    private long[] longs = {};
    private double[] doubles = {};

    /** The group of each. */
    int[] groups() {
        return groups;
    }

    /** What {@link #takeLongs} took. */
    long[] longs() {
        return longs;
    }

    /** What {@link #takeDoubles} took. */
    double[] doubles() {
        return doubles;
    }

    /** Takes the groups alone; {@return how many rows there are} */
    int takeGroups(int[] groupOfRow, Vector column, int count) {
        boolean[] nulls = column.nulls();
        groups = Vectors.room(groups, count);
        int taken = 0;
        for (int row = 0; row < count; row++) {
            groups[taken] = groupOfRow[row];
            taken += nulls[row] ? 0 : 1;
        }
        return taken;
    }

    /** Takes values of a kind that is longs; {@return how many there are} */
    int takeLongs(int[] groupOfRow, Vector column, int count) {
        boolean[] nulls = column.nulls();
        long[] values = column.longs();
        if (longs.length < count) {
            longs = new long[count];
        }
        int taken = 0;
        for (int row = 0; row < count; row++) {
            longs[taken] = values[row];
            taken += nulls[row] ? 0 : 1;
        }
        return takeGroups(groupOfRow, column, count);
    }

    /** Takes values of kind FLOAT; {@return how many there are} */
    int takeDoubles(int[] groupOfRow, Vector column, int count) {
        boolean[] nulls = column.nulls();
        double[] values = column.doubles();
        if (doubles.length < count) {
            doubles = new double[count];
        }
        int taken = 0;
        for (int row = 0; row < count; row++) {
            doubles[taken] = values[row];
            taken += nulls[row] ? 0 : 1;
        }
        return takeGroups(groupOfRow, column, count);
    }

    /** About how many bytes they take. */
    long bytes() {
        return 4L * groups.length + 8L * longs.length + 8L * doubles.length;
    }
}
