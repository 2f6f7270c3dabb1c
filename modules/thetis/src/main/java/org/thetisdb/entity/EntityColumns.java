package org.thetisdb.entity;

import java.util.Arrays;
import java.util.Map;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.semantics.Vectors;
import org.thetisdb.value.HeapSize;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorFullException;
import org.thetisdb.value.vector.VectorKind;

/**
 * The properties of some nodes, or of some relationships, read key by key: so all pages that are missing are read
 * together, and each segment is looked up once.
 *
 * <pre>
 *   ids     17  23  40  …      ascending, each once
 *   name    ada bob –   …      a vector for each key that one of them may have
 *   age     36  –   12  …
 * </pre>
 *
 * <p>Belongs to one thread. What it made is independent of it.
 */
final class EntityColumns {
    /** Reads a property of all ids. */
    interface Reading {
        void read(int key, Vector into);
    }

    private static final String[] NO_NAMES = {};

    private long[] ids = {};
    private int[] labelSets = {};
    private @Nullable Object[] made = {};
    private int count;
    private Vector[] columns = {};
    private String[] names = NO_NAMES;

    /** The names that the properties had that were made last; most have the same. */
    private String[] lastNames = NO_NAMES;

    private long bytes;

    /** Begins with other ids, of which some may be there more than once. */
    void begin(long[] some, int someCount) {
        ids = some;
        Arrays.sort(ids, 0, someCount);
        int kept = 0;
        for (int index = 0; index < someCount; index++) {
            if (kept == 0 || ids[kept - 1] != ids[index]) {
                ids[kept++] = ids[index];
            }
        }
        count = kept;
        bytes = 0;
        labelSets = Vectors.room(labelSets, kept);
        made = new @Nullable Object[kept];
    }

    /** By place, the label sets of nodes; what is negative is not there. To be filled by the reader. */
    int[] labelSets() {
        return labelSets;
    }

    /** By place, what was made of those that rows have asked for. */
    @Nullable
    Object[] made() {
        return made;
    }

    /** The ids, ascending, each once. */
    long[] ids() {
        return ids;
    }

    int count() {
        return count;
    }

    /**
     * Reads the properties of all.
     *
     * @param keys that some of the ids may have
     * @param bytesMax what they may take together, about
     * @throws VectorFullException if they take more
     */
    void read(int[] keys, IntFunction<String> nameOfKey, long bytesMax, Reading reading) {
        names = new String[keys.length];
        if (columns.length < keys.length) {
            columns = new Vector[keys.length];
            Arrays.setAll(columns, key -> new Vector());
        }
        for (int key = 0; key < keys.length; key++) {
            names[key] = nameOfKey.apply(keys[key]);
            columns[key].limitStringBytes(Math.clamp(bytesMax - bytes, 1, Integer.MAX_VALUE));
            reading.read(keys[key], columns[key]);
            bytes += bytes(columns[key]);
            if (bytes > bytesMax) {
                throw new VectorFullException();
            }
        }
    }

    private long bytes(Vector column) {
        if (column.kind() != VectorKind.OBJECT) {
            return column.stringBytes();
        }
        long objectBytes = 0;
        for (int place = 0; place < count; place++) {
            objectBytes += HeapSize.of(column.valueAt(place));
        }
        return objectBytes;
    }

    /** The place of one of the ids. */
    int place(long id) {
        return Arrays.binarySearch(ids, 0, count, id);
    }

    /** The properties of the one at a place. */
    Map<String, Object> properties(int place) {
        int present = 0;
        for (int key = 0; key < names.length; key++) {
            present += columns[key].isNull(place) ? 0 : 1;
        }
        Object[] values = new Object[present];
        boolean isAsBefore = lastNames.length == present;
        int filled = 0;
        for (int key = 0; key < names.length; key++) {
            Object value = columns[key].valueAt(place);
            if (value != null) {
                isAsBefore = isAsBefore && names[key].equals(lastNames[filled]);
                values[filled++] = value;
            }
        }
        if (!isAsBefore) {
            lastNames = namesOf(place, present);
        }
        return PropertyMap.of(lastNames, values);
    }

    private String[] namesOf(int place, int present) {
        String[] some = new String[present];
        int filled = 0;
        for (int key = 0; key < names.length; key++) {
            if (!columns[key].isNull(place)) {
                some[filled++] = names[key];
            }
        }
        return some;
    }
}
