package org.thetisdb.storage.packing;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Counts how often each packed value occurs.
 *
 * <p>Values of few bits are counted by the bits of a word: how many have both the first bit and the second, say, a
 * population count of what the two have in common tells, and how many have one of them only, subtraction. That is
 * inclusion and exclusion, with seven counts for the eight values of three bits. Wider ones are counted in a table.
 */
public final class PackedCounts {
    /** Of wider values there may be more than a table should have. */
    public static final int BITS_MAX = 12;

    private static final int PLANE_BITS_MAX = 3;

    /** A loop is over few rows: HotSpot compiles what is called often sooner than what is called for long. */
    private static final int BLOCK_ROWS = 1024;

    private PackedCounts() {}

    /**
     * Counts the first {@code count} values.
     *
     * @param codes of at most {@value #BITS_MAX} bits
     * @param chosen which values are meant, as {@link PackedSums#sum} has it
     * @param into gets for each value of so many bits how often it occurs
     */
    public static void count(PackedCodes codes, int count, long @Nullable [] chosen, int[] into) {
        Arrays.fill(into, 0, 1 << codes.bits(), 0);
        if (codes.bits() == 0) {
            into[0] = PackedSums.chosenCount(chosen, count);
        } else if (codes.bits() <= PLANE_BITS_MAX) {
            countPlanes(codes, count, chosen, into);
        } else {
            countFours(codes, count, chosen, into);
        }
    }

    private static void countPlanes(PackedCodes codes, int count, long @Nullable [] chosen, int[] into) {
        Lanes lanes = Lanes.of(codes.bits(), Long.SIZE / codes.bits());
        int step = Lanes.BLOCK_WORDS * lanes.count();
        int end = count / lanes.count() * lanes.count();
        for (int done = 0; done < end; done += step) {
            countPlanes(lanes, codes, done, Math.min(end, done + step), chosen, into);
        }
        countOneByOne(codes, end, count, chosen, into);
    }

    /** Counts the values of whole words. */
    private static void countPlanes(
            Lanes lanes, PackedCodes codes, int from, int end, long @Nullable [] chosen, int[] into) {
        long[] words = codes.words();
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
        int at = codes.bit() + from * bits;
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

    private static void countFours(PackedCodes codes, int count, long @Nullable [] chosen, int[] into) {
        for (int from = 0; from < count; from += BLOCK_ROWS) {
            int end = Math.min(count, from + BLOCK_ROWS);
            countOneByOne(codes, countFours(codes, from, end, chosen, into), end, chosen, into);
        }
    }

    /** Returns where the rest begins. */
    private static int countFours(PackedCodes codes, int from, int end, long @Nullable [] chosen, int[] into) {
        long[] words = codes.words();
        int bits = codes.bits();
        int mask = (int) PackedValues.mask(bits);
        int at = codes.bit() + from * bits;
        int index = from;
        for (; index <= end - 4; index += 4) {
            int place = at >>> 6;
            long word = words[place] >>> at | words[place + 1] << 1 << ~at;
            // Nobody could predict which are chosen.
            int meant = (int) Lanes.meantFrom(chosen, index);
            into[(int) word & mask] += meant & 1;
            into[(int) (word >>> bits) & mask] += meant >>> 1 & 1;
            into[(int) (word >>> 2 * bits) & mask] += meant >>> 2 & 1;
            into[(int) (word >>> 3 * bits) & mask] += meant >>> 3 & 1;
            at += 4 * bits;
        }
        return index;
    }

    private static void countOneByOne(PackedCodes codes, int from, int end, long @Nullable [] chosen, int[] into) {
        for (int index = from; index < end; index++) {
            into[codes.get(index)] += (int) Lanes.meantFrom(chosen, index) & 1;
        }
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
            PackedCodes codes, long @Nullable [] chosen, int[] counts, int[] found, long[] countsOfFound) {
        int left = 0;
        for (int value = 0; value < 1 << codes.bits(); value++) {
            left += counts[value] > 0 ? 1 : 0;
        }
        int foundCount = 0;
        for (int index = 0; foundCount < left; index++) {
            int value = codes.get(index);
            if (counts[value] > 0 && (Lanes.meantFrom(chosen, index) & 1) == 1) {
                found[foundCount] = value;
                countsOfFound[foundCount++] = counts[value];
                counts[value] = 0;
            }
        }
        return foundCount;
    }
}
