package org.thetisdb.engine.table;

import org.thetisdb.engine.table.DirectEntries.Reach;

/**
 * A place for each long between the least and the greatest of some, and which entry is there.
 *
 * <pre>
 *   key      base   +1    +2    +3         base + places
 *   places  │ e+1 │  0  │  0  │ e+1 │  …  │               0: no entry, so that fresh memory is empty
 * </pre>
 *
 * <p>There are at most {@link #PER_ENTRY} for each entry of a table, and {@link #BESIDES}, so that they take no more
 * memory than a directory of as many entries, and some. Unused, when it has no places. Not thread safe.
 */
final class KeyPlaces {
    private static final int PER_ENTRY = 4;

    /** So many there may be besides, about as many as fit into the processor's second cache. */
    static final int BESIDES = 1 << 15;

    /** Keys beyond are left to others, so that no place's key overflows. */
    private static final long KEY_MAX = 1L << 62;

    private static final int[] NONE = {};

    private final int countMax;
    private int[] entries = NONE;
    private long base;

    // The least and the greatest of the keys last measured.
    private long least;
    private long greatest;

    /** @param countMax the most places that are wanted, whatever the entries */
    KeyPlaces(int countMax) {
        this.countMax = countMax;
    }

    boolean isUsed() {
        return entries.length > 0;
    }

    long bytes() {
        return (long) Integer.BYTES * entries.length;
    }

    /** By place, the entry that is there plus 1, or 0. To be written by whoever owns the places. */
    int[] entries() {
        return entries;
    }

    /** The key of the first place. */
    long base() {
        return base;
    }

    /** The key after the last that has a place. */
    private long end() {
        return base + entries.length;
    }

    boolean contains(long key) {
        return key >= base && key < end();
    }

    /** The most places for so many entries. */
    long countMax(int entryCount) {
        return Math.min((long) PER_ENTRY * entryCount + BESIDES, countMax);
    }

    /** Finds the least and the greatest of some keys. */
    void measure(long[] keys, int count) {
        long low = Long.MAX_VALUE;
        long high = Long.MIN_VALUE;
        for (int index = 0; index < count; index++) {
            low = Math.min(low, keys[index]);
            high = Math.max(high, keys[index]);
        }
        least = low;
        greatest = high;
    }

    long least() {
        return least;
    }

    long greatest() {
        return greatest;
    }

    private boolean isDense(long low, long high, int entryCount) {
        return low > -KEY_MAX && high < KEY_MAX && high - low < countMax(entryCount);
    }

    /** Makes places for the keys from {@code low} to {@code high}, all of them empty, if these are not too many. */
    boolean make(long low, long high, int entryCount) {
        if (!isDense(low, high, entryCount)) {
            return false;
        }
        base = low;
        entries = new int[(int) (high - low) + 1];
        return true;
    }

    /** Whether the keys that were measured have places, or would if there were some more. */
    Reach reach(int entryCount) {
        if (least >= base && greatest < end()) {
            return Reach.WITHIN;
        }
        return isDense(Math.min(least, base), Math.max(greatest, end() - 1), entryCount) ? Reach.BEYOND : Reach.FAR;
    }

    private long neededCount() {
        return Math.max(greatest, end() - 1) - Math.min(least, base) + 1;
    }

    /** How many places there are after {@link #extend}. */
    int extendedCount(int entryCount) {
        long needed = neededCount();
        return needed == entries.length
                ? entries.length
                : (int) Math.max(needed, Math.min(countMax(entryCount), needed + needed / 2));
    }

    /** Makes places for the keys that were measured; some more, so that it is not done often. */
    void extend(int entryCount) {
        int[] more = new int[extendedCount(entryCount)];
        // The room to spare is where keys have come: before the first, or behind the last.
        long newBase = least < base ? least - (more.length - neededCount()) : base;
        System.arraycopy(entries, 0, more, (int) (base - newBase), entries.length);
        entries = more;
        base = newBase;
    }

    /** Is unused from now on. */
    void clear() {
        entries = NONE;
    }
}
