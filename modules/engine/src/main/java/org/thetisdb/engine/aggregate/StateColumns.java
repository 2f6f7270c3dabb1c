package org.thetisdb.engine.aggregate;

import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** Columns of states that are arrays by groups. They lie all over the arrays, so the loops are as tight as can be. */
final class StateColumns {
    private StateColumns() {}

    /** A column of nothing. */
    static Vector nulls(int count) {
        Vector column = new Vector();
        column.reset(VectorKind.NULL, count);
        return column;
    }

    /** The entries of some groups. */
    static Vector longs(long[] states, int[] groups, int count) {
        Vector column = new Vector();
        column.reset(VectorKind.INTEGER, count);
        long[] entries = column.longs();
        for (int row = 0; row < count; row++) {
            entries[row] = states[groups[row]];
        }
        return column;
    }

    /** The entries of some groups. */
    static Vector doubles(double[] states, int[] groups, int count) {
        Vector column = new Vector();
        column.reset(VectorKind.FLOAT, count);
        double[] entries = column.doubles();
        for (int row = 0; row < count; row++) {
            entries[row] = states[groups[row]];
        }
        return column;
    }
}
