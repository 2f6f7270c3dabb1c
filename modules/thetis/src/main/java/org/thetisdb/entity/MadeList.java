package org.thetisdb.entity;

import java.util.AbstractList;
import java.util.Iterator;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.semantics.EntityMaker;
import org.thetisdb.engine.spill.StoredList;
import org.thetisdb.value.HeapSize;

/**
 * A list whose elements are on disk as {@link EntityForms}, and are made of these whenever they are asked for: what all
 * nodes of a long list hold may be more than memory has. Reads no graph; as a {@link StoredList}, it can be read as
 * long as somebody refers to it. Immutable, and may be shared by threads if the maker may.
 */
final class MadeList extends AbstractList<@Nullable Object> implements RandomAccess, HeapSize.Measured {
    private final StoredList forms;
    private final EntityMaker maker;

    MadeList(StoredList forms, EntityMaker maker) {
        this.forms = forms;
        this.maker = maker;
    }

    private @Nullable Object made(@Nullable Object form) {
        return EntityForms.made(form, maker);
    }

    @Override
    public int size() {
        return forms.size();
    }

    @Override
    public @Nullable Object get(int index) {
        return made(forms.get(index));
    }

    @Override
    public Iterator<@Nullable Object> iterator() {
        Iterator<@Nullable Object> all = forms.iterator();
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return all.hasNext();
            }

            @Override
            public @Nullable Object next() {
                return made(all.next());
            }
        };
    }

    @Override
    public long heapBytes() {
        return forms.heapBytes();
    }
}
