package org.thetisdb.engine.pipeline;

import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.evaluation.Rows;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.NodeReference;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** Reads columns of rows in the kind that a stage needs. */
public final class Columns {
    private Columns() {}

    /**
     * A column as the nodes of a pattern: a value that is no node is null, because no pattern begins or ends there.
     *
     * @param scratch is filled and returned unless the column is one of nodes already
     */
    public static Vector nodes(Rows rows, int slot, Vector scratch) {
        Vector column = rows.column(slot);
        if (column.kind() == VectorKind.NODE) {
            return column;
        }
        scratch.reset(VectorKind.NODE, rows.count());
        boolean isBoxed = column.kind() == VectorKind.OBJECT;
        for (int row = 0; row < rows.count(); row++) {
            if (isBoxed && column.valueAt(row) instanceof NodeReference node) {
                scratch.longs()[row] = node.id();
            } else {
                scratch.setNull(row);
            }
        }
        return scratch;
    }

    /**
     * As {@link #nodes}, but a value that is neither a node nor null is an error.
     *
     * @throws ThetisException {@link ErrorCode#TYPE_MISMATCH}
     */
    public static Vector requiredNodes(Rows rows, int slot, Vector scratch) {
        Vector column = rows.column(slot);
        Vector nodes = nodes(rows, slot, scratch);
        for (int row = 0; row < rows.count(); row++) {
            if (nodes.isNull(row) && !column.isNull(row)) {
                throw new ThetisException(
                        ErrorCode.TYPE_MISMATCH,
                        "a relationship can only begin and end at nodes: value=" + column.valueAt(row)
                                + "; check what it is bound to");
            }
        }
        return nodes;
    }

    /** The null flags, or null when there are none, as storage wants them. */
    public static boolean @Nullable [] nullsOrNone(Vector column) {
        return column.hasNulls() ? column.nulls() : null;
    }
}
