package org.thetisdb.storage.packing;

/**
 * Packed values that have been copied to the heap.
 *
 * @param words as {@link PackedValues#copy} leaves them, at least two
 * @param bit where the first value begins
 * @param bits of a value; 0 if all are 0
 */
public record PackedCodes(long[] words, int bit, int bits) {
    /** The values from one on, as many as a word has, and what follows them. */
    long from(int index) {
        int at = bit + index * bits;
        int place = at >>> 6;
        return words[place] >>> at | words[place + 1] << 1 << ~at;
    }

    /** One value. */
    int get(int index) {
        return (int) (from(index) & PackedValues.mask(bits));
    }
}
