package org.thetisdb.storage.adjacency;

import java.util.BitSet;
import org.thetisdb.storage.packing.PackedValues;

/**
 * How the slots of a forward segment are to be stored: not at all, by row, as exceptions, or all.
 *
 * @param mode one of {@link AdjacencyLayout}'s
 * @param slotCount above every slot in use
 * @param exceptions entries, ascending
 * @param exceptionSlots the slots of these
 * @param holes slots that no other entry has, ascending
 * @param holeEntries for each of these, the entry that has it plus 1, or 0
 * @param entryDirectory exceptions and holes before each block of entries, as one number each
 * @param slotDirectory exceptions and holes before each block of slots
 */
record SlotTable(
        int mode,
        int slotCount,
        long[] exceptions,
        long[] exceptionSlots,
        long[] holes,
        long[] holeEntries,
        long[] entryDirectory,
        long[] slotDirectory) {
    private static final long[] EMPTY = {};

    /** Slots 0, 1, 2, … in the order of the entries. */
    static SlotTable none(int entryCount) {
        return new SlotTable(AdjacencyLayout.SLOTS_NONE, entryCount, EMPTY, EMPTY, EMPTY, EMPTY, EMPTY, EMPTY);
    }

    /** The slots follow from the rows. */
    static SlotTable byRow(int slotCount) {
        return new SlotTable(AdjacencyLayout.SLOTS_BY_ROW, slotCount, EMPTY, EMPTY, EMPTY, EMPTY, EMPTY, EMPTY);
    }

    /** Whether the slots are the same wherever the entries lie; not so if they follow from the count of entries. */
    boolean isIndependentOfPlaces() {
        return mode == AdjacencyLayout.SLOTS_BY_ROW || mode == AdjacencyLayout.SLOTS_ALL;
    }

    static SlotTable all(int slotCount) {
        return new SlotTable(AdjacencyLayout.SLOTS_ALL, slotCount, EMPTY, EMPTY, EMPTY, EMPTY, EMPTY, EMPTY);
    }

    /**
     * Few entries break the order.
     *
     * @param entryCount all entries
     * @param entries the first {@code count} are the exceptions, in any order
     * @param slots the slots of these
     * @param inOrder the slots of all other entries
     */
    static SlotTable exceptions(int slotCount, int entryCount, int[] entries, int[] slots, int count, BitSet inOrder) {
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
            throw new IllegalStateException("two entries have one slot: slot=" + slots[bySlot[next]]);
        }
        int lastRank = Math.max(0, entryCount - count - 1);
        int bits = PackedValues.bits(Math.max(count, holes.length));
        return new SlotTable(
                AdjacencyLayout.SLOTS_EXCEPTIONS,
                slotCount,
                exceptions,
                exceptionSlots,
                holes,
                holeEntries,
                directory(exceptions, 0, holes, bits, entryCount, lastRank),
                directory(holes, bits, exceptions, 0, slotCount, lastRank));
    }

    /**
     * Counts for each block of entries the exceptions below it and the holes before the rank of its first entry; or,
     * for each block of slots, the holes below it and the exceptions before its rank.
     *
     * @param below what is counted by number, in the bits from {@code belowShift} on
     * @param before what is counted by rank, in the bits from {@code beforeShift} on
     * @param lastRank what comes after it is not counted by rank
     */
    private static long[] directory(
            long[] below, int belowShift, long[] before, int beforeShift, int count, int lastRank) {
        long[] directory = new long[AdjacencyLayout.directoryLength(count)];
        int belowCount = 0;
        int beforeCount = 0;
        for (int block = 0; block < directory.length; block++) {
            int number = (int) Math.min((long) block << AdjacencyLayout.DIRECTORY_SHIFT, count);
            while (belowCount < below.length && below[belowCount] < number) {
                belowCount++;
            }
            int rank = Math.min(number - belowCount, lastRank);
            while (beforeCount < before.length && before[beforeCount] - beforeCount <= rank) {
                beforeCount++;
            }
            directory[block] = (long) beforeCount << beforeShift | (long) belowCount << belowShift;
        }
        return directory;
    }
}
