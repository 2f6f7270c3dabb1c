package org.thetisdb.storage.packing;

import java.util.Arrays;
import java.util.BitSet;

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
        long ones = PackedValues.repeated(1, bits, lanes);
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

    /**
     * Tests the first {@code count} values whether they are in a set. A set that is one range, or all but one, costs as
     * much as {@link #within}.
     *
     * @param codes of at most {@value PackedCounts#BITS_MAX} bits
     * @param members a bit for each value of so many bits
     * @param end all values are below that, at least 1
     * @param into as {@link #within} has it
     */
    public static void among(PackedCodes codes, int count, long[] members, int end, long[] into) {
        BitSet set = BitSet.valueOf(members);
        int first = set.nextSetBit(0);
        int gap = first < 0 ? 0 : set.nextClearBit(first);
        int again = set.nextSetBit(gap);
        boolean isRange = again < 0;
        boolean isAllButRange = first == 0 && !isRange && set.nextClearBit(again) >= end;
        if (codes.bits() == 0 || first < 0 || first == 0 && gap >= end) {
            Arrays.fill(into, 0, bitWords(count), first == 0 ? -1L : 0);
        } else if (isRange) {
            within(codes.words(), codes.bit(), count, codes.bits(), first, gap - 1, into);
        } else if (isAllButRange) {
            within(codes.words(), codes.bit(), count, codes.bits(), gap, again - 1, into);
            invert(count, into);
        } else {
            for (int from = 0; from < count; from += Long.SIZE) {
                into[from >>> 6] = among(codes, from, members);
            }
        }
        clearFrom(count, into);
    }

    /** A word of bits, some of which may be of no value. */
    private static long among(PackedCodes codes, int from, long[] members) {
        long[] words = codes.words();
        int bits = codes.bits();
        int mask = (int) PackedValues.mask(bits);
        int at = codes.bit() + from * bits;
        long found = 0;
        for (int index = 0; index < Long.SIZE && at >>> 6 < words.length - 1; index += 4) {
            long four = words[at >>> 6] >>> at | words[(at >>> 6) + 1] << 1 << ~at;
            int first = (int) four & mask;
            int second = (int) (four >>> bits) & mask;
            int third = (int) (four >>> 2 * bits) & mask;
            int fourth = (int) (four >>> 3 * bits) & mask;
            long some = members[first >>> 6] >>> first & 1
                    | (members[second >>> 6] >>> second & 1) << 1
                    | (members[third >>> 6] >>> third & 1) << 2
                    | (members[fourth >>> 6] >>> fourth & 1) << 3;
            found |= some << index;
            at += 4 * bits;
        }
        return found;
    }

    /** Makes each value's bit the other. */
    public static void invert(int count, long[] into) {
        for (int word = 0; word < bitWords(count); word++) {
            into[word] = ~into[word];
        }
        clearFrom(count, into);
    }

    /** Clears the bits of the last word that are of no value. */
    public static void clearFrom(int count, long[] into) {
        if ((count & Long.SIZE - 1) != 0) {
            into[count >>> 6] &= (1L << count) - 1;
        }
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
