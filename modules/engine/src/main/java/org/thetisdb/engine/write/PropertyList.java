package org.thetisdb.engine.write;

import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.thetisdb.storage.GraphTransaction;

/** Properties about to be stored: keys ascending, each with its value. Reused from entity to entity. */
final class PropertyList {
    private int[] keys = new int[8];
    private @Nullable Object[] values = new Object[8];
    private int count;

    void clear() {
        count = 0;
    }

    int count() {
        return count;
    }

    int[] keys() {
        return Arrays.copyOf(keys, count);
    }

    @Nullable
    Object[] values() {
        return Arrays.copyOf(values, count);
    }

    /**
     * Sets a property; the last value of a key counts.
     *
     * @param value null to remove it
     */
    void put(int key, @Nullable Object value) {
        int place = count;
        while (place > 0 && keys[place - 1] > key) {
            place--;
        }
        if (place > 0 && keys[place - 1] == key) {
            values[place - 1] = value;
            return;
        }
        if (count == keys.length) {
            keys = Arrays.copyOf(keys, 2 * count);
            values = Arrays.copyOf(values, 2 * count);
        }
        System.arraycopy(keys, place, keys, place + 1, count - place);
        System.arraycopy(values, place, values, place + 1, count - place);
        keys[place] = key;
        values[place] = value;
        count++;
    }

    boolean contains(int key) {
        return Arrays.binarySearch(keys, 0, count, key) >= 0;
    }

    /** Sets all entries of a map of text to storable values. */
    void putAll(Map<?, ?> map, boolean withNulls, GraphTransaction transaction) {
        map.forEach((name, value) -> {
            Object storable = StorableValues.of(value, (String) name);
            if (storable != null || withNulls) {
                put(transaction.propertyKey((String) name), storable);
            }
        });
    }
}
