package org.thetisdb.storage.adjacency;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import org.thetisdb.storage.packing.PackedValues;
import org.thetisdb.value.Invariant;

/**
 * Builds one adjacency segment from entries that come in order: by row, then neighbour, then relationship. The shape
 * must be known before, so that the entries are packed as they come and are never held unpacked as a whole.
 *
 * <p>Not thread safe.
 */
public final class AdjacencyEncoder {
    private final AdjacencyLayout.Header header;
    private final MemorySegment segment;
    private final int[] starts;
    private final boolean filled;
    private int entryCount;

    /** The row of the next entry, where rows without entries have places. */
    private int row;

    /**
     * An encoder for a backward segment, or for a forward segment where each entry's slot is its place.
     *
     * @param starts for each row the first entry, and after the last row the count of entries
     * @param slotMaximum largest slot; not used for a forward segment
     * @param memory where the segment is made; it must give zeroed memory
     */
    public AdjacencyEncoder(
            SegmentAllocator memory,
            int type,
            boolean forward,
            int chunk,
            int[] starts,
            int rowCount,
            long neighbourMinimum,
            long neighbourMaximum,
            long slotMaximum) {
        this(
                memory,
                type,
                forward,
                chunk,
                starts,
                rowCount,
                neighbourMinimum,
                neighbourMaximum,
                slotMaximum,
                SlotTable.none(forward ? starts[rowCount] : 0));
    }

    /** @param slots how the slots of a forward segment are stored; none of a backward one */
    AdjacencyEncoder(
            SegmentAllocator memory,
            int type,
            boolean forward,
            int chunk,
            int[] starts,
            int rowCount,
            long neighbourMinimum,
            long neighbourMaximum,
            long slotMaximum,
            SlotTable slots) {
        int entries = starts[rowCount];
        Invariant.check(
                starts[0] == 0 && entries >= 0 && neighbourMinimum <= neighbourMaximum,
                "lists begin at the first entry, and neighbours have a range",
                "chunk",
                chunk,
                "entries",
                entries);
        assert doStartsAscend(starts, rowCount) : "lists follow one another: chunk=" + chunk;
        ListShape shape = ListShape.of(starts, rowCount);
        if (!forward || slots.isIndependentOfPlaces()) {
            shape = shape.filled(entries, rowCount);
        }
        filled = shape.mode() == AdjacencyLayout.MODE_FILLED;
        boolean slotIsPlace = filled && slots.mode() == AdjacencyLayout.SLOTS_BY_ROW;
        int slotMode = slotIsPlace ? AdjacencyLayout.SLOTS_NONE : slots.mode();
        boolean storesSlots = slotMode != AdjacencyLayout.SLOTS_NONE;
        long least = filled ? neighbourMinimum - 1 : neighbourMinimum;
        this.starts = starts;
        header = new AdjacencyLayout.Header(
                shape.mode(),
                forward ? AdjacencyLayout.SIDE_FORWARD : AdjacencyLayout.SIDE_BACKWARD,
                type,
                chunk,
                rowCount,
                entries,
                shape.lists(),
                shape.startBits(),
                PackedValues.bits(neighbourMaximum - least),
                storesSlots ? PackedValues.bits(slots.slotCount() - 1L) : forward ? 0 : PackedValues.bits(slotMaximum),
                storesSlots ? PackedValues.bits(filled ? (long) rowCount * shape.lists() : entries) : 0,
                slots.slotCount(),
                slotMode,
                slots.exceptions().length,
                least);
        segment = memory.allocate(header.segmentBytes(), Long.BYTES);
        header.write(segment);
        writePresence(starts);
        writeStarts(starts);
        pack(header.exceptionsOffset(), header.entryBits(), slots.exceptions());
        pack(header.exceptionSlotsOffset(), header.slotBits(), slots.exceptionSlots());
        pack(header.holesOffset(), header.slotBits(), slots.holes());
        pack(header.holeEntriesOffset(), header.entryBits(), slots.holeEntries());
        pack(header.entryDirectoryOffset(), 2 * header.directoryBits(), slots.entryDirectory());
        pack(header.slotDirectoryOffset(), 2 * header.directoryBits(), slots.slotDirectory());
    }

    private static boolean doStartsAscend(int[] starts, int rowCount) {
        for (int row = 0; row < rowCount; row++) {
            if (starts[row] > starts[row + 1]) {
                return false;
            }
        }
        return true;
    }

    private void pack(long offset, int bits, long[] values) {
        if (values.length > 0) {
            PackedValues.pack(segment, offset, 0, values.length, bits, 0, values, 0);
        }
    }

    private void writePresence(int[] starts) {
        long before = 0;
        for (int word = 0; word < header.presenceWords(); word++) {
            long bits = 0;
            int end = Math.min(header.rowCount(), word + 1 << AdjacencyLayout.PRESENCE_SHIFT);
            for (int row = word << AdjacencyLayout.PRESENCE_SHIFT; row < end; row++) {
                bits |= starts[row + 1] > starts[row] ? 1L << row : 0;
            }
            long at = header.presenceOffset() + (long) word * AdjacencyLayout.PRESENCE_BYTES;
            segment.set(AdjacencyLayout.LONG, at, bits);
            segment.set(AdjacencyLayout.LONG, at + Long.BYTES, before);
            before += Long.bitCount(bits);
        }
    }

    private void writeStarts(int[] starts) {
        if (header.startCount() == 0) {
            return;
        }
        long[] rows = new long[header.listCount()];
        long[] values = new long[(int) header.startCount()];
        int count = 0;
        for (int row = 0; row < header.rowCount(); row++) {
            if (header.mode() == AdjacencyLayout.MODE_DENSE) {
                values[row] = starts[row];
            } else if (starts[row + 1] > starts[row]) {
                rows[count] = row;
                values[count++] = starts[row];
            }
        }
        values[values.length - 1] = header.entryCount();
        if (header.mode() == AdjacencyLayout.MODE_SPARSE) {
            PackedValues.pack(segment, header.rowsOffset(), 0, rows.length, AdjacencyLayout.ROW_BITS, 0, rows, 0);
        }
        PackedValues.pack(segment, header.startsOffset(), 0, values.length, header.startBits(), 0, values, 0);
    }

    /**
     * Adds entries after those added before.
     *
     * @param slots slots of the relationships; looked at only if the segment stores all slots
     */
    public void append(long[] neighbours, long[] slots, int from, int count) {
        int done = 0;
        while (done < count) {
            int taken = filled ? Math.min(count - done, entriesWithoutGap()) : count;
            put(
                    filled ? row * header.listCount() + entryCount - starts[row] : entryCount,
                    neighbours,
                    slots,
                    from + done,
                    taken);
            entryCount += taken;
            done += taken;
        }
    }

    /** Goes to the row of the next entry; how many entries there are from there to the next row without any. */
    private int entriesWithoutGap() {
        while (starts[row + 1] <= entryCount) {
            row++;
        }
        int end = row + 1;
        while (end < header.rowCount() && starts[end + 1] > starts[end]) {
            end++;
        }
        return starts[end] - entryCount;
    }

    private void put(int place, long[] neighbours, long[] slots, int from, int count) {
        PackedValues.pack(
                segment,
                header.neighboursOffset(),
                place,
                count,
                header.neighbourBits(),
                header.neighbourMinimum(),
                neighbours,
                from);
        if (header.hasSlots()) {
            PackedValues.pack(segment, header.slotsOffset(), place, count, header.slotBits(), 0, slots, from);
        }
        if (header.slotMode() == AdjacencyLayout.SLOTS_ALL) {
            long offset = header.entriesOffset();
            for (int index = 0; index < count; index++) {
                long slot = slots[from + index];
                if (!PackedValues.putIfZero(segment, offset, slot, header.entryBits(), place + index + 1L)) {
                    throw new IllegalStateException("two entries have one slot: slot=" + slot);
                }
            }
        }
    }

    /** The finished segment. */
    public MemorySegment finish() {
        if (entryCount != header.entryCount()) {
            throw new IllegalStateException("entryCount=" + entryCount + " of " + header.entryCount());
        }
        return segment;
    }
}
