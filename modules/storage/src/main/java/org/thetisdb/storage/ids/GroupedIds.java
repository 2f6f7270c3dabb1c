package org.thetisdb.storage.ids;

import java.util.Arrays;

/**
 * Ids of a batch, brought together by the segments that have their values. What is read of ids that come all over the
 * place is otherwise read from another segment for each of them: each time it has to be found, and its bytes have to
 * come from memory one after the other instead of several at once.
 *
 * <pre>
 *   ids       c1  a7  b2  c9  a3  b8  c4        letters: groups, see {@link IdGroups}
 *   ordered   c1  c9  c4  a7  a3  b2  b8        groups in the order in which they are met first
 *   places     0   3   5   1   4   6   2        where each of the ids is among the ordered
 * </pre>
 *
 * <p>A counting sort over groups that are numbered by a small hash table; it takes some nanoseconds an id. Belongs to
 * one worker.
 */
public final class GroupedIds {
    /** Of fewer ids, bringing them together takes as long as it saves. */
    private static final int IDS_MIN = 64;

    /** Where so many on the average are together already, they are left as they are. */
    private static final int TOGETHER_MAX = 8;

    /** So many on the average have to come together. */
    private static final int GAIN_MIN = 2;

    private static final long HASH_FACTOR = 0x9E3779B97F4A7C15L;

    private long[] ordered = {};
    private int[] places = {};

    /** By entry of the hash table: the group, and its number from 1; 0 for none. */
    private long[] groups = {};

    private int[] numbers = {};

    /** By group number, how many ids it has, then where the next of them goes. */
    private int[] starts = {};

    /**
     * Brings ids together, if that is worth it.
     *
     * @return whether it was done
     */
    public boolean bring(long[] ids, int count) {
        if (count < IDS_MIN || IdGroups.end(ids, null, 0, count) == count) {
            return false;
        }
        int runs = runs(ids, count);
        if (runs * TOGETHER_MAX < count) {
            return false;
        }
        reserve(count);
        int groupCount = number(ids, count, runs / GAIN_MIN);
        if (groupCount < 0) {
            return false;
        }
        order(ids, count, groupCount);
        return true;
    }

    /** The ids by groups, after {@link #bring}. */
    public long[] ordered() {
        return ordered;
    }

    /** By index among the ids that were given, the place among the ordered ones. */
    public int[] places() {
        return places;
    }

    private static int runs(long[] ids, int count) {
        int runs = 1;
        for (int index = 1; index < count; index++) {
            runs += IdGroups.group(ids[index]) != IdGroups.group(ids[index - 1]) ? 1 : 0;
        }
        return runs;
    }

    private void reserve(int count) {
        if (ordered.length < count) {
            int capacity = Integer.highestOneBit(count - 1) << 1;
            ordered = new long[capacity];
            places = new int[capacity];
            groups = new long[capacity];
            numbers = new int[capacity];
            starts = new int[capacity];
        }
    }

    /** Writes the number of each id's group to its place; returns how many groups there are, -1 if too many. */
    private int number(long[] ids, int count, int groupsMax) {
        Arrays.fill(numbers, 0);
        int mask = numbers.length - 1;
        int shift = Long.SIZE - Integer.numberOfTrailingZeros(numbers.length);
        int groupCount = 0;
        for (int index = 0; index < count; index++) {
            long group = IdGroups.group(ids[index]);
            int entry = (int) (group * HASH_FACTOR >>> shift);
            while (numbers[entry] != 0 && groups[entry] != group) {
                entry = entry + 1 & mask;
            }
            if (numbers[entry] == 0) {
                if (groupCount == groupsMax) {
                    return -1;
                }
                starts[groupCount++] = 0;
                groups[entry] = group;
                numbers[entry] = groupCount;
            }
            int number = numbers[entry] - 1;
            places[index] = number;
            starts[number]++;
        }
        return groupCount;
    }

    private void order(long[] ids, int count, int groupCount) {
        int start = 0;
        for (int number = 0; number < groupCount; number++) {
            int length = starts[number];
            starts[number] = start;
            start += length;
        }
        for (int index = 0; index < count; index++) {
            int place = starts[places[index]]++;
            places[index] = place;
            ordered[place] = ids[index];
        }
    }
}
