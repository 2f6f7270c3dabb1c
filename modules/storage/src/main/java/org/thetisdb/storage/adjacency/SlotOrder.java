package org.thetisdb.storage.adjacency;

import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;
import org.thetisdb.storage.packing.PackedValues;

/**
 * Finds out, from all entries of a new forward segment in order, how its slots are stored best.
 *
 * <p>Entries of the old segment that were in order still are. Of the entries added between two of these, as many as
 * possible whose slots ascend and lie between the two slots are in order too: a longest ascending subsequence. All
 * others are exceptions. If these are many, all slots are stored, and then for ever. Used once; not thread safe.
 */
final class SlotOrder {
    /** Exceptions must not take more, as they are made resident as a whole. */
    private static final long EXCEPTION_BYTES_MAX = 256 << 10;

    /** Exceptions are slower to read than slots, so they must save much: then few blocks have any. */
    private static final int GAIN_MIN = 64;

    /** Each takes 16 bytes of the heap while it is looked at, and 8 more while arrays grow. */
    private static final int GAP_ENTRIES_MAX = 1 << 17;

    private final BitSet inOrder = new BitSet();
    private final boolean hasOld;
    /** Null where no old slot is stored as an exception. */
    private final @Nullable SlotExceptions oldExceptions;

    private final int exceptionCountMax;
    /** The number of the exception at {@link #oldExceptionEntry}, which is the next one or has just passed. */
    private int oldException = -1;

    private int oldExceptionEntry = -1;
    private boolean all;

    private int[] entries = new int[16];
    private int[] slots = new int[16];
    private int count;

    // What was added since the last old entry that is in order.
    private int[] gapEntries = new int[16];
    private int[] gapSlots = new int[16];
    private int gapCount;
    private int lastInOrder = -1;

    private int seen;
    private int slotMaximum = -1;
    private boolean identity = true;

    // Whether each slot follows from its entry's row, in which there are as many entries as in all others, or none.
    private final int[] starts;
    private final int listLength;
    private int row;
    private boolean byRow;

    /**
     * @param old the old segment, or null
     * @param starts the first entry of each row of the new segment, and after the last row the count of entries
     * @param listLength how many entries each row has that has any; 0 if these differ, or all rows have some
     */
    SlotOrder(@Nullable AdjacencySegment old, int[] starts, int listLength) {
        this.starts = starts;
        this.listLength = listLength;
        byRow = listLength > 0;
        hasOld = old != null;
        oldExceptions = old == null ? null : old.slotExceptions();
        all = old != null && old.storesAllSlots();
        exceptionCountMax = starts[starts.length - 1] / GAIN_MIN;
    }

    /** Takes entries of the old segment, which are there {@code oldFirst} and the following. */
    void copied(long[] oldSlots, int from, int length, int oldFirst) {
        for (int index = 0; index < length; index++) {
            int slot = (int) oldSlots[from + index];
            if (!all) {
                if (isOldException(oldFirst + index)) {
                    exception(seen, slot);
                } else {
                    closeGap(slot);
                    inOrder.set(slot);
                    lastInOrder = slot;
                }
            }
            see(slot);
        }
    }

    /** Takes an entry that is new. */
    void added(int slot) {
        if (!all) {
            if (gapCount == GAP_ENTRIES_MAX) {
                closeLargeGap();
            }
            if (gapCount == gapSlots.length) {
                gapEntries = Arrays.copyOf(gapEntries, gapCount * 2);
                gapSlots = Arrays.copyOf(gapSlots, gapCount * 2);
            }
            gapEntries[gapCount] = seen;
            gapSlots[gapCount++] = slot;
        }
        see(slot);
    }

    private void see(int slot) {
        identity &= slot == seen;
        if (byRow) {
            while (starts[row + 1] <= seen) {
                row++;
            }
            byRow = slot == row * listLength + seen - starts[row];
        }
        slotMaximum = Math.max(slotMaximum, slot);
        seen++;
    }

    private boolean isOldException(int oldEntry) {
        while (oldExceptionEntry < oldEntry) {
            oldException++;
            oldExceptionEntry = oldExceptions == null || oldException >= oldExceptions.count()
                    ? Integer.MAX_VALUE
                    : oldExceptions.entry(oldException);
        }
        return oldExceptionEntry == oldEntry;
    }

    private void exception(int entry, int slot) {
        if (count == slots.length) {
            entries = Arrays.copyOf(entries, count * 2);
            slots = Arrays.copyOf(slots, count * 2);
        }
        entries[count] = entry;
        slots[count++] = slot;
        all |= count > exceptionCountMax;
    }

    /**
     * So that no gap takes more memory, however many entries come at once: what is in order up to here stays so. Which
     * slots lie before the next old one is not known yet, so that is only done where there is none.
     */
    private void closeLargeGap() {
        if (hasOld) {
            all = true;
            gapCount = 0;
        } else {
            closeGap(Integer.MAX_VALUE);
        }
    }

    /** Finds out which of the entries added last are in order, given the slot of the next old one that is. */
    private void closeGap(int limit) {
        if (gapCount == 0) {
            return;
        }
        int[] ends = new int[gapCount];
        int[] before = new int[gapCount];
        int length = 0;
        for (int index = 0; index < gapCount; index++) {
            int slot = gapSlots[index];
            if (slot <= lastInOrder || slot >= limit) {
                before[index] = gapCount;
                continue;
            }
            int low = 0;
            int high = length;
            while (low < high) {
                int middle = low + high >>> 1;
                if (gapSlots[ends[middle]] < slot) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            before[index] = low == 0 ? -1 : ends[low - 1];
            ends[low] = index;
            length = Math.max(length, low + 1);
        }
        int next = length == 0 ? -1 : ends[length - 1];
        lastInOrder = length == 0 ? lastInOrder : gapSlots[next];
        for (int index = gapCount - 1; index >= 0; index--) {
            if (index == next) {
                inOrder.set(gapSlots[index]);
                next = before[index];
            } else {
                exception(gapEntries[index], gapSlots[index]);
            }
        }
        gapCount = 0;
    }

    /** @param slotCountMinimum the slot count is not to be below it */
    SlotTable finish(int slotCountMinimum) {
        closeGap(Integer.MAX_VALUE);
        int slotCount = Math.max(slotCountMinimum, slotMaximum + 1);
        if (identity && slotCount == seen) {
            return SlotTable.none(seen);
        }
        if (byRow) {
            return SlotTable.byRow(slotCount);
        }
        int slotBits = PackedValues.bits(slotCount - 1L);
        int entryBits = PackedValues.bits(seen);
        long holeCount = slotCount - (seen - (long) count);
        long exceptionBytes = (count + holeCount) * (slotBits + entryBits) / Byte.SIZE;
        long allBytes = ((long) seen * slotBits + (long) slotCount * entryBits) / Byte.SIZE;
        return all || exceptionBytes > EXCEPTION_BYTES_MAX || exceptionBytes > allBytes / GAIN_MIN
                ? SlotTable.all(slotCount)
                : SlotTable.exceptions(slotCount, seen, entries, slots, count, inOrder);
    }
}
