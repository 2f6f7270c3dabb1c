package org.thetisdb.engine.table;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
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

    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** Longer strings are compared by the JVM's own loop. */
    private static final int SHORT_BYTES_MAX = 64;

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
     * Takes the longs of columns, if these are all that there is to compare.
     *
     * @param into gets them by column
     */
    static boolean takeLongs(Vector[] columns, long[][] into) {
        for (int key = 0; key < columns.length; key++) {
            if (!isPlain(columns[key], columns[key])) {
                return false;
            }
            into[key] = columns[key].longs();
        }
        return true;
    }

    /** Whether two rows have the same longs. */
    static boolean areSame(long[][] columns, int row, int other) {
        for (long[] column : columns) {
            if (column[row] != column[other]) {
                return false;
            }
        }
        return true;
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
        int[] lengths = column.lengths();
        int[] starts = column.starts();
        byte[] bytes = column.bytes();
        int[] keyLengths = key.lengths();
        int[] keyStarts = key.starts();
        byte[] keyBytes = key.bytes();
        int kept = 0;
        for (int index = 0; index < count; index++) {
            int row = rows[index];
            int entry = entries[row];
            int length = lengths[row];
            boolean same =
                    length == keyLengths[entry] && areSame(bytes, starts[row], keyBytes, keyStarts[entry], length);
            rows[kept] = row;
            kept += same ? 1 : 0;
            entries[row] = same ? entry : otherwise;
        }
        return kept;
    }

    /** Short strings by words, of which the last overlaps the one before: a call would take longer. */
    private static boolean areSame(byte[] left, int leftStart, byte[] right, int rightStart, int length) {
        if (length < Long.BYTES || length > SHORT_BYTES_MAX) {
            return Arrays.equals(left, leftStart, leftStart + length, right, rightStart, rightStart + length);
        }
        int last = length - Long.BYTES;
        for (int index = 0; index < last; index += Long.BYTES) {
            if ((long) WORDS.get(left, leftStart + index) != (long) WORDS.get(right, rightStart + index)) {
                return false;
            }
        }
        return (long) WORDS.get(left, leftStart + last) == (long) WORDS.get(right, rightStart + last);
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
