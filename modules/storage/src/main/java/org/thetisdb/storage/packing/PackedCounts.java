package org.thetisdb.storage.packing;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Counts how often each packed value occurs.
 *
 * <p>Values of few bits are counted by the bits of a word: how many have both the first bit and the second, say, a
 * population count of what the two have in common tells, and how many have one of them only, subtraction. That is
 * inclusion and exclusion, with seven counts for the eight values of three bits. Wider ones are counted one by one.
 */
public final class PackedCounts {
    /** Of wider values there may be more than a table should have. */
    public static final int BITS_MAX = 12;

    private static final int PLANE_BITS_MAX = 3;

    private PackedCounts() {}

    /**
     * Counts {@code count} values from the start of an array.
     *
     * @param words as {@link PackedValues#copy} leaves them
     * @param bit where the first value begins
     * @param bits 1 to {@value #BITS_MAX}
     * @param chosen which values are meant, as {@link PackedSums#sum} has it
     * @param into gets for each value of so many bits how often it occurs
     */
    public static void count(long[] words, int bit, int count, int bits, long @Nullable [] chosen, int[] into) {
        Arrays.fill(into, 0, 1 << bits, 0);
        if (bits <= PLANE_BITS_MAX) {
            countPlanes(words, bit, count, bits, chosen, into);
        } else if (chosen == null) {
            countAll(words, bit, count, bits, into);
        } else {
            countOneByOne(words, bit, 0, count, bits, chosen, into);
        }
    }

    private static void countPlanes(long[] words, int bit, int count, int bits, long @Nullable [] chosen, int[] into) {
        Lanes lanes = Lanes.of(bits, Long.SIZE / bits);
        int step = Lanes.BLOCK_WORDS * lanes.count();
        int end = count / lanes.count() * lanes.count();
        for (int done = 0; done < end; done += step) {
            countPlanes(lanes, words, bit, done, Math.min(end, done + step), chosen, into);
        }
        countOneByOne(words, bit + end * bits, end, count, bits, chosen, into);
    }

    /** Counts the values of whole words. */
    private static void countPlanes(
            Lanes lanes, long[] words, int bit, int from, int end, long @Nullable [] chosen, int[] into) {
        int bits = lanes.bits();
        int laneCount = lanes.count();
        long ones = lanes.ones();
        long onesOfSecond = bits > 1 ? ones : 0;
        long onesOfThird = bits > 2 ? ones : 0;
        int all = 0;
        int first = 0;
        int second = 0;
        int third = 0;
        int firstSecond = 0;
        int firstThird = 0;
        int secondThird = 0;
        int allThree = 0;
        int at = bit + from * bits;
        for (int done = from; done < end; done += laneCount) {
            int place = at >>> 6;
            long values = words[place] >>> at | words[place + 1] << 1 << ~at;
            if (chosen == null) {
                all += laneCount;
            } else {
                long meant = lanes.meant(chosen, done, end);
                values &= meant;
                all += Long.bitCount(meant & ones);
            }
            long low = values & ones;
            long middle = values >>> 1 & onesOfSecond;
            long high = values >>> 2 & onesOfThird;
            first += Long.bitCount(low);
            second += Long.bitCount(middle);
            third += Long.bitCount(high);
            firstSecond += Long.bitCount(low & middle);
            firstThird += Long.bitCount(low & high);
            secondThird += Long.bitCount(middle & high);
            allThree += Long.bitCount(low & middle & high);
            at += laneCount * bits;
        }
        into[0] += all - first - second - third + firstSecond + firstThird + secondThird - allThree;
        into[1] += first - firstSecond - firstThird + allThree;
        if (bits > 1) {
            into[2] += second - firstSecond - secondThird + allThree;
            into[3] += firstSecond - allThree;
        }
        if (bits > 2) {
            into[4] += third - firstThird - secondThird + allThree;
            into[5] += firstThird - allThree;
            into[6] += secondThird - allThree;
            into[7] += allThree;
        }
    }

    private static void countAll(long[] words, int bit, int count, int bits, int[] into) {
        int mask = (int) PackedValues.mask(bits);
        int step = 4 * bits;
        int at = bit;
        int index = 0;
        for (; index <= count - 4; index += 4) {
            int place = at >>> 6;
            long word = words[place] >>> at | words[place + 1] << 1 << ~at;
            into[(int) word & mask]++;
            into[(int) (word >>> bits) & mask]++;
            into[(int) (word >>> 2 * bits) & mask]++;
            into[(int) (word >>> 3 * bits) & mask]++;
            at += step;
        }
        countOneByOne(words, at, index, count, bits, null, into);
    }

    /** Counts the values from {@code from} on, of which the first begins at {@code bit}. */
    private static void countOneByOne(
            long[] words, int bit, int from, int count, int bits, long @Nullable [] chosen, int[] into) {
        int mask = (int) PackedValues.mask(bits);
        int at = bit;
        for (int index = from; index < count; index++) {
            // Nobody could predict which are chosen.
            into[value(words, at, mask)] += chosen == null ? 1 : (int) (chosen[index >>> 6] >>> index & 1);
            at += bits;
        }
    }

    private static int value(long[] words, int at, int mask) {
        int place = at >>> 6;
        return (int) (words[place] >>> at | words[place + 1] << 1 << ~at) & mask;
    }

    /**
     * Finds the values that occur, in the order in which they are first met. The first parameters are those of {@link
     * #count}.
     *
     * @param counts what that gave; of no use afterwards
     * @param found gets the values; as long as {@code counts}, at least
     * @param countsOfFound gets how often each occurs
     * @return how many they are
     */
    public static int order(
            long[] words,
            int bit,
            int bits,
            long @Nullable [] chosen,
            int[] counts,
            int[] found,
            long[] countsOfFound) {
        int mask = (int) PackedValues.mask(bits);
        int left = 0;
        for (int value = 0; value <= mask; value++) {
            left += counts[value] > 0 ? 1 : 0;
        }
        int foundCount = 0;
        int at = bit;
        for (int index = 0; foundCount < left; index++) {
            int value = value(words, at, mask);
            if (counts[value] > 0 && (chosen == null || (chosen[index >>> 6] >>> index & 1) == 1)) {
                found[foundCount] = value;
                countsOfFound[foundCount++] = counts[value];
                counts[value] = 0;
            }
            at += bits;
        }
        return foundCount;
    }

    /**
     * How many of the values that {@link #order} has found are met before a place.
     *
     * @param end how many of the values come before the place
     * @param found what {@link #order} gave
     */
    public static int metBefore(
            int end, long[] words, int bit, int bits, long @Nullable [] chosen, int[] found, int foundCount) {
        int mask = (int) PackedValues.mask(bits);
        int met = 0;
        int at = bit;
        for (int index = 0; index < end && met < foundCount; index++) {
            boolean isMeant = chosen == null || (chosen[index >>> 6] >>> index & 1) == 1;
            met += isMeant && value(words, at, mask) == found[met] ? 1 : 0;
            at += bits;
        }
        return met;
    }
}
