package org.thetisdb.engine.hash;

import java.util.Arrays;

/**
 * Longs by pairs of small numbers, several for a pair where there are: relationships by the nodes that they connect.
 *
 * <p>Linear probing over the pairs, at most half full. Equal pairs have places of their own, which are met one after
 * the other on the way to an empty one.
 *
 * <p>Threads: belongs to one while it is filled; after that several may read it.
 */
public final class PairTable {
    /** In place of a place: there is none. */
    public static final int NONE = -1;

    /** The most entries of a table. */
    public static final int ENTRIES_MAX = 1 << 27;

    /** No pair: of two numbers that {@link #fits} is false of. */
    private static final long EMPTY = -1;

    private static final long[] NO_VALUES = {};

    private final long[] pairs;
    private final long[] values;
    private final int mask;
    private final int entriesMax;
    private int count;
    private boolean hasParallels;

    /**
     * @param entriesMax at most {@link #ENTRIES_MAX}
     * @param withValues whether anybody asks for the longs
     */
    public PairTable(int entriesMax, boolean withValues) {
        int capacity = capacity(entriesMax);
        this.entriesMax = entriesMax;
        pairs = new long[capacity];
        Arrays.fill(pairs, EMPTY);
        values = withValues ? new long[capacity] : NO_VALUES;
        mask = capacity - 1;
    }

    private static int capacity(int entriesMax) {
        return Integer.highestOneBit(Math.max(1, entriesMax)) << 2;
    }

    /** What a table of so many entries takes in memory. */
    public static long bytes(int entriesMax, boolean withValues) {
        return (long) capacity(entriesMax) * Long.BYTES * (withValues ? 2 : 1);
    }

    /** Whether a number can be one of a pair. */
    public static boolean fits(long number) {
        return number >>> Integer.SIZE - 1 == 0;
    }

    /** Two numbers, both of which {@link #fits}, as one. */
    public static long pair(long first, long second) {
        return first << Integer.SIZE | second;
    }

    /** Whether no further entry has room. */
    public boolean isFull() {
        return count == entriesMax;
    }

    /** Adds an entry of a pair; there may be others of it. */
    public void add(long pair, long value) {
        int place = HashMixer.place(pair) & mask;
        while (pairs[place] != EMPTY) {
            hasParallels |= pairs[place] == pair;
            place = place + 1 & mask;
        }
        pairs[place] = pair;
        if (values.length > 0) {
            values[place] = value;
        }
        count++;
    }

    /**
     * Finds the pairs that may have entries: all but those whose first place is empty. The memory that they are looked
     * up in comes into the cache for all of them at once.
     *
     * @param rows takes the indexes of these, ascending
     * @return how many there are
     */
    public int candidates(long[] wanted, int wantedCount, int[] rows) {
        int found = 0;
        for (int row = 0; row < wantedCount; row++) {
            rows[found] = row;
            found += pairs[HashMixer.place(wanted[row]) & mask] == EMPTY ? 0 : 1;
        }
        return found;
    }

    /** The place of a pair's first entry, or {@link #NONE}. */
    public int find(long pair) {
        return find(pair, HashMixer.place(pair) & mask);
    }

    /** The place of a pair's next entry, or {@link #NONE}. */
    public int after(int place, long pair) {
        return hasParallels ? find(pair, place + 1 & mask) : NONE;
    }

    private int find(long pair, int from) {
        int place = from;
        long met = pairs[place];
        while (met != pair) {
            if (met == EMPTY) {
                return NONE;
            }
            place = place + 1 & mask;
            met = pairs[place];
        }
        return place;
    }

    /** The long of an entry, if they are kept. */
    public long value(int place) {
        return values[place];
    }
}
