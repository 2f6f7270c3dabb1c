package org.thetisdb.entity;

import java.util.AbstractList;
import java.util.Iterator;
import java.util.Objects;
import java.util.RandomAccess;
import org.thetisdb.engine.spill.StoredList;
import org.thetisdb.value.HeapSize;

/**
 * A list whose elements are on disk as {@link EntityForms}, and are made of these whenever they are asked for: what all
 * nodes of a long list hold may be more than memory has. Reads no graph; as a {@link StoredList}, it can be read as
 * long as somebody refers to it. Immutable, and may be shared by threads if the maker may.
 */
final class MadeList extends AbstractList<Object> implements RandomAccess, HeapSize.Measured {
    private final StoredList forms;
    private final EntityMaker maker;

    MadeList(StoredList forms, EntityMaker maker) {
        this.forms = forms;
        this.maker = maker;
    }

    private Object made(Object form) {
        return Objects.requireNonNull(EntityForms.made(form, maker));
    }

    @Override
    public int size() {
        return forms.size();
    }

    @Override
    public Object get(int index) {
        return made(forms.get(index));
    }

    @Override
    public Iterator<Object> iterator() {
        Iterator<Object> all = forms.iterator();
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return all.hasNext();
            }

            @Override
            public Object next() {
                return made(all.next());
            }
        };
    }

    @Override
    public long heapBytes() {
        return forms.heapBytes();
    }
}
