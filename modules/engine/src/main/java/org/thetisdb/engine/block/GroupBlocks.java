package org.thetisdb.engine.block;

/**
 * Blocks that add a row to what is kept of its group, in an array with an entry for each place; static methods, so that
 * loops can call them by name.
 *
 * <p>That of the least value branches, as does that of the greatest: after a few rows neither changes any more, and
 * then a branch that is foreseen is half of what storing the same again would take.
 */
public final class GroupBlocks {
    private GroupBlocks() {}

    /** Counts a row of the mask, which is -1 or 0. */
    public static void count(long[] totals, long place, long mask) {
        totals[(int) place] -= mask;
    }

    public static void add(long[] totals, long place, long value) {
        totals[(int) place] += value;
    }

    public static void least(long[] totals, long place, long value) {
        int index = (int) place;
        if (value < totals[index]) {
            totals[index] = value;
        }
    }

    public static void greatest(long[] totals, long place, long value) {
        int index = (int) place;
        if (value > totals[index]) {
            totals[index] = value;
        }
    }
}
