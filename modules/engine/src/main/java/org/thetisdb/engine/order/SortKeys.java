package org.thetisdb.engine.order;

import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.semantics.ValueSemantics;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * An order of rows by columns.
 *
 * @param slots the columns, the most important first
 * @param ascending for each column; nulls come last in ascending order, first in descending
 */
public record SortKeys(int[] slots, boolean[] ascending) {
    /**
     * A comparison of the rows of a batch that only holds columns.
     *
     * @param firstKey the first that is compared: those before it are known to be equal
     */
    IntOrder.Comparison comparison(Batch rows, int firstKey) {
        IntOrder.Comparison[] comparisons = new IntOrder.Comparison[slots.length - firstKey];
        for (int index = 0; index < comparisons.length; index++) {
            int key = firstKey + index;
            comparisons[index] = comparison(rows.column(slots[key]), ascending[key]);
        }
        if (comparisons.length == 1) {
            return comparisons[0];
        }
        return (left, right) -> {
            for (IntOrder.Comparison comparison : comparisons) {
                int result = comparison.compare(left, right);
                if (result != 0) {
                    return result;
                }
            }
            return 0;
        };
    }

    private static IntOrder.Comparison comparison(Vector column, boolean ascends) {
        if (isPlain(column)) {
            long[] values = column.longs();
            return ascends
                    ? (left, right) -> Long.compare(values[left], values[right])
                    : (left, right) -> Long.compare(values[right], values[left]);
        }
        return ascends
                ? (left, right) -> ValueSemantics.compare(column, left, column, right)
                : (left, right) -> ValueSemantics.compare(column, right, column, left);
    }

    private static boolean isPlain(Vector column) {
        return !column.hasNulls()
                && (column.kind() == VectorKind.INTEGER
                        || column.kind() == VectorKind.DATE
                        || column.kind() == VectorKind.LOCAL_TIME
                        || column.kind() == VectorKind.BOOLEAN);
    }

    /** Compares a row of one batch with a row of another. */
    public int compare(Batch left, int leftRow, Batch right, int rightRow) {
        for (int key = 0; key < slots.length; key++) {
            int result = ValueSemantics.compare(left.column(slots[key]), leftRow, right.column(slots[key]), rightRow);
            if (result != 0) {
                return ascending[key] ? result : -result;
            }
        }
        return 0;
    }
}
