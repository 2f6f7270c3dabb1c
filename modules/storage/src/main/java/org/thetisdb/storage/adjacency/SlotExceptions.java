package org.thetisdb.storage.adjacency;

import java.lang.foreign.MemorySegment;
import java.util.BitSet;
import org.thetisdb.storage.file.StoreMemory;

/**
 * The slots of a forward segment that are nearly in order, read in place.
 *
 * <pre>
 *   entry        0   1   2   3   4   5              slot         0   1   2   3   4   5   6
 *   slot         0   1   6   2   4   5              entry        0   1   3   -   4   5   2
 *   exception            x                          hole                     x           x
 * </pre>
 *
 * <p>Entries that are no exceptions have the slots that are no holes, in the same order. So the rank of either among its
 * kind, which is its number less the exceptions (or holes) before it, leads to the other. Belongs to one reader.
 */
final class SlotExceptions {
    private final StoreMemory store;
    private final MemorySegment memory;
    private final long exceptionsOffset;
    private final long exceptionSlotsOffset;
    private final long holesOffset;
    private final long holeEntriesOffset;
    private final long bytes;
    private final int entryBits;
    private final int slotBits;
    private final int count;
    private final int holeCount;

    SlotExceptions(StoreMemory store, long offset, AdjacencyLayout.Header header) {
        this.store = store;
        memory = store.memory();
        exceptionsOffset = offset + header.exceptionsOffset();
        exceptionSlotsOffset = offset + header.exceptionSlotsOffset();
        holesOffset = offset + header.holesOffset();
        holeEntriesOffset = offset + header.holeEntriesOffset();
        bytes = offset + header.segmentBytes() - exceptionsOffset;
        entryBits = header.entryBits();
        slotBits = header.slotBits();
        count = header.exceptionCount();
        holeCount = header.holeCount();
    }

    private void ensure() {
        store.ensure(exceptionsOffset, bytes);
    }

    int count() {
        return count;
    }

    /** The entry that is exception {@code index}; they ascend. */
    int entry(int index) {
        ensure();
        return exception(index);
    }

    private int exception(int index) {
        return (int) PackedValues.get(memory, exceptionsOffset, index, entryBits);
    }

    private int hole(int index) {
        return (int) PackedValues.get(memory, holesOffset, index, slotBits);
    }

    /** The exceptions (or holes) that come before what has a rank: number i does if it less i is not above the rank. */
    private int before(long offset, int length, int bits, int rank) {
        int low = 0;
        int high = length;
        while (low < high) {
            int middle = low + high >>> 1;
            if (PackedValues.get(memory, offset, middle, bits) - middle <= rank) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** The exceptions (or holes) below a number. */
    private int below(long offset, int length, int bits, int number) {
        int low = 0;
        int high = length;
        while (low < high) {
            int middle = low + high >>> 1;
            if (PackedValues.get(memory, offset, middle, bits) < number) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** The entry that has a slot, or -1. */
    int entryOf(int slot) {
        ensure();
        int hole = below(holesOffset, holeCount, slotBits, slot);
        if (hole < holeCount && hole(hole) == slot) {
            return (int) PackedValues.get(memory, holeEntriesOffset, hole, entryBits) - 1;
        }
        int rank = slot - hole;
        return rank + before(exceptionsOffset, count, entryBits, rank);
    }

    /** The slots of consecutive entries. */
    void slots(int first, int length, long[] into, int at) {
        ensure();
        int exception = below(exceptionsOffset, count, entryBits, first);
        int rank = first - exception;
        int hole = before(holesOffset, holeCount, slotBits, rank);
        int entry = first;
        int filled = at;
        while (entry < first + length) {
            int nextException = exception < count ? exception(exception) : Integer.MAX_VALUE;
            if (entry == nextException) {
                into[filled++] = PackedValues.get(memory, exceptionSlotsOffset, exception++, slotBits);
                entry++;
                continue;
            }
            int nextHole = hole < holeCount ? hole(hole) - hole : Integer.MAX_VALUE;
            if (nextHole <= rank) {
                hole++;
                continue;
            }
            int taken = Math.min(Math.min(first + length, nextException) - entry, nextHole - rank);
            for (int slot = rank + hole; slot < rank + hole + taken; slot++) {
                into[filled++] = slot;
            }
            rank += taken;
            entry += taken;
        }
    }

    /** Adds the holes that are no exception's slot. */
    void addFree(BitSet free) {
        ensure();
        for (int index = 0; index < holeCount; index++) {
            if (PackedValues.get(memory, holeEntriesOffset, index, entryBits) == 0) {
                free.set(hole(index));
            }
        }
    }
}
