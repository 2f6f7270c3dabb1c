package org.thetisdb.engine.aggregate;

import java.util.Arrays;

/**
 * The rows of a batch by their groups, those of a group in their order: a counting sort, so that what belongs together
 * can be added at once. Scratch memory of one worker.
 *
 * <pre>
 *   groups   2 0 2 2 0        rows   1 4 | 0 2 3
 *                             runs   0     2
 * </pre>
 */
public final class GroupRuns {
    /** More groups than this part of the rows are not worth it: their runs would be short. */
    private static final int ROWS_PER_GROUP_MIN = 4;

    private int[] rows = {};

    /** Of each group where its rows end, after they were arranged. */
    private int[] ends = {};

    private int groupEnd;

    /** Whether the rows were arranged; if not, they have too many groups. */
    boolean arrange(int[] groups, int count) {
        int last = 0;
        for (int row = 0; row < count; row++) {
            last = Math.max(last, groups[row]);
        }
        if (last >= count / ROWS_PER_GROUP_MIN) {
            return false;
        }
        arrange(groups, count, last + 1);
        return true;
    }

    /**
     * Arranges the rows, however many groups there are.
     *
     * @param groupCount all groups are below this
     */
    public void arrange(int[] groups, int count, int groupCount) {
        groupEnd = groupCount;
        if (rows.length < count) {
            rows = new int[count];
        }
        countRows(groups, count);
        for (int row = 0; row < count; row++) {
            rows[ends[groups[row]]++] = row;
        }
    }

    /** Writes where each group's rows begin. */
    private void countRows(int[] groups, int count) {
        if (ends.length < groupEnd) {
            ends = new int[Math.max(groupEnd, 2 * ends.length)];
        }
        Arrays.fill(ends, 0, groupEnd, 0);
        for (int row = 0; row < count; row++) {
            ends[groups[row]]++;
        }
        int before = 0;
        for (int group = 0; group < groupEnd; group++) {
            int own = ends[group];
            ends[group] = before;
            before += own;
        }
    }

    /** All rows, group by group. */
    public int[] rows() {
        return rows;
    }

    /** All groups that have rows are below this. */
    int groupEnd() {
        return groupEnd;
    }

    /** Where the rows of a group begin in {@link #rows}. */
    public int from(int group) {
        return group == 0 ? 0 : ends[group - 1];
    }

    /** Where they end. */
    public int end(int group) {
        return ends[group];
    }
}
