package org.thetisdb.storage.packing;

/**
 * Makes packed values of others, many in a step: a value for each row, where some rows have none, and one value of
 * each row's two.
 *
 * <pre>
 *   present   1 0 1 1
 *   values    011 | 110 | 000                    of the rows that have one, from the lowest bit up
 *   spread    011 | 110 | 111 | 000              111 stands for a missing one
 *
 *   first       101 |   000 |   011
 *   second       10 |    11 |    01
 *   joined    10101 | 11000 | 01011
 * </pre>
 *
 * <p>Bits are moved by {@link Long#expand}: an instruction of some processors, a hundred of others. A loop is over few
 * words: HotSpot compiles what is called often sooner than what is called for long. Stateless.
 */
public final class PackedRows {
    private PackedRows() {}

    /** How many words are needed for what is made, at most. */
    public static int words(int count, int bits) {
        return PackedValues.words(count + Long.SIZE, bits);
    }

    /**
     * Gives each row its value.
     *
     * @param values those that there are, at least one
     * @param present by row whether it has a value; the bits of the last word that are of no row are 0
     * @param bits of what is made: those of the values, or more
     * @param missing of so many bits; what rows without a value get
     * @param into of {@link #words} words
     */
    public static PackedCodes spread(
            PackedCodes values, long[] present, int rowCount, int bits, int missing, long[] into) {
        PackedCodes made = new PackedCodes(into, 0, bits);
        if (bits == 0) {
            return made;
        }
        int lanes = Long.SIZE / bits;
        int value = 0;
        for (int row = 0; row < rowCount; row += Long.SIZE * lanes) {
            value = spread(values, value, present, row, Math.min(rowCount, row + Long.SIZE * lanes), missing, made);
        }
        return made;
    }

    /** Some rows, of which {@code from} is the first and begins a word; returns how many values are before the next. */
    private static int spread(
            PackedCodes values, int firstValue, long[] present, int from, int end, int missing, PackedCodes into) {
        int bits = into.bits();
        int lanes = Long.SIZE / bits;
        long ones = PackedValues.repeated(1, bits, lanes);
        int value = firstValue;
        long dense = 0;
        int used = 0;
        int word = from * bits >>> 6;
        for (int row = from; row < end; row += lanes) {
            long some = Lanes.bits(present, row, Math.min(lanes, end - row));
            long have = Long.expand(some, ones);
            // After the last value none is looked for: nobody has it.
            long found = some == 0 ? 0 : Long.expand(values.from(value), (have << values.bits()) - have);
            long made = found | (ones & ~have) * missing;
            value += Long.bitCount(some);
            dense |= made << used;
            used += lanes * bits;
            if (used >= Long.SIZE) {
                into.words()[word++] = dense;
                used -= Long.SIZE;
                dense = used == 0 ? 0 : made >>> lanes * bits - used;
            }
        }
        finish(into.words(), word, dense);
        return value;
    }

    /**
     * Makes one value of each row's two: above the bits of the first, those of the second.
     *
     * @param second with {@code first}, of at most {@value PackedValues#CODE_BITS_MAX} bits
     * @param into of {@link #words} words
     */
    public static PackedCodes join(PackedCodes first, PackedCodes second, int rowCount, long[] into) {
        if (first.bits() == 0 || second.bits() == 0) {
            return first.bits() == 0 ? second : first;
        }
        PackedCodes made = new PackedCodes(into, 0, first.bits() + second.bits());
        int step = Long.SIZE * (Long.SIZE / made.bits());
        for (int row = 0; row < rowCount; row += step) {
            join(first, second, row, Math.min(rowCount, row + step), made);
        }
        return made;
    }

    private static void join(PackedCodes first, PackedCodes second, int from, int end, PackedCodes into) {
        int bits = into.bits();
        int lanes = Long.SIZE / bits;
        long lower = PackedValues.repeated(PackedValues.mask(first.bits()), bits, lanes);
        long upper = PackedValues.repeated(PackedValues.mask(second.bits()) << first.bits(), bits, lanes);
        long dense = 0;
        int used = 0;
        int word = from * bits >>> 6;
        for (int row = from; row < end; row += lanes) {
            long made = Long.expand(first.from(row), lower) | Long.expand(second.from(row), upper);
            dense |= made << used;
            used += lanes * bits;
            if (used >= Long.SIZE) {
                into.words()[word++] = dense;
                used -= Long.SIZE;
                dense = used == 0 ? 0 : made >>> lanes * bits - used;
            }
        }
        finish(into.words(), word, dense);
    }

    /** What is left of a block: nothing, unless it is the last; what follows is there to be read, and is of no row. */
    private static void finish(long[] words, int word, long dense) {
        words[word] = dense;
        words[word + 1] = 0;
    }
}
