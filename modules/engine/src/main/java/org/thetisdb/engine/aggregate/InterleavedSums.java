package org.thetisdb.engine.aggregate;

/**
 * Sums by few groups, four of each by turns. Rows that come one after the other are often of the same group, and where
 * a sum is read again that was just written, its addition waits for the one before it: four such chains take no more
 * time than one.
 *
 * <p>Belongs to one accumulator.
 */
final class InterleavedSums {
    private static final int GROUPS_MAX = 64;

    /** With fewer rows of a group, adding up the four takes what they spare. */
    private static final int ROWS_OF_GROUP_MIN = 4;

    private static final int SECOND = GROUPS_MAX;
    private static final int THIRD = 2 * GROUPS_MAX;
    private static final int FOURTH = 3 * GROUPS_MAX;

    /** All 0 between calls. */
    private long[] sums = {};

    private int groupCount;

    /** Adds each row to its group's count, whether groups are few or many. */
    void count(int[] groups, int count, long[] into) {
        if (areFew(groups, count)) {
            addCounts(groups, count, into);
            return;
        }
        for (int row = 0; row < count; row++) {
            into[groups[row]]++;
        }
    }

    /** Whether the groups of these rows are few; then they, and no others, may be added next. */
    boolean areFew(int[] groups, int count) {
        int greatest = 0;
        for (int row = 0; row < count; row++) {
            greatest = Math.max(greatest, groups[row]);
        }
        groupCount = greatest + 1;
        boolean areFew = groupCount <= GROUPS_MAX && count >= ROWS_OF_GROUP_MIN * groupCount;
        if (areFew && sums.length == 0) {
            sums = new long[4 * GROUPS_MAX];
        }
        return areFew;
    }

    /** Adds each row to its group's count. */
    void addCounts(int[] groups, int count, long[] into) {
        long[] to = sums;
        int row = 0;
        for (; row + 3 < count; row += 4) {
            to[groups[row]]++;
            to[SECOND + groups[row + 1]]++;
            to[THIRD + groups[row + 2]]++;
            to[FOURTH + groups[row + 3]]++;
        }
        for (; row < count; row++) {
            to[groups[row]]++;
        }
        moveTo(into);
    }

    /** Adds each value to its group's sum; none of these leaves 64 bits on the way, whatever the order. */
    void addValues(int[] groups, long[] values, int count, long[] into) {
        long[] to = sums;
        int row = 0;
        for (; row + 3 < count; row += 4) {
            to[groups[row]] += values[row];
            to[SECOND + groups[row + 1]] += values[row + 1];
            to[THIRD + groups[row + 2]] += values[row + 2];
            to[FOURTH + groups[row + 3]] += values[row + 3];
        }
        for (; row < count; row++) {
            to[groups[row]] += values[row];
        }
        moveTo(into);
    }

    private void moveTo(long[] into) {
        for (int group = 0; group < groupCount; group++) {
            into[group] += sums[group] + sums[SECOND + group] + sums[THIRD + group] + sums[FOURTH + group];
            sums[group] = 0;
            sums[SECOND + group] = 0;
            sums[THIRD + group] = 0;
            sums[FOURTH + group] = 0;
        }
    }

    /** About how many bytes they take. */
    long bytes() {
        return 8L * sums.length;
    }
}
