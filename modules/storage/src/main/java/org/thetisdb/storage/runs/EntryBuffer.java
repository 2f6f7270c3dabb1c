package org.thetisdb.storage.runs;

import java.util.Arrays;

/**
 * Entries of lists on the heap, before they become a run: most of them sorted, and the last few as they came, which
 * whoever reads looks through.
 *
 * <p>Not thread safe.
 */
final class EntryBuffer {
    private static final int TAIL_BITS = 8;
    private static final int TAIL_MAX = 1 << TAIL_BITS;
    private static final int FIRST_LENGTH = 16;

    static {
        if (EntryKey.BITS + TAIL_BITS >= Long.SIZE) {
            throw new AssertionError("a key and its place in the tail are a positive number: bits=" + EntryKey.BITS);
        }
    }

    private long[] keys = new long[FIRST_LENGTH];
    private int[] slots = new int[FIRST_LENGTH];
    private int sortedCount;
    private long[] tailKeys = new long[FIRST_LENGTH];
    private int[] tailSlots = new int[FIRST_LENGTH];
    private int tailCount;

    int count() {
        return sortedCount + tailCount;
    }

    void add(long key, int slot) {
        if (tailCount == tailKeys.length) {
            if (tailCount == TAIL_MAX) {
                sortTail();
            } else {
                tailKeys = Arrays.copyOf(tailKeys, tailCount * 2);
                tailSlots = Arrays.copyOf(tailSlots, tailCount * 2);
            }
        }
        tailKeys[tailCount] = key;
        tailSlots[tailCount++] = slot;
    }

    /** Moves the tail into what is sorted. */
    private void sortTail() {
        long[] order = tailOrder();
        int total = count();
        if (total > keys.length) {
            keys = Arrays.copyOf(keys, Math.max(total, keys.length * 2));
            slots = Arrays.copyOf(slots, keys.length);
        }
        int from = sortedCount - 1;
        int to = total - 1;
        for (int index = tailCount - 1; index >= 0; to--) {
            int place = place(order[index]);
            if (from >= 0 && isAfter(keys[from], slots[from], tailKeys[place], tailSlots[place])) {
                keys[to] = keys[from];
                slots[to] = slots[from--];
            } else {
                keys[to] = tailKeys[place];
                slots[to] = tailSlots[place];
                index--;
            }
        }
        sortedCount = total;
        tailCount = 0;
    }

    /** Keys of the tail with their places, sorted; of equal keys, the lower slot first. */
    private long[] tailOrder() {
        long[] order = new long[tailCount];
        for (int index = 0; index < tailCount; index++) {
            order[index] = tailKeys[index] << TAIL_BITS | index;
        }
        Arrays.sort(order);
        for (int index = 1; index < tailCount; index++) {
            // Slots mostly come in ascending order, and then there is nothing to be done.
            for (int at = index; at > 0 && isOutOfOrder(order[at - 1], order[at]); at--) {
                long moved = order[at];
                order[at] = order[at - 1];
                order[at - 1] = moved;
            }
        }
        return order;
    }

    private boolean isOutOfOrder(long first, long second) {
        return first >>> TAIL_BITS == second >>> TAIL_BITS && tailSlots[place(first)] > tailSlots[place(second)];
    }

    private static int place(long ordered) {
        return (int) ordered & TAIL_MAX - 1;
    }

    private static boolean isAfter(long key, int slot, long otherKey, int otherSlot) {
        return key > otherKey || key == otherKey && slot > otherSlot;
    }

    /** Gives a cursor all entries, which stay. */
    void holdAll(EntryCursor into) {
        sortTail();
        into.holdAll(keys, slots, sortedCount);
    }

    /** Forgets all entries. */
    void clear() {
        keys = new long[FIRST_LENGTH];
        slots = new int[FIRST_LENGTH];
        sortedCount = 0;
        tailCount = 0;
    }

    /** Gives a cursor the entries of a row from a key on. */
    void start(EntryCursor into, long key, long tag) {
        int row = EntryKey.row(key);
        int index = Arrays.binarySearch(keys, 0, sortedCount, key);
        index = index < 0 ? -index - 1 : index;
        while (index > 0 && keys[index - 1] == key) {
            index--;
        }
        for (; index < sortedCount && EntryKey.row(keys[index]) == row; index++) {
            into.hold(keys[index], slots[index], tag);
        }
        for (int place = 0; place < tailCount; place++) {
            if (tailKeys[place] >= key && EntryKey.row(tailKeys[place]) == row) {
                into.hold(tailKeys[place], tailSlots[place], tag);
            }
        }
    }
}
