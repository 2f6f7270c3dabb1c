package org.thetisdb.storage.adjacency;

import java.util.Arrays;

/**
 * What changed in the lists of one type, side and chunk: entries that come and entries that go, in any order. An entry
 * is named by its row, its neighbour and its slot on either side, since the slot alone does not tell an entry of a
 * backward list.
 *
 * <p>The same entry may go and come, where a slot was used again between the same nodes; it may not come and go, which
 * is no change. Not thread safe.
 */
public final class ListChanges {
    /** A portion of so many takes about five megabytes. */
    private static final int PORTION_CHANGES = 1 << 18;

    private int[] rows = new int[16];
    private long[] neighbours = new long[16];
    private int[] slots = new int[16];
    private boolean[] removals = new boolean[16];
    private int count;

    /** Whether they came in order so far, as they do from lists that are sorted themselves. */
    private boolean sorted = true;

    /** A relationship that the lists do not have yet. */
    public void add(int row, long neighbour, int slot) {
        put(row, neighbour, slot, false);
    }

    /** A relationship that the lists have. */
    public void remove(int row, long neighbour, int slot) {
        put(row, neighbour, slot, true);
    }

    private void put(int row, long neighbour, int slot, boolean removal) {
        if (count == rows.length) {
            int capacity = count * 2;
            rows = Arrays.copyOf(rows, capacity);
            neighbours = Arrays.copyOf(neighbours, capacity);
            slots = Arrays.copyOf(slots, capacity);
            removals = Arrays.copyOf(removals, capacity);
        }
        rows[count] = row;
        neighbours[count] = neighbour;
        slots[count] = slot;
        removals[count++] = removal;
        sorted = sorted && (count == 1 || compare(count - 2, count - 1) <= 0);
    }

    /** Forgets all changes, so that the arrays can be used again. */
    public void clear() {
        count = 0;
        sorted = true;
    }

    public int count() {
        return count;
    }

    /** Whether there are as many as one portion may have. */
    public boolean isFull() {
        return count >= PORTION_CHANGES;
    }

    /** Puts the changes into the order of the lists; of the same entry, its going before its coming. */
    void sort() {
        if (sorted) {
            return;
        }
        int[] order = PlaceSort.sorted(count, this::compare);
        int[] oldRows = rows.clone();
        long[] oldNeighbours = neighbours.clone();
        int[] oldSlots = slots.clone();
        boolean[] oldRemovals = removals.clone();
        for (int index = 0; index < count; index++) {
            rows[index] = oldRows[order[index]];
            neighbours[index] = oldNeighbours[order[index]];
            slots[index] = oldSlots[order[index]];
            removals[index] = oldRemovals[order[index]];
        }
        sorted = true;
    }

    private int compare(int left, int right) {
        int byRow = Integer.compare(rows[left], rows[right]);
        if (byRow != 0) {
            return byRow;
        }
        int byNeighbour = Long.compare(neighbours[left], neighbours[right]);
        if (byNeighbour != 0) {
            return byNeighbour;
        }
        int bySlot = Integer.compare(slots[left], slots[right]);
        return bySlot != 0 ? bySlot : Boolean.compare(removals[right], removals[left]);
    }

    public int row(int index) {
        return rows[index];
    }

    public long neighbour(int index) {
        return neighbours[index];
    }

    public int slot(int index) {
        return slots[index];
    }

    public boolean isRemoval(int index) {
        return removals[index];
    }
}
