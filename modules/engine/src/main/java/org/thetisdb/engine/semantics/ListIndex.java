package org.thetisdb.engine.semantics;

import java.util.List;
import org.thetisdb.value.NodeReference;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * Answers {@code value IN list} for one list: by a set of longs for nodes or integers, by a hash table over a typed
 * vector for other lists of one type, element by element for mixed and nested ones, whose equality may be unknown.
 */
public final class ListIndex {
    private static final int COMPARED_ELEMENTS_MAX = 6;

    private final List<?> list;
    private final int ifAbsent;
    private final VectorKind kind;
    private LongSet longs;
    private final Vector elements = new Vector();
    private int[] slots = {};

    public ListIndex(List<?> list) {
        this.list = list;
        boolean hasNull = !(list instanceof NodeList) && list.stream().anyMatch(element -> element == null);
        ifAbsent = hasNull ? ValueSemantics.UNKNOWN : ValueSemantics.FALSE;
        kind = kindOfElements(list);
        if (list instanceof NodeList) {
            return;
        }
        switch (kind) {
            case INTEGER, NODE -> fillLongs();
            case OBJECT, NULL -> {}
            default -> fillTable();
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

    private void fillLongs() {
        long[] values = new long[list.size()];
        int count = 0;
        for (Object element : list) {
            if (element != null) {
                values[count++] = element instanceof NodeReference node ? node.id() : (Long) element;
            }
        }
        longs = new LongSet(values, count);
    }

    private void fillTable() {
        elements.reset(kind, list.size());
        int count = 0;
        for (Object element : list) {
            if (element != null) {
                elements.setValue(count++, element);
            }
        }
        elements.resize(count);
        if (count <= COMPARED_ELEMENTS_MAX) {
            return;
        }
        slots = new int[Integer.highestOneBit(count) * 4];
        for (int entry = 0; entry < count; entry++) {
            int slot = (int) ValueSemantics.hash(elements, entry) & slots.length - 1;
            while (slots[slot] != 0) {
                slot = slot + 1 & slots.length - 1;
            }
            slots[slot] = entry + 1;
        }
    }

    /** {@link ValueSemantics#TRUE}, {@code FALSE} or {@code UNKNOWN}. */
    public int contains(Vector values, int row) {
        if (list.isEmpty()) {
            return ValueSemantics.FALSE;
        }
        if (values.isNull(row)) {
            return ValueSemantics.UNKNOWN;
        }
        if (values.kind() != kind || kind == VectorKind.OBJECT) {
            return scan(list, values.valueAt(row));
        }
        boolean found;
        if (list instanceof NodeList nodes) {
            found = nodes.containsId(values.longs()[row]);
        } else if (longs != null) {
            found = longs.contains(values.longs()[row]);
        } else {
            found = slots.length == 0 ? comparesEqual(values, row) : isInTable(values, row);
        }
        return found ? ValueSemantics.TRUE : ifAbsent;
    }

    private boolean comparesEqual(Vector values, int row) {
        for (int entry = 0; entry < elements.count(); entry++) {
            if (ValueSemantics.equal(values, row, elements, entry) == ValueSemantics.TRUE) {
                return true;
            }
        }
        return false;
    }

    private boolean isInTable(Vector values, int row) {
        int slot = (int) ValueSemantics.hash(values, row) & slots.length - 1;
        while (slots[slot] != 0) {
            if (ValueSemantics.equal(values, row, elements, slots[slot] - 1) == ValueSemantics.TRUE) {
                return true;
            }
            slot = slot + 1 & slots.length - 1;
        }
        return false;
    }

    /** Element by element. */
    public static int scan(List<?> list, Object value) {
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
