package org.thetisdb.engine.table;

import java.util.Arrays;
import org.thetisdb.engine.semantics.ValueSemantics;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** When keys are the same, and the loops over columns that compare them. Immutable. */
enum KeyComparison {
    /** As groups and DISTINCT see it: null is null, NaN is NaN. */
    SAME_GROUP {
        @Override
        boolean isSame(Vector left, int leftRow, Vector right, int rightRow) {
            return ValueSemantics.sameGroup(left, leftRow, right, rightRow);
        }
    },
    /** As {@code =} sees it: null and NaN equal nothing. */
    EQUAL {
        @Override
        boolean isSame(Vector left, int leftRow, Vector right, int rightRow) {
            return ValueSemantics.equal(left, leftRow, right, rightRow) == ValueSemantics.TRUE;
        }
    };

    abstract boolean isSame(Vector left, int leftRow, Vector right, int rightRow);

    final boolean isSame(Vector[] left, int leftRow, Vector[] right, int rightRow) {
        for (int key = 0; key < left.length; key++) {
            if (!isSame(left[key], leftRow, right[key], rightRow)) {
                return false;
            }
        }
        return true;
    }

    /** Whether entries of two columns are the same exactly if their longs are. */
    static boolean isPlain(Vector left, Vector right) {
        VectorKind kind = left.kind();
        boolean simple = kind.usesLongs() && (!kind.usesLongs2() || kind == VectorKind.RELATIONSHIP);
        return simple && right.kind() == kind && !left.hasNulls() && !right.hasNulls();
    }

    /**
     * Compares rows with entries, key column by key column, and keeps those that are the same in all of them.
     *
     * @param rows indexes into the columns; those that stay are moved to the front
     * @param entries for each row index the entry of the keys to compare it with; that of a row that differs becomes
     *     {@code otherwise}
     * @return how many rows stay
     */
    final int keepSame(Vector[] columns, Vector[] keys, int[] rows, int count, int[] entries, int otherwise) {
        int kept = count;
        for (int key = 0; key < columns.length && kept > 0; key++) {
            if (isPlain(columns[key], keys[key])) {
                kept = keepSameLongs(columns[key].longs(), keys[key].longs(), rows, kept, entries, otherwise);
            } else if (areStrings(columns[key], keys[key])) {
                kept = keepSameStrings(columns[key], keys[key], rows, kept, entries, otherwise);
            } else {
                kept = keepSame(columns[key], keys[key], rows, kept, entries, otherwise);
            }
        }
        return kept;
    }

    private static int keepSameLongs(long[] column, long[] key, int[] rows, int count, int[] entries, int otherwise) {
        int kept = 0;
        for (int index = 0; index < count; index++) {
            int row = rows[index];
            int entry = entries[row];
            boolean same = column[row] == key[entry];
            rows[kept] = row;
            kept += same ? 1 : 0;
            entries[row] = same ? entry : otherwise;
        }
        return kept;
    }

    private static boolean areStrings(Vector column, Vector key) {
        return column.kind() == VectorKind.STRING
                && key.kind() == VectorKind.STRING
                && !column.hasNulls()
                && !key.hasNulls();
    }

    private static int keepSameStrings(Vector column, Vector key, int[] rows, int count, int[] entries, int otherwise) {
        int kept = 0;
        for (int index = 0; index < count; index++) {
            int row = rows[index];
            int entry = entries[row];
            int length = column.lengths()[row];
            int start = column.starts()[row];
            int keyStart = key.starts()[entry];
            boolean same = length == key.lengths()[entry]
                    && Arrays.equals(column.bytes(), start, start + length, key.bytes(), keyStart, keyStart + length);
            rows[kept] = row;
            kept += same ? 1 : 0;
            entries[row] = same ? entry : otherwise;
        }
        return kept;
    }

    private int keepSame(Vector column, Vector key, int[] rows, int count, int[] entries, int otherwise) {
        int kept = 0;
        for (int index = 0; index < count; index++) {
            int row = rows[index];
            boolean same = isSame(column, row, key, entries[row]);
            rows[kept] = row;
            kept += same ? 1 : 0;
            entries[row] = same ? entries[row] : otherwise;
        }
        return kept;
    }
}
