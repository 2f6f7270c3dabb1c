package org.thetisdb.storage.delta;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.RelationshipIdLayout;
import org.thetisdb.storage.arena.EntryOrder;
import org.thetisdb.storage.arena.RecordArena;

/**
 * What happened to a list of relationships since the base, as records: a short list, or a long one of leaves. A list of
 * one link has none.
 *
 * <pre>
 *   short list   0       4         8       16       20        24        36        48
 *                +-------+---------+-------+--------+---------+---------+---------+
 *                | epoch | entries | order | entries| entries | entry 0 | entry 1 |
 *                |       | 2 and 3 |       | 4 to 7 | 8 to 14 |         |         |
 *                +-------+---------+-------+--------+---------+---------+---------+
 *                          handles, made when they are needed
 *
 *   leaf         0       4         8       16       28        32                    212
 *                +-------+---------+-------+--------+---------+---------------------+----------------+
 *                | epoch | next    | order | fence  | height  | entries 0 to 14     | further next … |
 *                +-------+---------+-------+--------+---------+---------------------+----------------+
 *
 *   long list    0       4        8                           48
 *                +-------+--------+---------------------------+
 *                | -1    | short  | first leaf of each height |
 *                +-------+--------+---------------------------+
 *
 *   entry        0                  4                        8
 *                +------------------+------------------------+------------------------+
 *                | neighbour        | slot    │ neighbour    | neighbour    │ mark    |
 *                +------------------+------------------------+------------------------+
 *                  bits 0 to 31       28        bits 32 to 35  bits 36 to 38  29
 * </pre>
 *
 * <p>A long list begins with what was the short one, whose epoch says from then on that it is a part. The order ({@link
 * EntryOrder}) says which entries there are: by neighbour, then by slot. A fence is an entry, too:
 * the leaf has none before it, and those before the leaf none after it. The mark is that of who made the relationship
 * ({@link StampTable}), or 0: look at the link, now and always. The epoch grows when an entry was taken out of the
 * order, before another is written in its place: who has read entries knows by it whether they were those of the order.
 */
final class ListLayout {
    static final int HEIGHT_MAX = 10;

    /** Records of a list beside its own. */
    static final int PARTS = 3;

    static final long SHORT_BYTES = 48;
    static final long LONG_BYTES = 48;

    /** In place of a mark: look at the link. */
    static final int LOOK = 0;

    private static final int ENTRY_BYTES = 12;
    private static final long EPOCH = 0;
    private static final long ORDER = 8;
    private static final long SECOND_PART = 4;
    private static final long THIRD_PART = 16;
    private static final long FOURTH_PART = 20;
    private static final long SHORT_ENTRIES = 24;
    private static final int SECOND_INDEX = 2;
    private static final int THIRD_INDEX = 4;
    private static final int FOURTH_INDEX = 8;
    private static final long NEXT = 4;
    private static final long FENCE = 16;
    private static final long HEIGHT = 28;
    private static final long LEAF_ENTRIES = 32;
    private static final long FURTHER = LEAF_ENTRIES + (long) ENTRY_BYTES * EntryOrder.ENTRIES_MAX;
    private static final long SHORT = 4;
    private static final long FIRST = 8;
    private static final int LONG_LIST = -1;

    /** In the epoch of a short list: it is a part of a long one. */
    private static final int PART = 1 << 30;

    private static final int EPOCH_MASK = PART - 1;

    private static final long SLOT_AND_NEIGHBOUR = 4;
    private static final long MARK_AND_NEIGHBOUR = 8;
    private static final int MARK_SHIFT = 3;
    private static final int MARK_MAX = (1 << 31 - MARK_SHIFT) - 1;
    private static final int LOW_BITS = 32;
    private static final int MIDDLE_BITS = 32 - RelationshipIdLayout.SLOT_BITS;
    private static final int HIGH_MASK = (1 << MARK_SHIFT) - 1;
    private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();

    static {
        if (LOW_BITS + MIDDLE_BITS + MARK_SHIFT != NodeIdLayout.CHUNK_BITS + NodeIdLayout.ROW_BITS
                || SHORT_ENTRIES + SECOND_INDEX * ENTRY_BYTES != SHORT_BYTES
                || leafBytes(1) != 212
                || FIRST + Integer.BYTES * HEIGHT_MAX > LONG_BYTES) {
            throw new AssertionError("an entry takes 12 bytes, and a leaf 212: leafBytes=" + leafBytes(1));
        }
    }

    private ListLayout() {}

    // ---------------------------------------------------------------- records

    static long leafBytes(int height) {
        return FURTHER + (long) Integer.BYTES * (height - 1);
    }

    static void writeLong(MemorySegment block, long at, int shortList) {
        block.set(ValueLayout.JAVA_INT, at + EPOCH, LONG_LIST);
        block.set(ValueLayout.JAVA_INT, at + SHORT, shortList);
    }

    /** With what a long list begins. */
    static int shortList(MemorySegment block, long at) {
        return block.get(ValueLayout.JAVA_INT, at + SHORT);
    }

    /** Whether the epoch of a short list says that it is a part of a long one. */
    static boolean isPart(int epoch) {
        return (epoch & PART) != 0;
    }

    /** Makes a short list a part of a long one, which is known already. */
    static void setPart(MemorySegment block, long at) {
        int epoch = block.get(ValueLayout.JAVA_INT, at + EPOCH);
        RecordArena.INT.setVolatile(block, at + EPOCH, epoch | PART);
    }

    static boolean isLong(MemorySegment block, long at) {
        return block.get(ValueLayout.JAVA_INT, at + EPOCH) == LONG_LIST;
    }

    static int epoch(MemorySegment block, long at) {
        return (int) RecordArena.INT.getAcquire(block, at + EPOCH);
    }

    /** Before an entry is written in the place of one that was taken out of the order. */
    static void addEpoch(MemorySegment block, long at) {
        int epoch = block.get(ValueLayout.JAVA_INT, at + EPOCH);
        RecordArena.INT.setVolatile(block, at + EPOCH, epoch & PART | epoch + 1 & EPOCH_MASK);
        VarHandle.storeStoreFence();
    }

    static long order(MemorySegment block, long at) {
        return (long) LONG.getVolatile(block, at + ORDER);
    }

    static void setOrder(MemorySegment block, long at, long order) {
        LONG.setVolatile(block, at + ORDER, order);
    }

    /** Where a short list has the handle of the record with an entry; 0 if the entry is in the list's own. */
    static long partField(int index) {
        return index < SECOND_INDEX
                ? 0
                : index < THIRD_INDEX ? SECOND_PART : index < FOURTH_INDEX ? THIRD_PART : FOURTH_PART;
    }

    /** The handle of a record that belongs to a list, short or long; 0 if there is none. */
    static int part(MemorySegment block, long at, int number) {
        long field = number == 0 ? SECOND_PART : number == 1 ? THIRD_PART : FOURTH_PART;
        return block.get(ValueLayout.JAVA_INT, at + field);
    }

    /** How many bytes the record with an entry of a short list has that is not in the list's own. */
    static long partBytes(int index) {
        int end = index < THIRD_INDEX ? THIRD_INDEX : index < FOURTH_INDEX ? FOURTH_INDEX : EntryOrder.ENTRIES_MAX;
        return (long) ENTRY_BYTES * (end - partIndex(index));
    }

    private static int partIndex(int index) {
        return index < THIRD_INDEX ? SECOND_INDEX : index < FOURTH_INDEX ? THIRD_INDEX : FOURTH_INDEX;
    }

    /** Where an entry of a short list is, in the record that has it. */
    static long shortEntry(int index) {
        return index < SECOND_INDEX
                ? SHORT_ENTRIES + (long) ENTRY_BYTES * index
                : (long) ENTRY_BYTES * (index - partIndex(index));
    }

    static long leafEntry(int index) {
        return LEAF_ENTRIES + (long) ENTRY_BYTES * index;
    }

    static int height(MemorySegment block, long at) {
        return block.get(ValueLayout.JAVA_INT, at + HEIGHT);
    }

    static void writeLeaf(MemorySegment block, long at, int height, long neighbour, int slot) {
        block.set(ValueLayout.JAVA_INT, at + HEIGHT, height);
        writeEntry(block, at + FENCE, neighbour, slot, LOOK);
    }

    /** Whether a leaf's fence is at a place of the order of lists or before it. */
    static boolean isFenceUpTo(MemorySegment block, long at, long neighbour, int slot) {
        return compare(block, at + FENCE, neighbour, slot) <= 0;
    }

    static int next(MemorySegment block, long at, int height) {
        return (int) RecordArena.INT.getVolatile(block, at + nextField(height));
    }

    static void setNext(MemorySegment block, long at, int height, int leaf) {
        RecordArena.INT.setVolatile(block, at + nextField(height), leaf);
    }

    private static long nextField(int height) {
        return height == 1 ? NEXT : FURTHER + (long) Integer.BYTES * (height - 2);
    }

    static int first(MemorySegment block, long at, int height) {
        return (int) RecordArena.INT.getVolatile(block, at + FIRST + (long) Integer.BYTES * (height - 1));
    }

    static void setFirst(MemorySegment block, long at, int height, int leaf) {
        RecordArena.INT.setVolatile(block, at + FIRST + (long) Integer.BYTES * (height - 1), leaf);
    }

    // ---------------------------------------------------------------- entries

    static void writeEntry(MemorySegment block, long at, long neighbour, int slot, int mark) {
        int fitting = mark > MARK_MAX || mark < -MARK_MAX ? LOOK : mark;
        block.set(ValueLayout.JAVA_INT, at, (int) neighbour);
        block.set(
                ValueLayout.JAVA_INT,
                at + SLOT_AND_NEIGHBOUR,
                slot | (int) (neighbour >>> LOW_BITS) << RelationshipIdLayout.SLOT_BITS);
        block.set(
                ValueLayout.JAVA_INT,
                at + MARK_AND_NEIGHBOUR,
                fitting << MARK_SHIFT | (int) (neighbour >>> LOW_BITS + MIDDLE_BITS));
    }

    static void copyEntry(MemorySegment from, long fromAt, MemorySegment to, long toAt) {
        writeEntry(to, toAt, neighbour(from, fromAt), slot(from, fromAt), mark(from, fromAt));
    }

    static long neighbour(MemorySegment block, long at) {
        return neighbour(
                block.get(ValueLayout.JAVA_INT, at),
                block.get(ValueLayout.JAVA_INT, at + SLOT_AND_NEIGHBOUR),
                block.get(ValueLayout.JAVA_INT, at + MARK_AND_NEIGHBOUR));
    }

    private static long neighbour(int low, int middle, int high) {
        return low & 0xFFFF_FFFFL
                | (long) (middle >>> RelationshipIdLayout.SLOT_BITS) << LOW_BITS
                | (long) (high & HIGH_MASK) << LOW_BITS + MIDDLE_BITS;
    }

    /** Copies an entry into arrays. */
    static void read(MemorySegment block, long at, int to, long[] neighbours, int[] slots, int[] marks) {
        int low = block.get(ValueLayout.JAVA_INT, at);
        int middle = block.get(ValueLayout.JAVA_INT, at + SLOT_AND_NEIGHBOUR);
        int high = (int) RecordArena.INT.getVolatile(block, at + MARK_AND_NEIGHBOUR);
        neighbours[to] = neighbour(low, middle, high);
        slots[to] = middle & RelationshipIdLayout.SLOT_COUNT_MAX - 1;
        marks[to] = high >> MARK_SHIFT;
    }

    static int slot(MemorySegment block, long at) {
        return block.get(ValueLayout.JAVA_INT, at + SLOT_AND_NEIGHBOUR) & RelationshipIdLayout.SLOT_COUNT_MAX - 1;
    }

    static int mark(MemorySegment block, long at) {
        return (int) RecordArena.INT.getVolatile(block, at + MARK_AND_NEIGHBOUR) >> MARK_SHIFT;
    }

    /** Makes readers look at the link; for one who excludes others who write. */
    static void setLook(MemorySegment block, long at) {
        int known = block.get(ValueLayout.JAVA_INT, at + MARK_AND_NEIGHBOUR);
        RecordArena.INT.setVolatile(block, at + MARK_AND_NEIGHBOUR, known & HIGH_MASK);
    }

    /** Puts a mark in the place of another that says the same, if it is still there. */
    static void replaceMark(MemorySegment block, long at, int mark, int better) {
        int known = (int) RecordArena.INT.getOpaque(block, at + MARK_AND_NEIGHBOUR);
        if (known >> MARK_SHIFT == mark && better >= -MARK_MAX) {
            int high = known & HIGH_MASK;
            RecordArena.INT.compareAndSet(block, at + MARK_AND_NEIGHBOUR, known, better << MARK_SHIFT | high);
        }
    }

    /** Compares an entry with a place of the order of lists. */
    static int compare(MemorySegment block, long at, long neighbour, int slot) {
        int byNeighbour = Long.compare(neighbour(block, at), neighbour);
        return byNeighbour != 0 ? byNeighbour : Integer.compare(slot(block, at), slot);
    }
}
