package org.thetisdb.engine.fuse;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.loop.LoopArguments;
import org.thetisdb.engine.loop.LoopShape;
import org.thetisdb.engine.loop.Scalar;
import org.thetisdb.engine.semantics.Vectors;
import org.thetisdb.value.vector.Dictionary;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * The places that a loop gives to the keys of its rows, and the keys of a place.
 *
 * <pre>
 *   r.dept   codes of a dictionary of 8, some null    0 … 7, 8 for null       place = dept * 48 + age - 18
 *   r.age    from 18 to 65                            0 … 47                  432 places
 * </pre>
 *
 * <p>A dictionary is that of the batch; the values of another key are those that were met, which grow. Belongs to one
 * worker.
 */
final class KeyPlaces {
    private final LoopShape shape;
    private final boolean[] isNullable;
    private final KeyRange[] ranges;

    /** By key, the dictionary of its codes; null if it has none, or as long as there was no batch. */
    private final @Nullable Dictionary[] dictionaries;

    private final int[] valueCounts;
    private int placeCount;
    private int version;
    private int[] chosen = {};

    KeyPlaces(LoopShape shape, List<KeyRange> ranges) {
        int keyCount = shape.keys().size();
        this.shape = shape;
        this.ranges = ranges.toArray(KeyRange[]::new);
        this.dictionaries = new Dictionary[keyCount];
        this.valueCounts = new int[keyCount];
        this.isNullable = new boolean[keyCount];
        for (int key = 0; key < keyCount; key++) {
            isNullable[key] = shape.isNullable(shape.keys().get(key));
        }
    }

    /** How many places there are. */
    int count() {
        return placeCount;
    }

    /** Another number as soon as places mean other keys. */
    int version() {
        return version;
    }

    /**
     * Gives the keys of a batch places; false if there would be too many, or strings have no codes.
     *
     * @param values by leaf
     */
    boolean assign(Vector[] values, long[] keyNumbers) {
        boolean isSame = true;
        long product = 1;
        for (int key = 0; key < ranges.length; key++) {
            isSame &= shape.isCoded(key) ? isSameDictionary(key, values) : valueCounts[key] == valueCount(key);
            valueCounts[key] = valueCount(key);
            long places = (long) valueCounts[key] + (isNullable[key] ? 1 : 0);
            product *= places;
            if (valueCounts[key] == 0 || product > KeyRange.PLACES_MAX) {
                version++;
                return false;
            }
            keyNumbers[LoopArguments.KEY_LONGS * key + LoopArguments.KEY_LEAST] = ranges[key].least();
            keyNumbers[LoopArguments.KEY_LONGS * key + LoopArguments.KEY_VALUES] = valueCounts[key];
            keyNumbers[LoopArguments.KEY_LONGS * key + LoopArguments.KEY_PLACES] = places;
        }
        placeCount = (int) product;
        version += isSame ? 0 : 1;
        return true;
    }

    private int valueCount(int key) {
        Dictionary dictionary = dictionaries[key];
        if (shape.isCoded(key)) {
            return dictionary == null ? 0 : dictionary.size();
        }
        // As long as nothing is known, one: it makes no difference, for the batch is doubtful.
        return Math.max(1, ranges[key].count());
    }

    /** Takes the dictionary of a key, or none if its strings have no codes. */
    @SuppressWarnings("ReferenceEquality") // The very same object is meant.
    private boolean isSameDictionary(int key, Vector[] values) {
        Vector strings = values[((Scalar.Leaf) shape.keys().get(key)).index()];
        Dictionary former = dictionaries[key];
        Dictionary current = strings.isCoded() ? strings.dictionary() : null;
        dictionaries[key] = current;
        return current != null && current == former;
    }

    /** Takes in the keys of a batch that had others than were known; does nothing if these are of other kinds. */
    void learn(Vector[] keys) {
        for (int key = 0; key < ranges.length && keys.length == ranges.length; key++) {
            Vector values = keys[key];
            if (!shape.isCoded(key) && values.kind() == shape.keys().get(key).kind()) {
                KeyRange wider = ranges[key].with(values, values.count());
                version += wider.equals(ranges[key]) ? 0 : 1;
                ranges[key] = wider;
            }
        }
    }

    /** Writes the keys of some places, a column for each key. */
    void keys(int[] places, int count, Vector[] into) {
        chosen = Vectors.room(chosen, count);
        int below = 1;
        for (int key = ranges.length - 1; key >= 0; key--) {
            int ofKey = valueCounts[key] + (isNullable[key] ? 1 : 0);
            for (int index = 0; index < count; index++) {
                int number = places[index] / below % ofKey;
                chosen[index] = number < valueCounts[key] ? number : -1;
            }
            write(key, count, into[key]);
            below *= ofKey;
        }
    }

    /** Writes the values that were chosen of a key; null for -1. */
    private void write(int key, int count, Vector into) {
        Dictionary dictionary = dictionaries[key];
        if (dictionary != null) {
            into.gather(dictionary.strings(), chosen, count);
            return;
        }
        VectorKind kind = shape.keys().get(key).kind();
        into.reset(kind, count);
        for (int index = 0; index < count; index++) {
            into.longs()[index] = ranges[key].least() + Math.max(0, chosen[index]);
            if (chosen[index] < 0) {
                into.setNull(index);
            }
        }
    }
}
