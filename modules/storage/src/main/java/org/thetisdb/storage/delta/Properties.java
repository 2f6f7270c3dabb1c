package org.thetisdb.storage.delta;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Property keys with their values, in two arrays. Immutable.
 *
 * @param keys ids, ascending
 * @param values boxed as {@code org.thetisdb.value} lists them; null where the property was removed
 */
record Properties(int[] keys, @Nullable Object[] values) {
    static final Properties NONE = new Properties(new int[0], new Object[0]);

    Properties {
        assert isInOrder(keys, values) : "keys ascend, each with a value: keys=" + Arrays.toString(keys);
    }

    private static boolean isInOrder(int[] keys, @Nullable Object[] values) {
        for (int index = 1; index < keys.length; index++) {
            if (keys[index - 1] >= keys[index]) {
                return false;
            }
        }
        return keys.length == values.length;
    }

    /** The place of a key, or a negative number. */
    int find(int key) {
        // Few have more than a dozen, of which the first are the most asked for.
        if (keys.length > 16) {
            return Arrays.binarySearch(keys, key);
        }
        for (int index = 0; index < keys.length; index++) {
            if (keys[index] == key) {
                return index;
            }
        }
        return -1;
    }

    /** The value of a key; null where there is none. */
    @Nullable
    Object value(int key) {
        int place = find(key);
        return place < 0 ? null : values[place];
    }

    /**
     * These with others on top.
     *
     * @param keepNulls whether a removed property must be remembered as removed
     */
    Properties with(int[] otherKeys, @Nullable Object[] otherValues, boolean keepNulls) {
        int[] merged = new int[keys.length + otherKeys.length];
        @Nullable Object[] mergedValues = new @Nullable Object[merged.length];
        int mine = 0;
        int other = 0;
        int count = 0;
        while (mine < keys.length || other < otherKeys.length) {
            boolean takeOther = mine == keys.length || other < otherKeys.length && otherKeys[other] <= keys[mine];
            if (takeOther && mine < keys.length && keys[mine] == otherKeys[other]) {
                mine++;
            }
            merged[count] = takeOther ? otherKeys[other] : keys[mine];
            mergedValues[count] = takeOther ? otherValues[other++] : values[mine++];
            count += keepNulls || mergedValues[count] != null ? 1 : 0;
        }
        int[] sameKeys = count == keys.length && Arrays.equals(merged, 0, count, keys, 0, count) ? keys : null;
        return new Properties(
                sameKeys != null ? sameKeys : Arrays.copyOf(merged, count),
                count == mergedValues.length ? mergedValues : Arrays.copyOf(mergedValues, count));
    }
}
