package org.thetisdb.entity;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The properties of a node or relationship: an array of values beside one of keys, which those that have the same
 * properties share. It takes a third of what a hash map does, and few keys are compared sooner than one is hashed.
 * Immutable.
 */
final class PropertyMap extends AbstractMap<String, Object> {
    /** More keys are hashed. */
    private static final int KEYS_MAX = 12;

    private final String[] keys;
    private final Object[] values;

    private PropertyMap(String[] keys, Object[] values) {
        this.keys = keys;
        this.values = values;
    }

    /**
     * A map of keys to values, in their order.
     *
     * @param keys all different; not to be changed any more
     * @param values as many, none null; not to be changed any more
     */
    static Map<String, Object> of(String[] keys, Object[] values) {
        if (keys.length <= KEYS_MAX) {
            return new PropertyMap(keys, values);
        }
        Map<String, Object> hashed = LinkedHashMap.newLinkedHashMap(keys.length);
        for (int index = 0; index < keys.length; index++) {
            hashed.put(keys[index], values[index]);
        }
        return Collections.unmodifiableMap(hashed);
    }

    @Override
    public int size() {
        return keys.length;
    }

    private int place(@Nullable Object key) {
        for (int index = 0; index < keys.length; index++) {
            if (keys[index].equals(key)) {
                return index;
            }
        }
        return -1;
    }

    @Override
    public @Nullable Object get(@Nullable Object key) {
        int place = place(key);
        return place < 0 ? null : values[place];
    }

    @Override
    public boolean containsKey(@Nullable Object key) {
        return place(key) >= 0;
    }

    @Override
    public void forEach(BiConsumer<? super String, ? super Object> action) {
        for (int index = 0; index < keys.length; index++) {
            action.accept(keys[index], values[index]);
        }
    }

    @Override
    public Set<Entry<String, Object>> entrySet() {
        return new AbstractSet<>() {
            @Override
            public int size() {
                return keys.length;
            }

            @Override
            public Iterator<Entry<String, Object>> iterator() {
                return new Entries();
            }
        };
    }

    private final class Entries implements Iterator<Entry<String, Object>> {
        private int next;

        @Override
        public boolean hasNext() {
            return next < keys.length;
        }

        @Override
        public Entry<String, Object> next() {
            if (!hasNext()) {
                throw new NoSuchElementException("no further property: count=" + keys.length);
            }
            return new SimpleImmutableEntry<>(keys[next], values[next++]);
        }
    }
}
