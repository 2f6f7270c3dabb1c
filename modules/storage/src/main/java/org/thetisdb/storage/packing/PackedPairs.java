package org.thetisdb.storage.packing;

import org.jspecify.annotations.Nullable;

/**
 * Counts how often the packed values of two columns occur together, reading both at once.
 *
 * <pre>
 *   first    … | 101 | 000 | 011        the pair of a row is a number: second · 2^3 + first, here 2^3 + 3 for the
 *   second   … |  10 |  11 |  01        lowest one
 * </pre>
 *
 * <p>A loop is over few rows: HotSpot compiles what is called often sooner than what is called for long. Stateless.
 */
public final class PackedPairs {
    /** Of more bits together there may be more pairs than a table should have. */
    public static final int BITS_MAX = PackedCounts.BITS_MAX;

    private static final int BLOCK_ROWS = 1024;

    private PackedPairs() {}

    /**
     * Counts pairs.
     *
     * @param second with {@code first}, of at most {@value #BITS_MAX} bits
     * @param count rows
     * @param chosen which rows are meant, as {@link PackedSums#sum} has it
     * @param into gets for each pair how often it occurs; all 0 before
     */
    public static void count(PackedCodes first, PackedCodes second, int count, long @Nullable [] chosen, int[] into) {
        for (int from = 0; from < count; from += BLOCK_ROWS) {
            int end = Math.min(count, from + BLOCK_ROWS);
            int done = chosen == null
                    ? countAll(first, second, from, end, into)
                    : countChosen(first, second, from, end, chosen, into);
            countOneByOne(first, second, done, end, chosen, into);
        }
    }

    /** Four rows at a time; returns where the rest begins. */
    private static int countAll(PackedCodes first, PackedCodes second, int from, int end, int[] into) {
        long[] words = first.words();
        long[] others = second.words();
        int bits = first.bits();
        int otherBits = second.bits();
        int mask = (int) PackedValues.mask(bits);
        int otherMask = (int) PackedValues.mask(otherBits);
        int at = first.bit() + from * bits;
        int otherAt = second.bit() + from * otherBits;
        int index = from;
        for (; index <= end - 4; index += 4) {
            int place = at >>> 6;
            int otherPlace = otherAt >>> 6;
            long codes = words[place] >>> at | words[place + 1] << 1 << ~at;
            long otherCodes = others[otherPlace] >>> otherAt | others[otherPlace + 1] << 1 << ~otherAt;
            into[(int) codes & mask | ((int) otherCodes & otherMask) << bits]++;
            codes >>>= bits;
            otherCodes >>>= otherBits;
            into[(int) codes & mask | ((int) otherCodes & otherMask) << bits]++;
            codes >>>= bits;
            otherCodes >>>= otherBits;
            into[(int) codes & mask | ((int) otherCodes & otherMask) << bits]++;
            codes >>>= bits;
            otherCodes >>>= otherBits;
            into[(int) codes & mask | ((int) otherCodes & otherMask) << bits]++;
            at += 4 * bits;
            otherAt += 4 * otherBits;
        }
        return index;
    }

    /** As {@link #countAll}; nobody could predict which are chosen. */
    private static int countChosen(
            PackedCodes first, PackedCodes second, int from, int end, long[] chosen, int[] into) {
        long[] words = first.words();
        long[] others = second.words();
        int bits = first.bits();
        int otherBits = second.bits();
        int mask = (int) PackedValues.mask(bits);
        int otherMask = (int) PackedValues.mask(otherBits);
        int at = first.bit() + from * bits;
        int otherAt = second.bit() + from * otherBits;
        int index = from;
        for (; index <= end - 4; index += 4) {
            int place = at >>> 6;
            int otherPlace = otherAt >>> 6;
            long codes = words[place] >>> at | words[place + 1] << 1 << ~at;
            long otherCodes = others[otherPlace] >>> otherAt | others[otherPlace + 1] << 1 << ~otherAt;
            int meant = (int) (chosen[index >>> 6] >>> index);
            into[(int) codes & mask | ((int) otherCodes & otherMask) << bits] += meant & 1;
            codes >>>= bits;
            otherCodes >>>= otherBits;
            into[(int) codes & mask | ((int) otherCodes & otherMask) << bits] += meant >>> 1 & 1;
            codes >>>= bits;
            otherCodes >>>= otherBits;
            into[(int) codes & mask | ((int) otherCodes & otherMask) << bits] += meant >>> 2 & 1;
            codes >>>= bits;
            otherCodes >>>= otherBits;
            into[(int) codes & mask | ((int) otherCodes & otherMask) << bits] += meant >>> 3 & 1;
            at += 4 * bits;
            otherAt += 4 * otherBits;
        }
        return index;
    }

    private static void countOneByOne(
            PackedCodes first, PackedCodes second, int from, int end, long @Nullable [] chosen, int[] into) {
        long[] words = first.words();
        long[] others = second.words();
        int bits = first.bits();
        int otherBits = second.bits();
        int mask = (int) PackedValues.mask(bits);
        int otherMask = (int) PackedValues.mask(otherBits);
        int at = first.bit() + from * bits;
        int otherAt = second.bit() + from * otherBits;
        for (int index = from; index < end; index++) {
            int code = (int) (words[at >>> 6] >>> at | words[(at >>> 6) + 1] << 1 << ~at) & mask;
            int other = (int) (others[otherAt >>> 6] >>> otherAt | others[(otherAt >>> 6) + 1] << 1 << ~otherAt);
            into[code | (other & otherMask) << bits] += chosen == null ? 1 : (int) (chosen[index >>> 6] >>> index & 1);
            at += bits;
            otherAt += otherBits;
        }
    }

    /**
     * Finds the pairs that occur, in the order in which they are first met.
     *
     * @param chosen as in {@link #count}
     * @param counts what that gave; all 0 afterwards
     * @param found of two arrays, one gets their first values and the other their second ones
     * @param countsOfFound gets how often each occurs
     * @return how many they are
     */
    public static int order(
            PackedCodes first,
            PackedCodes second,
            long @Nullable [] chosen,
            int[] counts,
            int[][] found,
            long[] countsOfFound) {
        int left = 0;
        for (int pair = 0; pair < 1 << first.bits() + second.bits(); pair++) {
            left += counts[pair] > 0 ? 1 : 0;
        }
        int foundCount = 0;
        for (int index = 0; foundCount < left; index++) {
            int code = first.get(index);
            int other = second.get(index);
            int pair = code | other << first.bits();
            if (counts[pair] > 0 && (chosen == null || (chosen[index >>> 6] >>> index & 1) == 1)) {
                found[0][foundCount] = code;
                found[1][foundCount] = other;
                countsOfFound[foundCount++] = counts[pair];
                counts[pair] = 0;
            }
        }
        return foundCount;
    }
}
