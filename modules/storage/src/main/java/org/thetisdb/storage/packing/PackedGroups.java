package org.thetisdb.storage.packing;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Adds and compares the packed values of rows that are in groups, reading values and groups at once.
 *
 * <pre>
 *   groups   … | 2 | 0 | 2          into[2] += one | 17     how many there are, above their sum
 *   values   … | 5 | 8 | 17         into[0] += one | 8
 *   chosen   …   1   0   1          … &amp; a mask: -1 or 0, for nobody could predict which are chosen
 * </pre>
 *
 * <p>A loop is over few rows: HotSpot compiles what is called often sooner than what is called for long. Stateless.
 */
public final class PackedGroups {
    /** Of more bits there may be more groups than a table should have. */
    public static final int BITS_MAX = PackedCounts.BITS_MAX;

    private static final int BLOCK_ROWS = 1024;

    /** Below are sums: of 2^15 values of {@value PackedSums#BITS_MAX} bits. */
    private static final int COUNT_SHIFT = 46;

    private static final long ONE = 1L << COUNT_SHIFT;

    private PackedGroups() {}

    /**
     * Adds values up by their groups.
     *
     * @param groups of at most {@value #BITS_MAX} bits
     * @param values of at most {@value PackedSums#BITS_MAX} bits
     * @param count rows, at most 32,768
     * @param chosen which rows are meant, as {@link PackedSums#sum} has it
     * @param into gets by group what {@link #count(long)} and {@link #sum(long)} take apart
     */
    public static void add(PackedCodes groups, PackedCodes values, int count, long @Nullable [] chosen, long[] into) {
        Arrays.fill(into, 0, 1 << groups.bits(), 0);
        for (int from = 0; from < count; from += BLOCK_ROWS) {
            int end = Math.min(count, from + BLOCK_ROWS);
            for (int index = addFours(groups, values, from, end, chosen, into); index < end; index++) {
                into[groups.get(index)] += (ONE | values.get(index)) & -(Lanes.meantFrom(chosen, index) & 1);
            }
        }
    }

    /** How many values were added. */
    public static long count(long added) {
        return added >>> COUNT_SHIFT;
    }

    /** Their sum. */
    public static long sum(long added) {
        return added & ONE - 1;
    }

    /** Returns where the rest begins. */
    private static int addFours(
            PackedCodes groups, PackedCodes values, int from, int end, long @Nullable [] chosen, long[] into) {
        long[] groupWords = groups.words();
        int groupBits = groups.bits();
        int groupMask = (int) PackedValues.mask(groupBits);
        int groupAt = groups.bit() + from * groupBits;
        long[] words = values.words();
        int bits = values.bits();
        long mask = PackedValues.mask(bits);
        int at = values.bit() + from * bits;
        int index = from;
        for (; index <= end - 4; index += 4) {
            long four = groupWords[groupAt >>> 6] >>> groupAt | groupWords[(groupAt >>> 6) + 1] << 1 << ~groupAt;
            int next = at + 2 * bits;
            long two = words[at >>> 6] >>> at | words[(at >>> 6) + 1] << 1 << ~at;
            long more = words[next >>> 6] >>> next | words[(next >>> 6) + 1] << 1 << ~next;
            long meant = Lanes.meantFrom(chosen, index);
            into[(int) four & groupMask] += (ONE | two & mask) & -(meant & 1);
            into[(int) (four >>> groupBits) & groupMask] += (ONE | two >>> bits & mask) & -(meant >>> 1 & 1);
            into[(int) (four >>> 2 * groupBits) & groupMask] += (ONE | more & mask) & -(meant >>> 2 & 1);
            into[(int) (four >>> 3 * groupBits) & groupMask] += (ONE | more >>> bits & mask) & -(meant >>> 3 & 1);
            groupAt += 4 * groupBits;
            at += 4 * bits;
        }
        return index;
    }

    /**
     * Finds the least and the greatest value by group. The parameters are those of {@link #add}.
     *
     * @param least gets by group the least value, if it has any
     * @param greatest gets the greatest likewise
     */
    public static void bounds(
            PackedCodes groups, PackedCodes values, int count, long @Nullable [] chosen, int[] least, int[] greatest) {
        Arrays.fill(least, 0, 1 << groups.bits(), Integer.MAX_VALUE);
        Arrays.fill(greatest, 0, 1 << groups.bits(), 0);
        for (int from = 0; from < count; from += BLOCK_ROWS) {
            int end = Math.min(count, from + BLOCK_ROWS);
            for (int index = boundFours(groups, values, from, end, chosen, least, greatest); index < end; index++) {
                bound(groups.get(index), values.get(index), (int) Lanes.meantFrom(chosen, index), least, greatest);
            }
        }
    }

    private static int boundFours(
            PackedCodes groups,
            PackedCodes values,
            int from,
            int end,
            long @Nullable [] chosen,
            int[] least,
            int[] greatest) {
        long[] groupWords = groups.words();
        int groupBits = groups.bits();
        int groupMask = (int) PackedValues.mask(groupBits);
        int groupAt = groups.bit() + from * groupBits;
        long[] words = values.words();
        int bits = values.bits();
        int mask = (int) PackedValues.mask(bits);
        int at = values.bit() + from * bits;
        int index = from;
        for (; index <= end - 4; index += 4) {
            long four = groupWords[groupAt >>> 6] >>> groupAt | groupWords[(groupAt >>> 6) + 1] << 1 << ~groupAt;
            int next = at + 2 * bits;
            long two = words[at >>> 6] >>> at | words[(at >>> 6) + 1] << 1 << ~at;
            long more = words[next >>> 6] >>> next | words[(next >>> 6) + 1] << 1 << ~next;
            int meant = (int) Lanes.meantFrom(chosen, index);
            bound((int) four & groupMask, (int) two & mask, meant, least, greatest);
            bound((int) (four >>> groupBits) & groupMask, (int) (two >>> bits) & mask, meant >>> 1, least, greatest);
            bound((int) (four >>> 2 * groupBits) & groupMask, (int) more & mask, meant >>> 2, least, greatest);
            bound(
                    (int) (four >>> 3 * groupBits) & groupMask,
                    (int) (more >>> bits) & mask,
                    meant >>> 3,
                    least,
                    greatest);
            groupAt += 4 * groupBits;
            at += 4 * bits;
        }
        return index;
    }

    /** What is not meant is the greatest int to the one and 0 to the other. */
    private static void bound(int group, int value, int meant, int[] least, int[] greatest) {
        int all = -(meant & 1);
        least[group] = Math.min(least[group], value | ~all >>> 1);
        greatest[group] = Math.max(greatest[group], value & all);
    }
}
