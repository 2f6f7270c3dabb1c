package org.thetisdb.value.vector;

import java.util.Arrays;
import org.thetisdb.value.HeapSize;

/**
 * What the objects of a vector take of the heap, counted as they come. Rows that are multiplied share their objects, so
 * one that was seen recently is not counted again. Looking up an object among many takes its identity hash, which costs
 * more than a small object itself; so the first ones are compared with one another instead. Not thread safe.
 */
final class ObjectBytes {
    private static final int MET_SLOTS = 256;

    /** So many objects whose hashes agree are told apart: two that take turns would otherwise be new each time. */
    private static final int WAYS = 4;

    /** How many are compared with one another. */
    private static final int FEW_ENTRIES = 32;

    private Object[] met = {};
    private int countedEntries;
    private long bytes;

    /** The bytes of the first {@code count} entries, of which those counted before are not visited again. */
    long upTo(Object[] objects, int count) {
        for (int index = countedEntries; index < count; index++) {
            if (index == FEW_ENTRIES) {
                meetFirst(objects);
            }
            Object object = objects[index];
            if (object != null && (index < FEW_ENTRIES ? isFirst(objects, index) : isNew(object))) {
                bytes += HeapSize.of(object);
            }
        }
        countedEntries = Math.max(countedEntries, count);
        return bytes;
    }

    @SuppressWarnings("ReferenceEquality") // The very same object is meant.
    private static boolean isFirst(Object[] objects, int index) {
        Object object = objects[index];
        for (int before = index - 1; before >= 0; before--) {
            if (objects[before] == object) {
                return false;
            }
        }
        return true;
    }

    private void meetFirst(Object[] objects) {
        met = met.length == 0 ? new Object[MET_SLOTS] : met;
        for (int index = 0; index < FEW_ENTRIES; index++) {
            if (objects[index] != null) {
                isNew(objects[index]);
            }
        }
    }

    @SuppressWarnings("ReferenceEquality") // The very same object is meant.
    private boolean isNew(Object object) {
        int first = System.identityHashCode(object) & MET_SLOTS - WAYS;
        for (int slot = first; slot < first + WAYS; slot++) {
            if (met[slot] == object) {
                return false;
            }
        }
        // The one that was met first is forgotten.
        System.arraycopy(met, first, met, first + 1, WAYS - 1);
        met[first] = object;
        return true;
    }

    void clear() {
        if (countedEntries > FEW_ENTRIES) {
            Arrays.fill(met, null);
        }
        countedEntries = 0;
        bytes = 0;
    }
}
