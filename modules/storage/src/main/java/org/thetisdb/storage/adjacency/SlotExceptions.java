package org.thetisdb.storage.adjacency;

import java.lang.foreign.MemorySegment;
import java.util.BitSet;
import org.thetisdb.storage.file.StoreMemory;
import org.thetisdb.storage.packing.PackedValues;

/**
 * The slots of a forward segment that are nearly in order, read in place.
 *
 * <pre>
 *   entry        0   1   2   3   4   5              slot         0   1   2   3   4   5   6
 *   slot         0   1   6   2   4   5              entry        0   1   3   -   4   5   2
 *   exception            x                          hole                     x           x
 * </pre>
 *
 * <p>Entries that are no exceptions have the slots that are no holes, in the same order. So the rank of either among
 * its kind, which is its number less the exceptions (or holes) before it, leads to the other. Directories tell how many
 * there are before every 64th entry and slot; where these counts do not change from one block to the next, as nearly
 * everywhere, they are all that is read. Belongs to one reader.
 */
final class SlotExceptions {
    private final StoreMemory store;
    private final MemorySegment memory;
    private final long exceptionsOffset;
    private final long exceptionSlotsOffset;
    private final long holesOffset;
    private final long holeEntriesOffset;
    private final long entryDirectoryOffset;
    private final long slotDirectoryOffset;
    private final int entryBits;
    private final int slotBits;
    private final int directoryBits;
    private final int count;
    private final int holeCount;

    SlotExceptions(StoreMemory store, long offset, AdjacencyLayout.Header header) {
        this.store = store;
        memory = store.memory();
        exceptionsOffset = offset + header.exceptionsOffset();
        exceptionSlotsOffset = offset + header.exceptionSlotsOffset();
        holesOffset = offset + header.holesOffset();
        holeEntriesOffset = offset + header.holeEntriesOffset();
        entryDirectoryOffset = offset + header.entryDirectoryOffset();
        slotDirectoryOffset = offset + header.slotDirectoryOffset();
        entryBits = header.entryBits();
        slotBits = header.slotBits();
        directoryBits = header.directoryBits();
        count = header.exceptionCount();
        holeCount = header.holeCount();
    }

    /** Makes everything but the directories resident. */
    private void ensureAll() {
        store.ensure(exceptionsOffset, entryDirectoryOffset + PackedValues.PADDING_BYTES - exceptionsOffset);
    }

    int count() {
        return count;
    }

    /** The entry that is exception {@code index}; they ascend. */
    int entry(int index) {
        ensureAll();
        return exception(index);
    }

    private int exception(int index) {
        return (int) PackedValues.get(memory, exceptionsOffset, index, entryBits);
    }

    private int hole(int index) {
        return (int) PackedValues.get(memory, holesOffset, index, slotBits);
    }

    /** The pair of a directory for a block; its exceptions are the low bits. */
    private long pair(long directory, int block) {
        int bits = 2 * directoryBits;
        store.ensure(directory + ((long) block * bits >>> 3), Long.BYTES);
        return PackedValues.get(memory, directory, block, bits);
    }

    private int exceptions(long pair) {
        return (int) (pair & PackedValues.mask(directoryBits));
    }

    private int holes(long pair) {
        return (int) (pair >>> directoryBits);
    }

    /** The entry that has a slot, or -1. */
    int entryOf(int slot) {
        int block = slot >>> AdjacencyLayout.DIRECTORY_SHIFT;
        long pair = pair(slotDirectoryOffset, block);
        int hole = holes(pair);
        int exception = exceptions(pair);
        if (pair == pair(slotDirectoryOffset, block + 1)) {
            return slot - hole + exception;
        }
        ensureAll();
        while (hole < holeCount && hole(hole) < slot) {
            hole++;
        }
        if (hole < holeCount && hole(hole) == slot) {
            return (int) PackedValues.get(memory, holeEntriesOffset, hole, entryBits) - 1;
        }
        int rank = slot - hole;
        while (exception < count && exception(exception) - exception <= rank) {
            exception++;
        }
        return rank + exception;
    }

    /** The slots of consecutive entries, at least one. */
    void slots(int first, int length, long[] into, int at) {
        long pair = pair(entryDirectoryOffset, first >>> AdjacencyLayout.DIRECTORY_SHIFT);
        int lastBlock = first + length - 1 >>> AdjacencyLayout.DIRECTORY_SHIFT;
        if (pair == pair(entryDirectoryOffset, lastBlock + 1)) {
            int slot = first + holes(pair) - exceptions(pair);
            for (int index = at; index < at + length; index++) {
                into[index] = slot++;
            }
        } else {
            unevenSlots(pair, first, length, into, at);
        }
    }

    /** The slots of consecutive entries that may not be consecutive themselves. */
    private void unevenSlots(long pair, int first, int length, long[] into, int at) {
        ensureAll();
        int exception = exceptions(pair);
        while (exception < count && exception(exception) < first) {
            exception++;
        }
        int hole = holes(pair);
        int rank = first - exception;
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
        ensureAll();
        for (int index = 0; index < holeCount; index++) {
            if (PackedValues.get(memory, holeEntriesOffset, index, entryBits) == 0) {
                free.set(hole(index));
            }
        }
    }
}
