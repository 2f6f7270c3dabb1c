package org.thetisdb.value.vector;

import java.util.Arrays;
import org.thetisdb.value.HeapSize;

/**
 * What the objects of a vector take of the heap, counted as they come. Rows that are multiplied share their objects, so
 * one that was met lately is not counted again. Not thread safe.
 */
final class ObjectBytes {
    private static final int MET_SLOTS = 256;

    private final Object[] met = new Object[MET_SLOTS];
    private int countedEntries;
    private long bytes;

    /** The bytes of the first {@code count} entries, of which those counted before are not looked at again. */
    long upTo(Object[] objects, int count) {
        for (int index = countedEntries; index < count; index++) {
            Object object = objects[index];
            if (object == null) {
                continue;
            }
            int slot = System.identityHashCode(object) & MET_SLOTS - 1;
            if (met[slot] != object) {
                met[slot] = object;
                bytes += HeapSize.of(object);
            }
        }
        countedEntries = Math.max(countedEntries, count);
        return bytes;
    }

    void clear() {
        if (countedEntries > 0) {
            Arrays.fill(met, null);
            countedEntries = 0;
            bytes = 0;
        }
    }
}
