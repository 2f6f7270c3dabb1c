package org.thetisdb.storage.column;

import java.util.BitSet;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * Rows of a column that belong to nothing, because a node or relationship was deleted or never came. Nobody asks for
 * their values. So where they alone are null, they get a copy of another row's value: then the column needs no presence
 * bits, and each read of a row saves the two loads that these cost.
 */
public final class FreeRows {
    /** Only if at most one row in so many is free: the copies take room. */
    private static final int DISTANCE_MIN = 8;

    private FreeRows() {}

    /** Fills the free rows, if these are few and no other row is null. */
    public static void fill(Vector column, BitSet free) {
        boolean copies = column.kind() != VectorKind.NULL && column.kind() != VectorKind.OBJECT;
        if (!copies || free.isEmpty() || (long) free.cardinality() * DISTANCE_MIN > column.count()) {
            return;
        }
        int filler = -1;
        for (int row = 0; row < column.count(); row++) {
            if (!column.isNull(row)) {
                filler = filler < 0 || isSmaller(column, row, filler) ? row : filler;
            } else if (!free.get(row)) {
                return;
            }
        }
        for (int row = free.nextSetBit(0); filler >= 0 && row >= 0; row = free.nextSetBit(row + 1)) {
            column.copyEntry(row, column, filler);
        }
    }

    private static boolean isSmaller(Vector column, int row, int other) {
        return column.kind() == VectorKind.STRING && column.lengths()[row] < column.lengths()[other];
    }
}
