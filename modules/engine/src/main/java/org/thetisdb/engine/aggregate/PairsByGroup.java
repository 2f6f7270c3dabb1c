package org.thetisdb.engine.aggregate;

import java.util.Arrays;

/**
 * The pairs of groups and values of a {@link DistinctAccumulator}, put in the order of their groups so that those of
 * some groups can be taken out without looking at all others. Immutable.
 *
 * <pre>
 *   starts  [ 0 | 2 | 2 | 5 ]        group g has the pairs in places starts[g] up to starts[g + 1]
 *   pairs   [ 1 4 | | 0 2 3 ]        of one group in their own order
 * </pre>
 */
final class PairsByGroup {
    private final int[] starts;
    private final int[] pairs;

    /** @param groups the group of each pair */
    PairsByGroup(long[] groups, int pairCount) {
        long groupCount = 0;
        for (int pair = 0; pair < pairCount; pair++) {
            groupCount = Math.max(groupCount, groups[pair] + 1);
        }
        starts = new int[(int) groupCount + 1];
        for (int pair = 0; pair < pairCount; pair++) {
            starts[(int) groups[pair] + 1]++;
        }
        for (int group = 1; group < starts.length; group++) {
            starts[group] += starts[group - 1];
        }
        int[] places = starts.clone();
        pairs = new int[pairCount];
        for (int pair = 0; pair < pairCount; pair++) {
            pairs[places[(int) groups[pair]]++] = pair;
        }
    }

    /** The pairs of a group. */
    int[] pairs(int group) {
        return Arrays.copyOfRange(pairs, start(group), end(group));
    }

    int pairCount() {
        return pairs.length;
    }

    /** How many pairs some groups have. */
    int count(int[] groups, int groupCount) {
        int count = 0;
        for (int index = 0; index < groupCount; index++) {
            count += end(groups[index]) - start(groups[index]);
        }
        return count;
    }

    /**
     * Writes the pairs of some groups.
     *
     * @param names for each of the groups what is to be written for it into {@code namesOfPairs}
     */
    void write(int[] groups, int[] names, int groupCount, int[] pairsOfGroups, int[] namesOfPairs) {
        int written = 0;
        for (int index = 0; index < groupCount; index++) {
            for (int place = start(groups[index]); place < end(groups[index]); place++) {
                pairsOfGroups[written] = pairs[place];
                namesOfPairs[written++] = names[index];
            }
        }
    }

    /** Groups beyond the last one that has a pair are not in {@code starts}. */
    private int start(int group) {
        return starts[Math.min(group, starts.length - 1)];
    }

    private int end(int group) {
        return starts[Math.min(group + 1, starts.length - 1)];
    }
}
