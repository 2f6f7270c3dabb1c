package org.thetisdb.storage.runs;

import java.util.Arrays;

/**
 * Entries of several runs and of buffers, merged: those of one row, or all of them.
 *
 * <p>Whoever asks for one row after another in ascending order finds where the next one begins without a search: it is
 * where the former one ended. Not thread safe, and used again.
 */
public final class EntryCursor {
    private static final int FIRST_LENGTH = 8;
    private static final long ENDED = Long.MAX_VALUE;
    private static final EntryRun[] NO_RUNS = {};

    // The runs, where in each the next entry is, and that entry; its key is the greatest number at the end.
    private EntryRun[] runs = NO_RUNS;
    private int[] places = new int[FIRST_LENGTH];
    private long[] headKeys = new long[FIRST_LENGTH];
    private int[] headSlots = new int[FIRST_LENGTH];
    private long[] runTags = new long[FIRST_LENGTH];
    private int runCount;
    private long endKey;

    /** The runs of the side that was started last, whose places are still known: if it is the only one. */
    private EntryRun[] known = NO_RUNS;

    // What buffers had, sorted.
    private long[] heldKeys = new long[FIRST_LENGTH];
    private int[] heldSlots = new int[FIRST_LENGTH];
    private long[] heldTags = new long[FIRST_LENGTH];
    private int heldAt;
    private int heldCount;

    // The entry at hand.
    private long key;
    private int slot;
    private long tag;

    /** Before entries are added. */
    public void clear() {
        runCount = 0;
        heldAt = 0;
        heldCount = 0;
    }

    /** Whether there is nothing, of what was started. */
    public boolean isEmpty() {
        return runCount == 0 && heldCount == 0;
    }

    /** Adds runs from a key on, to the end of its row. */
    void startRow(EntryRun[] added, long firstKey, long addedTag) {
        endKey = EntryKey.of(EntryKey.row(firstKey) + 1, 0);
        add(added, firstKey, addedTag);
    }

    /** Adds runs as a whole, which are read ahead. */
    void startAll(EntryRun[] added) {
        endKey = ENDED;
        add(added, 0, 0);
    }

    /** Adds all entries of a buffer, sorted, which must not change as long as they are read. */
    void holdAll(long[] sortedKeys, int[] sortedSlots, int count) {
        heldKeys = sortedKeys;
        heldSlots = sortedSlots;
        heldTags = new long[count];
        heldCount = count;
    }

    @SuppressWarnings("ReferenceEquality") // The very same object is meant.
    private void add(EntryRun[] added, long firstKey, long addedTag) {
        boolean guesses = runCount == 0 && added == known;
        int from = runCount;
        grow(from + added.length);
        for (int index = 0; index < added.length; index++) {
            EntryRun run = added[index];
            int to = from + index;
            places[to] = run.lowerBound(firstKey, guesses ? places[to] : 0);
            runTags[to] = addedTag;
        }
        if (!guesses) {
            System.arraycopy(added, 0, runs, from, added.length);
            known = from == 0 ? added : NO_RUNS;
        }
        runCount = from + added.length;
        for (int index = from; index < runCount; index++) {
            load(index);
        }
    }

    private void grow(int length) {
        if (length > runs.length) {
            int capacity = Math.max(length, Math.max(FIRST_LENGTH, runs.length * 2));
            EntryRun[] more = new EntryRun[capacity];
            System.arraycopy(runs, 0, more, 0, runs.length);
            runs = more;
            places = Arrays.copyOf(places, capacity);
            headKeys = Arrays.copyOf(headKeys, capacity);
            headSlots = Arrays.copyOf(headSlots, capacity);
            runTags = Arrays.copyOf(runTags, capacity);
        }
    }

    private void load(int index) {
        EntryRun run = runs[index];
        int place = places[index];
        if (endKey == ENDED && place < run.count()) {
            run.readAhead(place);
        }
        long found = place < run.count() ? run.key(place) : ENDED;
        headKeys[index] = found < endKey ? found : ENDED;
        headSlots[index] = found < endKey ? run.slot(place) : 0;
    }

    /** Adds an entry of a buffer; mostly they come in order. */
    void hold(long heldKey, int heldSlot, long heldTag) {
        if (heldCount == heldKeys.length) {
            heldKeys = Arrays.copyOf(heldKeys, heldCount * 2);
            heldSlots = Arrays.copyOf(heldSlots, heldCount * 2);
            heldTags = Arrays.copyOf(heldTags, heldCount * 2);
        }
        int at = heldCount++;
        for (; at > 0 && isAfter(heldKeys[at - 1], heldSlots[at - 1], heldKey, heldSlot); at--) {
            heldKeys[at] = heldKeys[at - 1];
            heldSlots[at] = heldSlots[at - 1];
            heldTags[at] = heldTags[at - 1];
        }
        heldKeys[at] = heldKey;
        heldSlots[at] = heldSlot;
        heldTags[at] = heldTag;
    }

    private static boolean isAfter(long key, int slot, long otherKey, int otherSlot) {
        return key > otherKey || key == otherKey && slot > otherSlot;
    }

    /** Goes to the next entry; false if there is none. */
    public boolean next() {
        int best = -1;
        long bestKey = heldAt < heldCount ? heldKeys[heldAt] : ENDED;
        int bestSlot = heldAt < heldCount ? heldSlots[heldAt] : 0;
        for (int index = 0; index < runCount; index++) {
            long head = headKeys[index];
            if (head < bestKey || head == bestKey && head != ENDED && headSlots[index] < bestSlot) {
                best = index;
                bestKey = head;
                bestSlot = headSlots[index];
            }
        }
        if (bestKey == ENDED) {
            return false;
        }
        key = bestKey;
        slot = bestSlot;
        if (best < 0) {
            tag = heldTags[heldAt++];
        } else {
            tag = runTags[best];
            places[best]++;
            load(best);
        }
        return true;
    }

    long key() {
        return key;
    }

    /** The row of the entry at hand. */
    public int row() {
        return EntryKey.row(key);
    }

    /** Its node at the other end. */
    public long neighbour() {
        return EntryKey.neighbour(key);
    }

    /** Its slot. */
    public int slot() {
        return slot;
    }

    /** What was said of it when it was added. */
    public long tag() {
        return tag;
    }
}
