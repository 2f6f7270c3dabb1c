package org.thetisdb.engine.expand;

import java.util.List;
import org.thetisdb.value.RelationshipReference;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** Tests on a column whose entries are relationships or lists of them. */
public final class RelationshipSets {
    private RelationshipSets() {}

    /** Whether the entry is the relationship or a list that holds it. */
    public static boolean contains(Vector column, int row, long relationship) {
        if (column.isNull(row)) {
            return false;
        }
        if (column.kind() == VectorKind.RELATIONSHIP) {
            return column.longs()[row] == relationship;
        }
        return switch (column.valueAt(row)) {
            case RelationshipReference single -> single.id() == relationship;
            case List<?> list -> listContains(list, relationship);
            case null, default -> false;
        };
    }

    private static boolean listContains(List<?> list, long relationship) {
        for (Object element : list) {
            if (element instanceof RelationshipReference reference && reference.id() == relationship) {
                return true;
            }
        }
        return false;
    }

    /** Whether two entries, each a relationship or a list, have a relationship in common. */
    static boolean intersect(Vector left, Vector right, int row) {
        if (left.isNull(row)) {
            return false;
        }
        if (left.kind() == VectorKind.RELATIONSHIP) {
            return contains(right, row, left.longs()[row]);
        }
        return switch (left.valueAt(row)) {
            case RelationshipReference single -> contains(right, row, single.id());
            case List<?> list -> {
                boolean found = false;
                for (Object element : list) {
                    found |= element instanceof RelationshipReference reference && contains(right, row, reference.id());
                }
                yield found;
            }
            case null, default -> false;
        };
    }
}
