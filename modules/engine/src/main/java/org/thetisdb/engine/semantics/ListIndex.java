package org.thetisdb.engine.semantics;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.hash.LongTable;
import org.thetisdb.engine.hash.TagDirectory;
import org.thetisdb.value.vector.TypedList;
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
    private @Nullable LongTable longs;
    private Vector elements = new Vector();
    private @Nullable TagDirectory directory;

    public ListIndex(List<?> list) {
        this.list = list;
        boolean hasNull = !(list instanceof TypedList) && list.stream().anyMatch(element -> element == null);
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
        if (list instanceof TypedList typed) {
            return typed.kind();
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
        Vector values = typedElements();
        longs = LongTable.of(values.longs(), values.count());
    }

    private void fillTable() {
        elements = typedElements();
        if (elements.count() > COMPARED_ELEMENTS_MAX) {
            directory = directory(elements.count());
        }
    }

    private Vector typedElements() {
        Vector typed = new Vector();
        if (list instanceof TypedList known) {
            known.appendTo(typed, 0, known.size());
            return typed;
        }
        typed.reset(kind, list.size());
        int count = 0;
        for (Object element : list) {
            if (element != null) {
                typed.setValue(count++, element);
            }
        }
        typed.resize(count);
        return typed;
    }

    private TagDirectory directory(int count) {
        TagDirectory made = new TagDirectory(count);
        for (int entry = 0; entry < count; entry++) {
            long hash = ValueSemantics.hash(elements, entry);
            int place = made.place(hash);
            while (!TagDirectory.isEmpty(made.word(place))) {
                place = made.after(place);
            }
            made.put(place, hash, entry);
        }
        return made;
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
            found = directory == null ? comparesEqual(values, row) : isIn(directory, values, row);
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

    private boolean isIn(TagDirectory table, Vector values, int row) {
        long hash = ValueSemantics.hash(values, row);
        int place = table.place(hash);
        long word = table.word(place);
        while (!TagDirectory.isEmpty(word)) {
            if (TagDirectory.isTagged(word, hash)
                    && ValueSemantics.equal(values, row, elements, TagDirectory.entry(word)) == ValueSemantics.TRUE) {
                return true;
            }
            place = table.after(place);
            word = table.word(place);
        }
        return false;
    }

    /** Element by element. */
    public static int scan(List<?> list, @Nullable Object value) {
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
