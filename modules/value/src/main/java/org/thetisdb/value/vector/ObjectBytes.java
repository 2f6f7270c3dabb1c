package org.thetisdb.value.vector;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.thetisdb.value.HeapSize;

/**
 * What the objects of a vector take of the heap, counted as they come. Rows that are multiplied share their objects, so
 * one that was seen recently is not counted again. Looking up an object among many takes its identity hash, which costs
 * more than a small object itself; so the first ones are compared with one another instead.
 *
 * <p>Objects that are made for the vector, such as lists that are read, can have a limit: how much they take is known
 * when they are there, and it is too late to count them when all are. Not thread safe.
 */
public final class ObjectBytes {
    private static final int MET_SLOTS = 256;

    /** So many objects whose hashes agree are told apart: two that take turns would otherwise be new each time. */
    private static final int WAYS = 4;

    /** How many are compared with one another. */
    private static final int FEW_ENTRIES = 32;

    private Object[] met = {};
    private int countedEntries;
    private long bytes;
    private long madeBytes;
    private long madeBytesMax = Long.MAX_VALUE;

    ObjectBytes() {}

    /**
     * Says how much memory objects may take together that are made for one filling of the vector, from now on.
     *
     * @param max in bytes; {@link Long#MAX_VALUE} for any, and then they are not counted
     */
    public void limitMade(long max) {
        madeBytesMax = max;
    }

    /**
     * To be called for each object that was made for the vector.
     *
     * @param object boxed, or null
     * @throws VectorFullException if they take too much
     */
    public void made(@Nullable Object object) {
        if (madeBytesMax < Long.MAX_VALUE) {
            madeBytes += HeapSize.of(object);
            if (madeBytes > madeBytesMax) {
                throw new VectorFullException();
            }
        }
    }

    /** {@return what was made since the vector was reset, in bytes; 0 if there was no limit} */
    public long madeBytes() {
        return madeBytes;
    }

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
        madeBytes = 0;
    }
}
