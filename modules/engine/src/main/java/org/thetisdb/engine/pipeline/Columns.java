package org.thetisdb.engine.pipeline;

import org.thetisdb.engine.expression.Rows;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.NodeReference;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** Takes columns of rows in the kind that a stage needs. */
public final class Columns {
    private Columns() {}

    /**
     * A column of nodes or nulls.
     *
     * @param scratch is filled and returned when the column holds its nodes boxed (nodes out of a list)
     */
    public static Vector nodes(Rows rows, int slot, Vector scratch) {
        Vector column = rows.column(slot);
        switch (column.kind()) {
            case NODE:
                return column;
            case NULL:
                scratch.reset(VectorKind.NODE, rows.count());
                scratch.setAllNull();
                return scratch;
            case OBJECT:
                scratch.reset(VectorKind.NODE, rows.count());
                for (int row = 0; row < rows.count(); row++) {
                    scratch.setValue(row, node(column.valueAt(row)));
                }
                return scratch;
            default:
                if (rows.count() == 0) {
                    scratch.reset(VectorKind.NODE, 0);
                    return scratch;
                }
                throw notANode(column.valueAt(0));
        }
    }

    private static NodeReference node(Object value) {
        if (value == null || value instanceof NodeReference) {
            return (NodeReference) value;
        }
        throw notANode(value);
    }

    private static ThetisException notANode(Object value) {
        return new ThetisException(
                ErrorCode.TYPE_MISMATCH,
                "a pattern can only begin at a node: value=" + value + "; check what it is bound to");
    }

    /** The null flags, or null when there are none, as storage wants them. */
    public static boolean[] nullsOrNone(Vector column) {
        return column.hasNulls() ? column.nulls() : null;
    }
}
