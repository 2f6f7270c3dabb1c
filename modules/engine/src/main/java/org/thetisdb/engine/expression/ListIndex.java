package org.thetisdb.engine.expression;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.thetisdb.value.NodeReference;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * Answers {@code value IN list} for one list: by a set of longs for nodes or integers, by a hash set for other plain
 * values, element by element for nested ones, whose equality may be unknown.
 */
final class ListIndex {
    private static final int SCANNED_ELEMENTS_MAX = 6;

    private final List<?> list;
    private final int ifAbsent;
    private final VectorKind elements;
    private LongSet longs;
    private HashSet<GroupKey> set;

    /** A value under grouping equality. */
    record GroupKey(Object value) {
        @Override
        public boolean equals(Object other) {
            return other instanceof GroupKey that && ValueSemantics.sameGroup(value, that.value);
        }

        @Override
        public int hashCode() {
            return (int) ValueSemantics.hash(value);
        }
    }

    ListIndex(List<?> list) {
        this.list = list;
        boolean hasNull = !(list instanceof NodeList) && list.stream().anyMatch(element -> element == null);
        ifAbsent = hasNull ? ValueSemantics.UNKNOWN : ValueSemantics.FALSE;
        elements = kindOfElements(list);
        if (elements == VectorKind.INTEGER || elements == VectorKind.NODE && !(list instanceof NodeList)) {
            long[] values = new long[list.size()];
            int count = 0;
            for (Object element : list) {
                if (element != null) {
                    values[count++] = element instanceof NodeReference node ? node.id() : (Long) element;
                }
            }
            longs = new LongSet(values, count);
        }
    }

    /** The kind of all elements, nulls aside; OBJECT if they differ. */
    private static VectorKind kindOfElements(List<?> list) {
        if (list instanceof NodeList) {
            return VectorKind.NODE;
        }
        VectorKind kind = VectorKind.NULL;
        for (Object element : list) {
            VectorKind each = Vector.kindOf(element);
            if (each != VectorKind.NULL && each != kind) {
                if (kind != VectorKind.NULL) {
                    return VectorKind.OBJECT;
                }
                kind = each;
            }
        }
        return kind;
    }

    /** {@link ValueSemantics#TRUE}, {@code FALSE} or {@code UNKNOWN}. */
    int contains(Vector values, int row) {
        if (list.isEmpty()) {
            return ValueSemantics.FALSE;
        }
        if (values.isNull(row)) {
            return ValueSemantics.UNKNOWN;
        }
        if (values.kind() == elements && list instanceof NodeList nodes) {
            return nodes.containsId(values.longs()[row]) ? ValueSemantics.TRUE : ValueSemantics.FALSE;
        }
        if (longs != null && values.kind() == elements) {
            return longs.contains(values.longs()[row]) ? ValueSemantics.TRUE : ifAbsent;
        }
        return contains(values.valueAt(row));
    }

    private int contains(Object value) {
        boolean nested = elements == VectorKind.OBJECT || value instanceof List<?> || value instanceof Map<?, ?>;
        if (nested || list.size() <= SCANNED_ELEMENTS_MAX) {
            return scan(list, value);
        }
        if (value instanceof Double number && number.isNaN()) {
            return ifAbsent;
        }
        if (set == null) {
            set = new HashSet<>();
            for (Object element : list) {
                if (element != null) {
                    set.add(new GroupKey(element));
                }
            }
        }
        return set.contains(new GroupKey(value)) ? ValueSemantics.TRUE : ifAbsent;
    }

    /** Element by element. */
    static int scan(List<?> list, Object value) {
        if (value == null) {
            return list.isEmpty() ? ValueSemantics.FALSE : ValueSemantics.UNKNOWN;
        }
        int result = ValueSemantics.FALSE;
        for (Object element : list) {
            int equal = ValueSemantics.equal(value, element);
            if (equal == ValueSemantics.TRUE) {
                return equal;
            }
            result = Math.max(result, equal);
        }
        return result;
    }
}
