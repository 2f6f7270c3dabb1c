package org.thetisdb.storage.delta;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What happened since the base to the nodes of one chunk, or to the relationships of one type that start in one.
 *
 * <pre>
 *   entries   row or slot ──► NodeVersion or Link, the truth
 *   columns   key ──► DeltaColumn: values of new rows as readers have found them, side by side
 * </pre>
 *
 * Thread safe.
 *
 * @param <T> what represents a row or slot
 */
final class DeltaChunk<T> {
    private final Slots<T> entries = new Slots<>();
    private volatile int[] dirtyKeys = new int[0];
    /** By property key, ascending; replaced by a larger one, never changed. */
    private volatile DeltaColumn[] columns = {};

    /** By row or slot; null for what is as in the base. */
    Slots<T> entries() {
        return entries;
    }

    // ---------------------------------------------------------------- keys

    /** The property keys that may differ from the base somewhere in the chunk, ascending. */
    int[] dirtyKeys() {
        return dirtyKeys;
    }

    boolean isDirty(int propertyKeyId) {
        return Arrays.binarySearch(dirtyKeys, propertyKeyId) >= 0;
    }

    void touch(int[] propertyKeyIds) {
        for (int key : propertyKeyIds) {
            if (!isDirty(key)) {
                addKey(key);
            }
        }
    }

    private synchronized void addKey(int propertyKeyId) {
        int[] known = dirtyKeys;
        int place = -Arrays.binarySearch(known, propertyKeyId) - 1;
        if (place >= 0) {
            int[] larger = new int[known.length + 1];
            System.arraycopy(known, 0, larger, 0, place);
            larger[place] = propertyKeyId;
            System.arraycopy(known, place, larger, place + 1, known.length - place);
            dirtyKeys = larger;
        }
    }

    // ---------------------------------------------------------------- columns

    /** The values of a property that readers have found; null if none has looked for them yet. */
    @Nullable
    DeltaColumn column(int propertyKeyId) {
        DeltaColumn[] known = columns;
        int place = place(known, propertyKeyId);
        return place < known.length && known[place].propertyKeyId() == propertyKeyId ? known[place] : null;
    }

    /** Where a property key is among columns, or would be: there may be thousands, and a look-up for each row. */
    private static int place(DeltaColumn[] columns, int propertyKeyId) {
        int from = 0;
        int to = columns.length;
        while (from < to) {
            int middle = (from + to) >>> 1;
            if (columns[middle].propertyKeyId() < propertyKeyId) {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        return from;
    }

    synchronized DeltaColumn makeColumn(int propertyKeyId) {
        DeltaColumn known = column(propertyKeyId);
        if (known == null) {
            known = new DeltaColumn(propertyKeyId);
            int place = place(columns, propertyKeyId);
            DeltaColumn[] larger = Arrays.copyOf(columns, columns.length + 1);
            System.arraycopy(columns, place, larger, place + 1, columns.length - place);
            larger[place] = known;
            columns = larger;
        }
        return known;
    }

    /** To be called after the entry of a row or slot was changed, before its transaction reads it or commits. */
    void forgetValues(int place) {
        for (DeltaColumn column : columns) {
            column.forget(place);
        }
    }
}
