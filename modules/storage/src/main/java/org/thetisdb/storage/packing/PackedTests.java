package org.thetisdb.storage.packing;

/**
 * Tests packed values without unpacking them: all that a word holds at once.
 *
 * <pre>
 *   word           … | 011010 | 101000 | 000111 |        ten values of six bits, say; is each at least 40?
 *   + (64 - 40)    … | 011000 | 011000 | 011000 |        a carry out of a value says yes; carries are found from the
 *   carries        … | 1      | 1      |        |        sums of what is below the highest bits, and added to nothing
 *   dense          …              … 1 1 0                bits that are six apart are moved together, by halves
 * </pre>
 *
 * <p>Testing several values in one register is from L. Lamport: Multiple Byte Processing with Full-Word Instructions,
 * CACM 1975; that a scan answers in bits, which then are combined, from Y. Li, J. Patel: BitWeaving, SIGMOD 2013. Here
 * values have no bit to spare between them, so the carries out are computed instead.
 */
public final class PackedTests {
    /** Of wider values a word holds too few. */
    public static final int BITS_MAX = 16;

    private static final int STEPS = Lanes.STEPS;

    private PackedTests() {}

    /** How many words the bits of so many values take. */
    public static int bitWords(int count) {
        return (count + Long.SIZE - 1) / Long.SIZE;
    }

    /**
     * Tests {@code count} values from the start of an array whether they are in a range.
     *
     * @param words as {@link PackedValues#copy} leaves them
     * @param bit where the first value begins
     * @param bits 1 to {@value #BITS_MAX}
     * @param from 0 to {@code to}
     * @param to at most the largest value of so many bits
     * @param into gets a bit for each value, the first the least significant one: whether it is in the range; the
     *     others of {@link #bitWords} words are 0
     */
    public static void within(long[] words, int bit, int count, int bits, int from, int to, long[] into) {
        int lanes = Long.SIZE / bits;
        long ones = ones(bits, lanes);
        long highest = ones << bits - 1;
        // Of 0 all are at least that, and nothing is beyond the largest value; then what is added is 0 and no carry
        // comes.
        long all = from == 0 ? highest : 0;
        long least = from == 0 ? 0 : ones * ((1L << bits) - from);
        long beyond = to == (1 << bits) - 1 ? 0 : ones * ((1L << bits) - to - 1);
        long leastLow = least & ~highest;
        long beyondLow = beyond & ~highest;
        int move0 = Lanes.move(bits, 0);
        int move1 = Lanes.move(bits, 1);
        int move2 = Lanes.move(bits, 2);
        int move3 = Lanes.move(bits, 3);
        int move4 = Lanes.move(bits, STEPS - 1);
        long keep0 = keep(bits, 0);
        long keep1 = keep(bits, 1);
        long keep2 = keep(bits, 2);
        long keep3 = keep(bits, 3);
        long keep4 = keep(bits, STEPS - 1);
        int step = lanes * bits;
        long dense = 0;
        int used = 0;
        int word = 0;
        int at = bit;
        for (int done = 0; done < count; done += lanes) {
            int place = at >>> 6;
            long values = words[place] >>> at | words[place + 1] << 1 << ~at;
            long low = values & ~highest;
            long reached = values & least | (values | least) & low + leastLow | all;
            long passed = values & beyond | (values | beyond) & low + beyondLow;
            long found = (reached & ~passed & highest) >>> bits - 1;
            found = (found | found >>> move0) & keep0;
            found = (found | found >>> move1) & keep1;
            found = (found | found >>> move2) & keep2;
            found = (found | found >>> move3) & keep3;
            found = (found | found >>> move4) & keep4;
            dense |= found << used;
            used += lanes;
            if (used >= Long.SIZE) {
                into[word++] = dense;
                used -= Long.SIZE;
                dense = used == 0 ? 0 : found >>> lanes - used;
            }
            at += step;
        }
        if (word < bitWords(count)) {
            into[word] = dense;
        }
        clearFrom(count, into);
    }

    /** Clears the bits of the last word that are of no value. */
    public static void clearFrom(int count, long[] into) {
        if ((count & Long.SIZE - 1) != 0) {
            into[count >>> 6] &= (1L << count) - 1;
        }
    }

    /** The lowest bit of each value. */
    private static long ones(int bits, int lanes) {
        long ones = 0;
        for (int lane = 0; lane < lanes; lane++) {
            ones |= 1L << lane * bits;
        }
        return ones;
    }

    /** What is kept after that: groups of twice as many bits. */
    private static long keep(int bits, int step) {
        int groupBits = 2 << step;
        long stride = (long) bits << step + 1;
        if (bits == 1 || Lanes.move(bits, step) == 0) {
            return -1L;
        }
        long group = (1L << groupBits) - 1;
        long kept = 0;
        for (long from = 0; from < Long.SIZE; from += stride) {
            kept |= group << from;
        }
        return kept;
    }
}
