package org.thetisdb.storage.adjacency;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import org.thetisdb.storage.packing.PackedValues;

/**
 * The bytes of an adjacency segment; all numbers little-endian.
 *
 * <pre>
 *    0        4    5    6    7    8        12       16       20       24       28   29   30   31   32
 *   +--------+----+----+----+----+--------+--------+--------+--------+--------+----+----+----+----+
 *   | magic  |vers|mode|side|slmo|  type  | chunk  |  rows  |entries | lists  |sb  |nb  |lb  |eb  |
 *   +--------+----+----+----+----+--------+--------+--------+--------+--------+----+----+----+----+
 *   | 32 least neighbour (8)     | 40 bytes of the segment (8) | 48 slots (4)   | 52 exceptions (4)| 56 zero (8) |
 *   +-----------------------------------------------------------------------------------------------+
 *   | 64  rows that have lists    (SPARSE only)   lists     × 15 bits, ascending                    |
 *   |     starts                  (not of one length) (lists or rows) + 1 × sb bits                 |
 *   |     presence                (GAPPED, RANKED) (rows / 64, rounded up) × (bits, rows before) (16)|
 *   |     neighbours - least                      places    × nb bits                               |
 *   |     slots                   (backward, ALL) places    × lb bits                               |
 *   |     entries + 1 by slot     (ALL only)      slots     × eb bits, 0 for a free slot            |
 *   |     exceptional entries     (EXCEPTIONS)    exceptions × eb bits, ascending                   |
 *   |     slots of these          (EXCEPTIONS)    exceptions × lb bits                              |
 *   |     holes                   (EXCEPTIONS)    holes      × lb bits, ascending                   |
 *   |     entries + 1 of these    (EXCEPTIONS)    holes      × eb bits, 0 for a free slot           |
 *   |     directory of entries    (EXCEPTIONS)    (entries / 64, rounded up, + 1) × 2 db bits       |
 *   |     directory of slots      (EXCEPTIONS)    (slots / 64, rounded up, + 1)   × 2 db bits       |
 *   |     zero padding (8)                                                                          |
 *   +-----------------------------------------------------------------------------------------------+
 * </pre>
 *
 * <p>The form is compressed sparse rows (W. Tinney, J. Walker: Direct Solutions of Sparse Network Equations by
 * Optimally Ordered Triangular Factorization, 1967), changed where rows are all of one length, mostly empty, or nearly
 * all empty: the modes below store as few starts as find a list in constant time, or by a search in the last case.
 *
 * <p>Each run is rounded up to whole words. An entry has one place, and there are no others but in FILLED. UNIFORM:
 * every row has {@code lists} entries (a person's one city, a message's one author), so nothing but neighbours is
 * stored. GAPPED: some rows have {@code lists} entries, the others none (messages, of which some were deleted); one bit
 * for each row tells which, and a number for every 64th how many rows before it have any. FILLED: the same where few
 * rows have none; these have {@code lists} places all the same, with the code 0 as neighbour, and all neighbours' codes
 * are greater (the least neighbour is written one smaller). So a list is found without a look at other bytes than its
 * own. RANKED: the same bits, and one start for each row that has entries, which are at most half of all. DENSE: one
 * start for each row. SPARSE: very few rows have entries; their numbers are searched.
 *
 * <p>Slots. A forward segment whose slots are 0, 1, 2, … in the order of its entries, as bulk load makes them, stores
 * none (NONE); nor does a GAPPED or FILLED one that once had such slots and has only lost rows, or got them at its end:
 * entry i of row r has slot {@code r × lists + i} (BY_ROW), which of a FILLED one is its place (NONE). One where few
 * entries break the order has EXCEPTIONS: the other entries have, in the same order, the slots that are no holes; there
 * are {@code slots - (entries - exceptions)} holes. The directories tell for every 64th entry (and slot) how many
 * exceptions and holes come before it; db bits hold the greater of the two counts. Any other has ALL: the slot of each
 * entry and the entry of each slot. {@code slots} is above every slot in use, and how long property columns are; of a
 * backward segment it is 0. Type, chunk and side detect a segment that was read from the wrong place.
 */
final class AdjacencyLayout {
    static final int MAGIC = 0x4a444154;
    static final int VERSION = 2;
    static final int HEADER_BYTES = 64;
    static final int ROW_BITS = 15;

    static final int MODE_UNIFORM = 0;
    static final int MODE_DENSE = 1;
    static final int MODE_SPARSE = 2;
    static final int MODE_GAPPED = 3;
    static final int MODE_RANKED = 4;
    static final int MODE_FILLED = 5;

    /** The rows of a word of presence bits, which are followed by the count of rows with entries before it. */
    static final int PRESENCE_SHIFT = 6;

    static final int PRESENCE_BYTES = 2 * Long.BYTES;

    static final int SIDE_FORWARD = 0;
    static final int SIDE_BACKWARD = 1;

    static final int SLOTS_NONE = 0;
    static final int SLOTS_ALL = 1;
    static final int SLOTS_EXCEPTIONS = 2;
    static final int SLOTS_BY_ROW = 3;
    static final int DIRECTORY_SHIFT = 6;

    static final int MAGIC_OFFSET = 0;
    static final int VERSION_OFFSET = 4;
    static final int MODE_OFFSET = 5;
    static final int SIDE_OFFSET = 6;
    static final int SLOT_MODE_OFFSET = 7;
    static final int TYPE_OFFSET = 8;
    static final int CHUNK_OFFSET = 12;
    static final int ROW_COUNT_OFFSET = 16;
    static final int ENTRY_COUNT_OFFSET = 20;
    static final int LIST_COUNT_OFFSET = 24;
    static final int START_BITS_OFFSET = 28;
    static final int NEIGHBOUR_BITS_OFFSET = 29;
    static final int SLOT_BITS_OFFSET = 30;
    static final int ENTRY_BITS_OFFSET = 31;
    static final int NEIGHBOUR_MINIMUM_OFFSET = 32;
    static final int SEGMENT_BYTES_OFFSET = 40;

    static final int SLOT_COUNT_OFFSET = 48;
    static final int EXCEPTION_COUNT_OFFSET = 52;

    static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private AdjacencyLayout() {}

    /** The words of presence bits of so many rows. */
    static int presenceWords(int rowCount) {
        return rowCount + (1 << PRESENCE_SHIFT) - 1 >>> PRESENCE_SHIFT;
    }

    /** The pairs in the directory of so many entries or slots: one for each block, and one for the end. */
    static int directoryLength(int count) {
        return (count + (1 << DIRECTORY_SHIFT) - 1 >>> DIRECTORY_SHIFT) + 1;
    }

    /** The fields of a header, and where the runs lie relative to the segment. */
    record Header(
            int mode,
            int side,
            int type,
            int chunk,
            int rowCount,
            int entryCount,
            int listCount,
            int startBits,
            int neighbourBits,
            int slotBits,
            int entryBits,
            int slotCount,
            int slotMode,
            int exceptionCount,
            long neighbourMinimum) {
        long rowsOffset() {
            return HEADER_BYTES;
        }

        long startsOffset() {
            return rowsOffset() + (mode == MODE_SPARSE ? PackedValues.bytes(listCount, ROW_BITS) : 0);
        }

        long startCount() {
            return switch (mode) {
                case MODE_UNIFORM, MODE_GAPPED, MODE_FILLED -> 0;
                case MODE_DENSE -> rowCount + 1L;
                default -> listCount + 1L;
            };
        }

        long presenceOffset() {
            return startsOffset() + PackedValues.bytes(startCount(), startBits);
        }

        int presenceWords() {
            return mode == MODE_GAPPED || mode == MODE_RANKED ? AdjacencyLayout.presenceWords(rowCount) : 0;
        }

        long neighboursOffset() {
            return presenceOffset() + (long) presenceWords() * PRESENCE_BYTES;
        }

        long slotsOffset() {
            return neighboursOffset() + PackedValues.bytes(placeCount(), neighbourBits);
        }

        /** Where the entries by slot lie. */
        long entriesOffset() {
            return slotsOffset() + (hasSlots() ? PackedValues.bytes(placeCount(), slotBits) : 0);
        }

        long exceptionsOffset() {
            return entriesOffset() + (slotMode == SLOTS_ALL ? PackedValues.bytes(slotCount, entryBits) : 0);
        }

        long exceptionSlotsOffset() {
            return exceptionsOffset() + PackedValues.bytes(exceptionCount, entryBits);
        }

        long holesOffset() {
            return exceptionSlotsOffset() + PackedValues.bytes(exceptionCount, slotBits);
        }

        long holeEntriesOffset() {
            return holesOffset() + PackedValues.bytes(holeCount(), slotBits);
        }

        long entryDirectoryOffset() {
            return holeEntriesOffset() + PackedValues.bytes(holeCount(), entryBits);
        }

        long slotDirectoryOffset() {
            return entryDirectoryOffset() + PackedValues.bytes(directoryLength(entryCount), 2 * directoryBits());
        }

        int directoryBits() {
            return PackedValues.bits(Math.max(exceptionCount, holeCount()));
        }

        private int directoryLength(int count) {
            return slotMode == SLOTS_EXCEPTIONS ? AdjacencyLayout.directoryLength(count) : 0;
        }

        int holeCount() {
            return slotMode == SLOTS_EXCEPTIONS ? slotCount - (entryCount - exceptionCount) : 0;
        }

        /** The places of entries, those of rows without entries included. */
        int placeCount() {
            return mode == MODE_FILLED ? rowCount * listCount : entryCount;
        }

        /** Whether there is a slot for each entry. */
        boolean hasSlots() {
            return slotMode == SLOTS_ALL || side == SIDE_BACKWARD;
        }

        long segmentBytes() {
            return slotDirectoryOffset()
                    + PackedValues.bytes(directoryLength(slotCount), 2 * directoryBits())
                    + PackedValues.PADDING_BYTES;
        }

        void write(MemorySegment memory) {
            memory.set(INT, MAGIC_OFFSET, MAGIC);
            memory.set(ValueLayout.JAVA_BYTE, VERSION_OFFSET, (byte) VERSION);
            memory.set(ValueLayout.JAVA_BYTE, MODE_OFFSET, (byte) mode);
            memory.set(ValueLayout.JAVA_BYTE, SIDE_OFFSET, (byte) side);
            memory.set(ValueLayout.JAVA_BYTE, SLOT_MODE_OFFSET, (byte) slotMode);
            memory.set(INT, TYPE_OFFSET, type);
            memory.set(INT, CHUNK_OFFSET, chunk);
            memory.set(INT, ROW_COUNT_OFFSET, rowCount);
            memory.set(INT, ENTRY_COUNT_OFFSET, entryCount);
            memory.set(INT, LIST_COUNT_OFFSET, listCount);
            memory.set(ValueLayout.JAVA_BYTE, START_BITS_OFFSET, (byte) startBits);
            memory.set(ValueLayout.JAVA_BYTE, NEIGHBOUR_BITS_OFFSET, (byte) neighbourBits);
            memory.set(ValueLayout.JAVA_BYTE, SLOT_BITS_OFFSET, (byte) slotBits);
            memory.set(ValueLayout.JAVA_BYTE, ENTRY_BITS_OFFSET, (byte) entryBits);
            memory.set(INT, SLOT_COUNT_OFFSET, slotCount);
            memory.set(INT, EXCEPTION_COUNT_OFFSET, exceptionCount);
            memory.set(LONG, NEIGHBOUR_MINIMUM_OFFSET, neighbourMinimum);
            memory.set(LONG, SEGMENT_BYTES_OFFSET, segmentBytes());
        }

        static Header read(MemorySegment memory, long at) {
            return new Header(
                    memory.get(ValueLayout.JAVA_BYTE, at + MODE_OFFSET),
                    memory.get(ValueLayout.JAVA_BYTE, at + SIDE_OFFSET),
                    memory.get(INT, at + TYPE_OFFSET),
                    memory.get(INT, at + CHUNK_OFFSET),
                    memory.get(INT, at + ROW_COUNT_OFFSET),
                    memory.get(INT, at + ENTRY_COUNT_OFFSET),
                    memory.get(INT, at + LIST_COUNT_OFFSET),
                    memory.get(ValueLayout.JAVA_BYTE, at + START_BITS_OFFSET),
                    memory.get(ValueLayout.JAVA_BYTE, at + NEIGHBOUR_BITS_OFFSET),
                    memory.get(ValueLayout.JAVA_BYTE, at + SLOT_BITS_OFFSET),
                    memory.get(ValueLayout.JAVA_BYTE, at + ENTRY_BITS_OFFSET),
                    memory.get(INT, at + SLOT_COUNT_OFFSET),
                    memory.get(ValueLayout.JAVA_BYTE, at + SLOT_MODE_OFFSET),
                    memory.get(INT, at + EXCEPTION_COUNT_OFFSET),
                    memory.get(LONG, at + NEIGHBOUR_MINIMUM_OFFSET));
        }
    }
}
