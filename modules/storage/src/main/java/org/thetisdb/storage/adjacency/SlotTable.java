package org.thetisdb.storage.adjacency;

import java.util.BitSet;

/**
 * How the slots of a forward segment are to be stored: not at all, as exceptions, or all.
 *
 * @param mode one of {@link AdjacencyLayout}'s
 * @param slotCount above every slot in use
 * @param exceptions entries, ascending
 * @param exceptionSlots the slots of these
 * @param holes slots that are no exception-less entry's, ascending
 * @param holeEntries for each of these, the entry that has it plus 1, or 0
 */
record SlotTable(int mode, int slotCount, long[] exceptions, long[] exceptionSlots, long[] holes, long[] holeEntries) {
    private static final long[] EMPTY = {};

    /** Slots 0, 1, 2, … in the order of the entries. */
    static SlotTable none(int entryCount) {
        return new SlotTable(AdjacencyLayout.SLOTS_NONE, entryCount, EMPTY, EMPTY, EMPTY, EMPTY);
    }

    static SlotTable all(int slotCount) {
        return new SlotTable(AdjacencyLayout.SLOTS_ALL, slotCount, EMPTY, EMPTY, EMPTY, EMPTY);
    }

    /**
     * @param entries the first {@code count} are the exceptions, in any order
     * @param slots the slots of these
     * @param inOrder the slots of all other entries
     */
    static SlotTable exceptions(int slotCount, int[] entries, int[] slots, int count, BitSet inOrder) {
        int[] byEntry = PlaceSort.sorted(count, (left, right) -> Integer.compare(entries[left], entries[right]));
        int[] bySlot = PlaceSort.sorted(count, (left, right) -> Integer.compare(slots[left], slots[right]));
        long[] exceptions = new long[count];
        long[] exceptionSlots = new long[count];
        for (int index = 0; index < count; index++) {
            exceptions[index] = entries[byEntry[index]];
            exceptionSlots[index] = slots[byEntry[index]];
        }
        long[] holes = new long[slotCount - inOrder.cardinality()];
        long[] holeEntries = new long[holes.length];
        int hole = 0;
        int next = 0;
        for (int slot = inOrder.nextClearBit(0); slot < slotCount; slot = inOrder.nextClearBit(slot + 1)) {
            holes[hole] = slot;
            if (next < count && slots[bySlot[next]] == slot) {
                holeEntries[hole] = entries[bySlot[next++]] + 1L;
            }
            hole++;
        }
        if (next < count) {
            throw new IllegalStateException("Two entries have one slot: slot=" + slots[bySlot[next]]);
        }
        return new SlotTable(
                AdjacencyLayout.SLOTS_EXCEPTIONS, slotCount, exceptions, exceptionSlots, holes, holeEntries);
    }
}
