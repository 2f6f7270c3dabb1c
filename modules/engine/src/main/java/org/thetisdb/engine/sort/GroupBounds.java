package org.thetisdb.engine.sort;

import java.util.Arrays;
import org.thetisdb.engine.order.KeyPrefixes;
import org.thetisdb.engine.table.KeyTable;
import org.thetisdb.value.vector.Vector;

/**
 * Of each group the least prefixes of its rows so far, as many as rows are wanted, in order: a row whose prefix is
 * greater than all of them comes behind so many others.
 *
 * <pre>
 *   group      0            1            2
 *   least   [ 3 5 5 ]    [ 1 9 – ]    [ 2 2 4 ]       wanted 3: a row of group 1 is wanted whatever its prefix
 *   counts     3            2            3
 * </pre>
 *
 * <p>Belongs to one worker.
 */
final class GroupBounds {
    /** Where there are more groups, arrays grow by half. */
    private static final double GROWTH = 1.5;

    private final KeyTable table;
    private final int wanted;
    private long[] least = {};
    private int[] counts = {};

    /** @param wanted how many rows of a group are, at least 1 */
    GroupBounds(int keyCount, int wanted) {
        this.table = new KeyTable(keyCount);
        this.wanted = wanted;
    }

    int groupCount() {
        return table.count();
    }

    /** What it takes when so many rows have come, should each be of a new group. */
    long bytesWith(int rowCount) {
        long groups = (long) (GROWTH * (table.count() + rowCount));
        return table.bytesWith(rowCount) + groups * ((long) Long.BYTES * wanted + Integer.BYTES);
    }

    /** Writes the group of each row. */
    void assign(Vector[] keys, int rowCount, int[] groups) {
        table.findOrAdd(keys, rowCount, groups);
        if (table.count() > counts.length) {
            int room = (int) Math.min(Integer.MAX_VALUE / 2 / wanted, (long) (GROWTH * table.count()));
            counts = Arrays.copyOf(counts, Math.max(room, table.count()));
            least = Arrays.copyOf(least, Math.multiplyExact(counts.length, wanted));
        }
    }

    /**
     * The rows that may be among the first of their group.
     *
     * @param counted whose entries that are null are of rows that do not count; they are always taken
     * @param selection gets their numbers
     * @return how many they are
     */
    int select(int[] groups, KeyPrefixes prefixes, Vector counted, int rowCount, int[] selection) {
        boolean[] ignored = counted.hasNulls() ? counted.nulls() : null;
        int selected = 0;
        for (int row = 0; row < rowCount; row++) {
            selection[selected] = row;
            boolean isTaken = ignored != null && ignored[row] || take(groups[row], prefixes.at(row));
            selected += isTaken ? 1 : 0;
        }
        return selected;
    }

    private boolean take(int group, long prefix) {
        int first = group * wanted;
        int count = counts[group];
        if (count == wanted) {
            long greatest = least[first + wanted - 1];
            if (prefix >= greatest) {
                return prefix == greatest;
            }
            count--;
        } else {
            counts[group]++;
        }
        int place = first + count;
        while (place > first && least[place - 1] > prefix) {
            least[place] = least[place - 1];
            place--;
        }
        least[place] = prefix;
        return true;
    }
}
