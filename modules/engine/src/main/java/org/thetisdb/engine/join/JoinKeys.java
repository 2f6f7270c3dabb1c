package org.thetisdb.engine.join;

import org.thetisdb.value.vector.Vector;

/** Rows of key columns. */
final class JoinKeys {
    private JoinKeys() {}

    /** Whether any key of any row is null. */
    static boolean haveNulls(Vector[] keys) {
        boolean any = false;
        for (Vector key : keys) {
            any |= key.hasNulls();
        }
        return any;
    }

    /** Writes the rows of which no key is null; returns how many these are. */
    static int complete(Vector[] keys, int rowCount, int[] rows) {
        return chosen(keys, rowCount, true, rows);
    }

    /** Writes the rows of which a key is null; returns how many these are. */
    static int incomplete(Vector[] keys, int rowCount, int[] rows) {
        return chosen(keys, rowCount, false, rows);
    }

    private static int chosen(Vector[] keys, int rowCount, boolean areComplete, int[] rows) {
        int count = 0;
        for (int row = 0; row < rowCount; row++) {
            rows[count] = row;
            count += isComplete(keys, row) == areComplete ? 1 : 0;
        }
        return count;
    }

    private static boolean isComplete(Vector[] keys, int row) {
        for (Vector key : keys) {
            if (key.isNull(row)) {
                return false;
            }
        }
        return true;
    }
}
