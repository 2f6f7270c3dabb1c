package org.thetisdb.storage.adjacency;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.file.StoreMemory;
import org.thetisdb.storage.packing.PackedValues;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * One segment as a reader sees it: the header's fields in registers' reach, everything else read in place.
 *
 * <p>An entry's number is its place. Places of rows without entries are numbered too, where there are any; {@link
 * #isTaken} tells them apart.
 *
 * <p>Every method makes the pages that it reads resident first, so a segment may be kept across refreshes of the
 * store's memory. Belongs to one reader.
 */
final class AdjacencySegment {
    private static final long ROW_MASK = (1L << NodeIdLayout.ROW_BITS) - 1;

    private final StoreMemory store;
    final MemorySegment memory;
    final int mode;
    private final boolean forward;
    private final int type;
    private final int chunk;
    private final int rowCount;
    private final int entryCount;
    private final int placeCount;
    final int listCount;
    final int startBits;
    private final int neighbourBits;
    private final int slotBits;
    private final int entryBits;
    private final int slotCount;
    private final int slotMode;
    /** Null unless slots are stored as exceptions. */
    private final @Nullable SlotExceptions exceptions;

    private final long neighbourMinimum;
    private final long rowsOffset;
    final long startsOffset;
    private final long presenceOffset;
    private final long neighboursOffset;
    private final long slotsOffset;
    private final long entriesOffset;
    private final long segmentBytes;

    /** Reads the header at {@code offset} and checks that it is the one expected. */
    AdjacencySegment(StoreMemory store, long offset, int type, boolean forward, int chunk) {
        this.store = store;
        this.memory = store.memory();
        store.ensure(offset, AdjacencyLayout.HEADER_BYTES);
        int magic = memory.get(AdjacencyLayout.INT, offset + AdjacencyLayout.MAGIC_OFFSET);
        AdjacencyLayout.Header header = AdjacencyLayout.Header.read(memory, offset);
        int side = forward ? AdjacencyLayout.SIDE_FORWARD : AdjacencyLayout.SIDE_BACKWARD;
        if (magic != AdjacencyLayout.MAGIC
                || memory.get(ValueLayout.JAVA_BYTE, offset + AdjacencyLayout.VERSION_OFFSET) != AdjacencyLayout.VERSION
                || header.type() != type
                || header.side() != side
                || header.chunk() != chunk
                || header.segmentBytes()
                        != memory.get(AdjacencyLayout.LONG, offset + AdjacencyLayout.SEGMENT_BYTES_OFFSET)) {
            throw new ThetisException(
                    ErrorCode.CORRUPT_STRUCTURE,
                    "the file holds no adjacency segment where one must be: offset=" + offset
                            + " expected type=" + type + " chunk=" + chunk + " forward=" + forward + ", found magic="
                            + Integer.toHexString(magic) + " " + header + "; restore the database from a backup");
        }
        this.type = type;
        this.forward = forward;
        this.chunk = chunk;
        mode = header.mode();
        rowCount = header.rowCount();
        entryCount = header.entryCount();
        placeCount = header.placeCount();
        listCount = header.listCount();
        startBits = header.startBits();
        neighbourBits = header.neighbourBits();
        slotBits = header.slotBits();
        entryBits = header.entryBits();
        slotCount = header.slotCount();
        slotMode = header.slotMode();
        exceptions = slotMode == AdjacencyLayout.SLOTS_EXCEPTIONS ? new SlotExceptions(store, offset, header) : null;
        neighbourMinimum = header.neighbourMinimum();
        rowsOffset = offset + header.rowsOffset();
        startsOffset = offset + header.startsOffset();
        presenceOffset = offset + header.presenceOffset();
        neighboursOffset = offset + header.neighboursOffset();
        slotsOffset = offset + header.slotsOffset();
        entriesOffset = offset + header.entriesOffset();
        segmentBytes = header.segmentBytes();
    }

    int type() {
        return type;
    }

    boolean isForward() {
        return forward;
    }

    int chunk() {
        return chunk;
    }

    int rowCount() {
        return rowCount;
    }

    int entryCount() {
        return entryCount;
    }

    /** A number above every entry's. */
    int placeCount() {
        return placeCount;
    }

    /** Whether an entry is in a place, given the neighbour that was read there. */
    boolean isTaken(long neighbour) {
        return mode != AdjacencyLayout.MODE_FILLED || neighbour != neighbourMinimum;
    }

    boolean isSparse() {
        return mode == AdjacencyLayout.MODE_SPARSE;
    }

    /** Whether {@link #isTaken} is true of all places. */
    boolean isGapless() {
        return placeCount == entryCount;
    }

    /** Of a forward segment, a number above every slot in use: the length of its property columns. */
    int slotCount() {
        return slotCount;
    }

    /** Whether the slots of a forward segment are other than 0, 1, 2, … in the order of the entries. */
    boolean storesSlots() {
        return slotMode != AdjacencyLayout.SLOTS_NONE;
    }

    boolean storesAllSlots() {
        return slotMode == AdjacencyLayout.SLOTS_ALL;
    }

    /** The exceptions by which slots are stored; null if they are not stored so. */
    @Nullable
    SlotExceptions slotExceptions() {
        return exceptions;
    }

    long segmentBytes() {
        return segmentBytes;
    }

    void ensure(long runOffset, long first, long count, int bits) {
        long begin = runOffset + (first * bits >>> 3);
        long end = runOffset + ((first + count) * bits >>> 3) + PackedValues.PADDING_BYTES;
        store.ensure(begin, end - begin);
    }

    /** The list of a row as {@code first entry << 32 | entry after the last}. Rows after the last have none. */
    long bounds(int row) {
        if (mode == AdjacencyLayout.MODE_DENSE) {
            return row >= rowCount ? 0 : storedBounds(row);
        }
        if (mode == AdjacencyLayout.MODE_UNIFORM || mode == AdjacencyLayout.MODE_FILLED) {
            return row >= rowCount || mode == AdjacencyLayout.MODE_FILLED && !isTaken(neighbour(row * listCount))
                    ? 0
                    : (long) row * listCount << 32 | (long) (row + 1) * listCount;
        }
        return isSparse() ? sparseBounds(row) : presentBounds(row);
    }

    /**
     * As {@link #bounds}, but of a row without entries it may give the places that it has all the same. Whether the
     * first is {@link #isTaken} tells, and costs nothing where its neighbour is read anyway.
     */
    long places(int row) {
        return mode == AdjacencyLayout.MODE_FILLED && row < rowCount
                ? (long) row * listCount << 32 | (long) (row + 1) * listCount
                : bounds(row);
    }

    private long presentBounds(int row) {
        if (row >= rowCount) {
            return 0;
        }
        long at = presence(row >>> AdjacencyLayout.PRESENCE_SHIFT);
        long bits = memory.get(AdjacencyLayout.LONG, at);
        long bit = 1L << row;
        if ((bits & bit) == 0) {
            return 0;
        }
        long list = memory.get(AdjacencyLayout.LONG, at + Long.BYTES) + Long.bitCount(bits & bit - 1);
        return mode == AdjacencyLayout.MODE_GAPPED
                ? list * listCount << 32 | (list + 1) * listCount
                : storedBounds((int) list);
    }

    /** The list that begins at a start. */
    long storedBounds(int list) {
        ensure(startsOffset, list, 2, startBits);
        long start = PackedValues.get(memory, startsOffset, list, startBits);
        return start << 32 | PackedValues.get(memory, startsOffset, list + 1L, startBits);
    }

    /** Where a word of presence bits lies. */
    long presence(int word) {
        long at = presenceOffset + (long) word * AdjacencyLayout.PRESENCE_BYTES;
        store.ensure(at, AdjacencyLayout.PRESENCE_BYTES);
        return at;
    }

    /** Of a segment with presence bits, the rows with entries before a row. */
    int rowsBefore(int row) {
        long at = presence(row >>> AdjacencyLayout.PRESENCE_SHIFT);
        long bits = memory.get(AdjacencyLayout.LONG, at) & (1L << row) - 1;
        return (int) memory.get(AdjacencyLayout.LONG, at + Long.BYTES) + Long.bitCount(bits);
    }

    /** Of a segment with presence bits, the row that has a list. */
    private int presentRow(int list) {
        int low = 0;
        int high = AdjacencyLayout.presenceWords(rowCount) - 1;
        while (low < high) {
            int middle = low + high + 1 >>> 1;
            if (memory.get(AdjacencyLayout.LONG, presence(middle) + Long.BYTES) <= list) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        long at = presence(low);
        long bits = memory.get(AdjacencyLayout.LONG, at);
        for (long before = memory.get(AdjacencyLayout.LONG, at + Long.BYTES); before < list; before++) {
            bits &= bits - 1;
        }
        return (low << AdjacencyLayout.PRESENCE_SHIFT) + Long.numberOfTrailingZeros(bits);
    }

    private long sparseBounds(int row) {
        int list = listAtOrAfter(row);
        return sparseRow(list) == row && list < listCount ? storedBounds(list) : 0;
    }

    /** Of a sparse segment, the row that has a list; {@link #rowCount} after the last list. */
    int sparseRow(int list) {
        return list == listCount
                ? rowCount
                : (int) PackedValues.get(memory, rowsOffset, list, AdjacencyLayout.ROW_BITS);
    }

    /** Of the lists of a sparse segment, the first whose row is not below {@code row}. */
    int listAtOrAfter(int row) {
        ensure(rowsOffset, 0, listCount, AdjacencyLayout.ROW_BITS);
        int low = 0;
        int high = listCount;
        while (low < high) {
            int middle = low + high >>> 1;
            if (PackedValues.get(memory, rowsOffset, middle, AdjacencyLayout.ROW_BITS) < row) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** The first entry of a row's list; where the next list starts if the row has none. */
    int listStart(int row) {
        if (row >= rowCount) {
            return placeCount;
        }
        return switch (mode) {
            case AdjacencyLayout.MODE_UNIFORM, AdjacencyLayout.MODE_FILLED -> row * listCount;
            case AdjacencyLayout.MODE_GAPPED -> rowsBefore(row) * listCount;
            case AdjacencyLayout.MODE_RANKED -> start(rowsBefore(row));
            case AdjacencyLayout.MODE_SPARSE -> start(listAtOrAfter(row));
            default -> start(row);
        };
    }

    private int start(int list) {
        ensure(startsOffset, list, 1, startBits);
        return (int) PackedValues.get(memory, startsOffset, list, startBits);
    }

    /** The row in whose list an entry is. */
    int rowOf(int entry) {
        if (mode == AdjacencyLayout.MODE_UNIFORM || mode == AdjacencyLayout.MODE_FILLED) {
            return entry / listCount;
        }
        if (mode == AdjacencyLayout.MODE_GAPPED) {
            return presentRow(entry / listCount);
        }
        int lists = mode == AdjacencyLayout.MODE_DENSE ? rowCount : listCount;
        ensure(startsOffset, 0, lists + 1L, startBits);
        int low = 0;
        int high = lists;
        // The last list that starts at or before the entry: empty lists before it start no later.
        while (low < high) {
            int middle = low + high >>> 1;
            if (PackedValues.get(memory, startsOffset, middle + 1L, startBits) <= entry) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        if (mode == AdjacencyLayout.MODE_DENSE) {
            return low;
        }
        if (mode == AdjacencyLayout.MODE_RANKED) {
            return presentRow(low);
        }
        ensure(rowsOffset, low, 1, AdjacencyLayout.ROW_BITS);
        return (int) PackedValues.get(memory, rowsOffset, low, AdjacencyLayout.ROW_BITS);
    }

    long neighbour(int entry) {
        ensure(neighboursOffset, entry, 1, neighbourBits);
        return neighbourMinimum + PackedValues.get(memory, neighboursOffset, entry, neighbourBits);
    }

    void neighbours(int first, int count, long[] into, int at) {
        ensure(neighboursOffset, first, count, neighbourBits);
        PackedValues.unpack(memory, neighboursOffset, first, count, neighbourBits, neighbourMinimum, into, at);
    }

    /** Whether each row has one place, whose number is that of the row: a list has one entry at most. */
    boolean isSingle() {
        return listCount == 1 && (mode == AdjacencyLayout.MODE_UNIFORM || mode == AdjacencyLayout.MODE_FILLED);
    }

    /**
     * Neighbours at places that the last bits of nodes' ids tell.
     *
     * @param least not above any of the places
     * @param greatest not below any of them
     */
    void neighboursAt(long[] nodes, int from, int count, int least, int greatest, long[] into, int at) {
        ensure(neighboursOffset, least, greatest - least + 1L, neighbourBits);
        PackedValues.gather(
                memory, neighboursOffset, nodes, from, count, ROW_MASK, neighbourBits, neighbourMinimum, into, at);
    }

    /** Makes readable what {@link #neighbours} and, if they are wanted, slots of the entries are read from. */
    void reach(int first, int count, boolean withSlots) {
        ensure(neighboursOffset, first, count, neighbourBits);
        if (withSlots && slotMode == AdjacencyLayout.SLOTS_ALL || withSlots && !forward) {
            ensure(slotsOffset, first, count, slotBits);
        }
    }

    /** The entry of a forward segment that has a slot, or -1 if the slot is free. */
    int entryOf(int slot) {
        if (slot >= slotCount) {
            return -1;
        }
        if (slotMode == AdjacencyLayout.SLOTS_NONE) {
            return slot < placeCount && isTaken(neighbour(slot)) ? slot : -1;
        }
        if (exceptions != null) {
            return exceptions.entryOf(slot);
        }
        if (slotMode == AdjacencyLayout.SLOTS_BY_ROW) {
            long bounds = presentBounds(slot / listCount);
            return bounds == 0 ? -1 : (int) (bounds >>> 32) + slot % listCount;
        }
        ensure(entriesOffset, slot, 1, entryBits);
        return (int) PackedValues.get(memory, entriesOffset, slot, entryBits) - 1;
    }

    /** The slots of entries; of a backward segment, or of a forward one that stores them. */
    void slots(int first, int count, long[] into, int at) {
        if (exceptions != null) {
            exceptions.slots(first, count, into, at);
            return;
        }
        if (slotMode == AdjacencyLayout.SLOTS_BY_ROW) {
            slotsByRow(first, count, into, at);
            return;
        }
        ensure(slotsOffset, first, count, slotBits);
        PackedValues.unpack(memory, slotsOffset, first, count, slotBits, 0, into, at);
    }

    private void slotsByRow(int first, int count, long[] into, int at) {
        int row = presentRow(first / listCount);
        int place = first % listCount;
        for (int index = at; index < at + count; index++) {
            into[index] = (long) row * listCount + place++;
            if (place == listCount && index + 1 < at + count) {
                place = 0;
                row = nextPresentRow(row + 1);
            }
        }
    }

    /** Of a segment with presence bits, the first row from {@code row} on with entries; there must be one. */
    private int nextPresentRow(int row) {
        int word = row >>> AdjacencyLayout.PRESENCE_SHIFT;
        long bits = memory.get(AdjacencyLayout.LONG, presence(word)) & -1L << row;
        while (bits == 0) {
            bits = memory.get(AdjacencyLayout.LONG, presence(++word));
        }
        return (word << AdjacencyLayout.PRESENCE_SHIFT) + Long.numberOfTrailingZeros(bits);
    }

    /**
     * The slots of entries of one row's list, in a forward segment.
     *
     * @param row the row, which is passed because nearly all callers know it
     */
    void slotsOfRow(int row, int first, int count, long[] into, int at) {
        if (slotMode != AdjacencyLayout.SLOTS_BY_ROW) {
            slots(first, count, into, at);
            return;
        }
        // The place in the list: all lists before it have the same length.
        long slot = (long) row * listCount + first % listCount;
        for (int index = at; index < at + count; index++) {
            into[index] = slot++;
        }
    }

    /** As {@link #slots}, for a segment of any kind. */
    void anySlots(int first, int count, long[] into, int at) {
        if (forward && !storesSlots()) {
            for (int index = 0; index < count; index++) {
                into[at + index] = (long) first + index;
            }
        } else {
            slots(first, count, into, at);
        }
    }

    /** The slots of a forward segment below {@link #slotCount} that no entry has. */
    BitSet freeSlots() {
        BitSet free = new BitSet();
        if (exceptions != null) {
            exceptions.addFree(free);
        } else if (slotMode == AdjacencyLayout.SLOTS_BY_ROW || !isGapless() && !storesSlots()) {
            for (int slot = 0; slot < slotCount; slot++) {
                free.set(slot, entryOf(slot) < 0);
            }
        } else if (storesAllSlots()) {
            ensure(entriesOffset, 0, slotCount, entryBits);
            for (int slot = 0; slot < slotCount; slot++) {
                if (PackedValues.get(memory, entriesOffset, slot, entryBits) == 0) {
                    free.set(slot);
                }
            }
        }
        return free;
    }

    /** The first entry from {@code first} on and before {@code end} whose neighbour is {@code node} or greater. */
    int lowerBound(int first, int end, long node) {
        long wanted = node - neighbourMinimum;
        if (wanted <= 0 || first == end) {
            return first;
        }
        ensure(neighboursOffset, first, end - first, neighbourBits);
        int low = first;
        int high = end;
        while (low < high) {
            int middle = low + high >>> 1;
            if (PackedValues.get(memory, neighboursOffset, middle, neighbourBits) < wanted) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** The entries of a list whose neighbour is {@code node}, in the form of {@link #bounds}. */
    long equalRange(long bounds, long node) {
        int end = (int) bounds;
        int low = lowerBound((int) (bounds >>> 32), end, node);
        if (low == end || neighbour(low) != node) {
            return 0;
        }
        int high = low + 1;
        // Several relationships between the same two nodes are few: walk.
        while (high < end && neighbour(high) == node) {
            high++;
        }
        return (long) low << 32 | high;
    }
}
