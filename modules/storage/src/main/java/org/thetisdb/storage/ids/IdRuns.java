package org.thetisdb.storage.ids;

/** Ids that follow one upon the other, whose values do so too. */
public final class IdRuns {
    private IdRuns() {}

    /** How many ids are not one more than the one before: by arithmetic, for nobody could predict branches. */
    public static int jumps(long[] ids, int from, int length) {
        long jumps = 0;
        for (int index = from + 1; index < from + length; index++) {
            long difference = ids[index] - ids[index - 1] - 1;
            jumps += (difference | -difference) >>> 63;
        }
        return (int) jumps;
    }

    /** Whether the ids may be one run, as their ends show: of what is gathered in any case, no more need be known. */
    public static boolean mayBeOne(long[] ids, int from, int length) {
        return ids[from + length - 1] - ids[from] == length - 1;
    }

    /** One above the last of the ids that follow one upon the other. */
    public static int end(long[] ids, int start, int end) {
        int index = start + 1;
        while (index < end && ids[index] == ids[index - 1] + 1) {
            index++;
        }
        return index;
    }
}
