package org.thetisdb.storage.packing;

import org.jspecify.annotations.Nullable;

/**
 * Adds and compares packed values without unpacking them: all that a word holds at once.
 *
 * <pre>
 *   word            … | 000011 | 011010 | 101000 | 000111 |     ten values of six bits, say
 *   even            … |          011010 |          000111 |     every second one, with room for as many bits again,
 *   odd             … |          000011 |          101000 |     so that 65 words can be added before one overflows
 *
 *   chosen          … 1 0 1 1                                   which values are meant, a bit for each
 *   spread          … |      1 |        |      1 |      1 |     the bits moved apart, by halves
 *   as masks        … | 111111 | 000000 | 111111 | 111111 |
 * </pre>
 *
 * <p>After L. Lamport, as {@link PackedTests} says. Bits are moved apart as these move them together. A loop is over
 * few words: HotSpot compiles what is called often sooner than what is called for long.
 */
public final class PackedSums {
    /** Of wider values a word holds one, or two without room beside them. */
    public static final int BITS_MAX = 31;

    /** Values of so few bits are added by counting the bits of each power of two. */
    private static final int PLANE_BITS_MAX = 3;

    /** Of values no further from 0, the sum of 2^15 is below 2^62: two of them for each. */
    private static final long REACH_MAX = 1L << 45;

    private PackedSums() {}

    /**
     * Whether {@code base + code · step} can be added up, for all codes of so many bits: the sum of 32,768 of them is
     * below 2^62 on either side of 0.
     *
     * @param step at least 0
     * @param bits 0 to {@value #BITS_MAX}
     */
    public static boolean isNear(long base, long step, int bits) {
        return base >= -REACH_MAX && base <= REACH_MAX && step <= REACH_MAX >> bits;
    }

    /** How many of the first {@code count} values are meant: all if {@code chosen} is null. */
    public static int chosenCount(long @Nullable [] chosen, int count) {
        if (chosen == null) {
            return count;
        }
        int found = 0;
        int whole = count >>> 6;
        for (int word = 0; word < whole; word++) {
            found += Long.bitCount(chosen[word]);
        }
        int rest = count & Long.SIZE - 1;
        return rest == 0 ? found : found + Long.bitCount(chosen[whole] & (1L << rest) - 1);
    }

    /**
     * The sum of {@code count} values from the start of an array.
     *
     * @param words as {@link PackedValues#copy} leaves them
     * @param bit where the first value begins
     * @param count at most 32,768
     * @param bits 1 to {@value #BITS_MAX}
     * @param chosen which values are meant: a bit for each, the first the least significant one, the others of {@link
     *     PackedTests#bitWords} words 0; null for all
     */
    public static long sum(long[] words, int bit, int count, int bits, long @Nullable [] chosen) {
        return bits <= PLANE_BITS_MAX
                ? sumOfPlanes(words, bit, count, bits, chosen)
                : sumOfPairs(words, bit, count, bits, chosen);
    }

    private static long sumOfPlanes(long[] words, int bit, int count, int bits, long @Nullable [] chosen) {
        Lanes lanes = Lanes.of(bits, Long.SIZE / bits);
        long sum = 0;
        int step = Lanes.BLOCK_WORDS * lanes.count();
        for (int done = 0; done < count; done += step) {
            sum += sumOfPlanes(lanes, words, bit, done, Math.min(count, done + step), chosen);
        }
        return sum;
    }

    private static long sumOfPlanes(Lanes lanes, long[] words, int bit, int from, int end, long @Nullable [] chosen) {
        int bits = lanes.bits();
        int laneCount = lanes.count();
        long ones = lanes.ones();
        long first = 0;
        long second = 0;
        long third = 0;
        int at = bit + from * bits;
        for (int done = from; done < end; done += laneCount) {
            int place = at >>> 6;
            long values = words[place] >>> at | words[place + 1] << 1 << ~at;
            values &= lanes.meant(chosen, done, end);
            first += Long.bitCount(values & ones);
            second += Long.bitCount(values >>> 1 & ones);
            third += Long.bitCount(values >>> 2 & ones);
            at += laneCount * bits;
        }
        // A value of fewer bits has, further up, those of the next, which were counted for nothing.
        return first + (bits > 1 ? 2 * second : 0) + (bits > 2 ? 4 * third : 0);
    }

    private static long sumOfPairs(long[] words, int bit, int count, int bits, long @Nullable [] chosen) {
        Lanes lanes = Lanes.ofPairs(bits);
        // So many words can be added before one overflows.
        int step = (int) Math.min(Lanes.BLOCK_WORDS, (1L << bits) + 1) * lanes.count();
        long sum = 0;
        for (int done = 0; done < count; done += step) {
            sum += sumOfPairs(lanes, words, bit, done, Math.min(count, done + step), chosen);
        }
        return sum;
    }

    private static long sumOfPairs(Lanes lanes, long[] words, int bit, int from, int end, long @Nullable [] chosen) {
        int bits = lanes.bits();
        int laneCount = lanes.count();
        int step = laneCount * bits;
        long even = lanes.even();
        long evens = 0;
        long odds = 0;
        int at = bit + from * bits;
        int done = from;
        if (chosen == null) {
            for (; done <= end - laneCount; done += laneCount) {
                int place = at >>> 6;
                long values = words[place] >>> at | words[place + 1] << 1 << ~at;
                evens += values & even;
                odds += values >>> bits & even;
                at += step;
            }
        }
        for (; done < end; done += laneCount) {
            int place = at >>> 6;
            long values = words[place] >>> at | words[place + 1] << 1 << ~at;
            values &= lanes.meant(chosen, done, end);
            evens += values & even;
            odds += values >>> bits & even;
            at += step;
        }
        return lanes.total(evens) + lanes.total(odds);
    }

    /**
     * The least and the greatest of {@code count} values from the start of an array, which {@link #least} and {@link
     * #greatest} take apart. The parameters are those of {@link #sum}; at least one value is meant.
     */
    public static long bounds(long[] words, int bit, int count, int bits, long @Nullable [] chosen) {
        Lanes lanes = Lanes.ofPairs(bits);
        int laneCount = lanes.count();
        long even = lanes.even();
        long spare = lanes.evenOnes() << bits;
        long least = even;
        long greatest = 0;
        int at = bit;
        for (int done = 0; done < count; done += laneCount) {
            int place = at >>> 6;
            long values = words[place] >>> at | words[place + 1] << 1 << ~at;
            long meant = lanes.meant(chosen, done, count);
            long low = values | ~meant;
            long high = values & meant;
            least = lesser(least, low & even, spare, bits);
            least = lesser(least, low >>> bits & even, spare, bits);
            greatest = greater(greatest, high & even, spare, bits);
            greatest = greater(greatest, high >>> bits & even, spare, bits);
            at += laneCount * bits;
        }
        return lanes.greatest(greatest) << Integer.SIZE | lanes.least(least);
    }

    /** What {@link #bounds} has found as the least. */
    public static long least(long bounds) {
        return bounds & (1L << Integer.SIZE) - 1;
    }

    /** What {@link #bounds} has found as the greatest. */
    public static long greatest(long bounds) {
        return bounds >>> Integer.SIZE;
    }

    /** By pair of lanes; a bit that is spare beside each stays where the first is not less than the second. */
    private static long lesser(long first, long second, long spare, int bits) {
        long reached = (first | spare) - second & spare;
        return first ^ (first ^ second) & reached - (reached >>> bits);
    }

    private static long greater(long first, long second, long spare, int bits) {
        long reached = (first | spare) - second & spare;
        return second ^ (first ^ second) & reached - (reached >>> bits);
    }
}
