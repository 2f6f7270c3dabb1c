package org.thetisdb.storage.arena;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * Handles by row or slot, 0 at first.
 *
 * <pre>
 *   number   27 ─── 10 │ 9 ─── 4 │ 3 ─── 0
 *            directory │ middle  │ leaf        directory: on the heap; middle: a record of 64 handles of leaves;
 *                                            leaf: a record of 16 handles
 * </pre>
 *
 * <p>A leaf is a cache line: rows that are dirty here and there take 64 bytes each at most, and those of a run 4. On
 * the heap there are 4 bytes for a thousand numbers, since a transaction of many millions has two tables of all of
 * them. Thread safe, and nobody waits for a reader. Loads and stores of handles are volatile: writers decide by them
 * which of two sees the other.
 */
public final class HandleTable {
    private static final int LEAF_BITS = 4;
    private static final int LEAF_HANDLES = 1 << LEAF_BITS;
    private static final int MIDDLE_BITS = 6;
    private static final int MIDDLE_LEAVES = 1 << MIDDLE_BITS;

    /** How many numbers one record of leaves has. */
    public static final int RANGE_NUMBERS = 1 << LEAF_BITS + MIDDLE_BITS;

    private static final VarHandle MIDDLE = MethodHandles.arrayElementVarHandle(int[].class);

    /** Takes a handle that is not 0. */
    public interface Visitor {
        /** Takes a handle and its row or slot. */
        void visit(int number, int handle);
    }

    private final RecordArena arena;
    private final Records records;
    private volatile int[] directory = {};

    public HandleTable(RecordArena arena) {
        this(arena, arena);
    }

    /** @param records where leaves are made, in the arena */
    public HandleTable(RecordArena arena, Records records) {
        this.arena = arena;
        this.records = records;
    }

    /** The handle, or 0. */
    public int get(int number) {
        int leaf = leaf(number);
        return leaf == RecordArena.NONE
                ? RecordArena.NONE
                : (int) RecordArena.INT.getVolatile(arena.block(leaf), place(leaf, number));
    }

    private static long place(int leaf, int number) {
        return RecordArena.offset(leaf) + Integer.BYTES * (number & LEAF_HANDLES - 1L);
    }

    private int leaf(int number) {
        int middle = middle(directory, number >>> LEAF_BITS + MIDDLE_BITS);
        return middle == RecordArena.NONE ? RecordArena.NONE : leafOf(middle, number >>> LEAF_BITS & MIDDLE_LEAVES - 1);
    }

    private static int middle(int[] known, int index) {
        return index < known.length ? (int) MIDDLE.getAcquire(known, index) : RecordArena.NONE;
    }

    private int leafOf(int middle, int index) {
        return (int) RecordArena.INT.getAcquire(arena.block(middle), placeOfLeaf(middle, index));
    }

    private static long placeOfLeaf(int middle, int index) {
        return RecordArena.offset(middle) + (long) Integer.BYTES * index;
    }

    /** Reads handles of which many lie beside each other: remembers the leaf. Not thread safe. */
    public static final class Reader {
        private final RecordArena arena;
        private HandleTable table;
        private MemorySegment block = MemorySegment.NULL;
        private long first;
        private int leafNumber = -1;

        public Reader(RecordArena arena) {
            this.arena = arena;
            this.table = new HandleTable(arena);
        }

        /** As {@link HandleTable#get}. */
        public int get(HandleTable from, int number) {
            if (from != table || number >>> LEAF_BITS != leafNumber) {
                int leaf = from.leaf(number);
                if (leaf == RecordArena.NONE) {
                    return RecordArena.NONE;
                }
                table = from;
                leafNumber = number >>> LEAF_BITS;
                block = arena.block(leaf);
                first = RecordArena.offset(leaf);
            }
            return (int) RecordArena.INT.getVolatile(block, first + Integer.BYTES * (number & LEAF_HANDLES - 1L));
        }
    }

    /** Puts a handle in another's place; false if that is not there. */
    public boolean compareAndSet(int number, int expected, int handle) {
        int leaf = madeLeaf(number);
        return RecordArena.INT.compareAndSet(arena.block(leaf), place(leaf, number), expected, handle);
    }

    /** As {@link #compareAndSet} of 0; the handle that is there afterwards. */
    public int putIfAbsent(int number, int handle) {
        int leaf = madeLeaf(number);
        int found = (int) RecordArena.INT.compareAndExchange(arena.block(leaf), place(leaf, number), 0, handle);
        return found == RecordArena.NONE ? handle : found;
    }

    /** Puts a handle; for one who excludes others. */
    public void set(int number, int handle) {
        int leaf = madeLeaf(number);
        RecordArena.INT.setVolatile(arena.block(leaf), place(leaf, number), handle);
    }

    private int madeLeaf(int number) {
        int leaf = leaf(number);
        return leaf == RecordArena.NONE ? makeLeaf(number) : leaf;
    }

    private synchronized int makeLeaf(int number) {
        int known = leaf(number);
        if (known != RecordArena.NONE) {
            return known;
        }
        int middle = madeMiddle(number >>> LEAF_BITS + MIDDLE_BITS);
        int leaf = records.allocate(Integer.BYTES * LEAF_HANDLES);
        int index = number >>> LEAF_BITS & MIDDLE_LEAVES - 1;
        RecordArena.INT.setRelease(arena.block(middle), placeOfLeaf(middle, index), leaf);
        return leaf;
    }

    private int madeMiddle(int index) {
        int[] known = directory;
        if (index >= known.length) {
            int length = Math.max(index + 1, known.length * 2);
            arena.countHeap((long) Integer.BYTES * (length - known.length));
            known = Arrays.copyOf(known, length);
            directory = known;
        }
        int middle = known[index];
        if (middle == RecordArena.NONE) {
            middle = records.allocate(Integer.BYTES * MIDDLE_LEAVES);
            MIDDLE.setRelease(known, index, middle);
        }
        return middle;
    }

    /** Calls for each handle that is not 0, by ascending number. Those put meanwhile may be missed. */
    public void forEach(Visitor visitor) {
        int[] known = directory;
        for (int index = 0; index < known.length; index++) {
            forEachOfRange(known, index, visitor);
        }
    }

    /**
     * Calls for each handle that is not 0 of some numbers, by ascending number.
     *
     * @param from a multiple of {@link #RANGE_NUMBERS}, as {@code end} is
     */
    public void forEach(int from, int end, Visitor visitor) {
        int[] known = directory;
        int last = Math.min(known.length, end / RANGE_NUMBERS);
        for (int index = from / RANGE_NUMBERS; index < last; index++) {
            forEachOfRange(known, index, visitor);
        }
    }

    /** The greatest number with a handle that passes a test; -1 if there is none. */
    public int last(IntPredicate test) {
        int[] found = {-1};
        for (int index = directory.length - 1; index >= 0 && found[0] < 0; index--) {
            forEachOfRange(directory, index, (number, handle) -> found[0] = test.test(handle) ? number : found[0]);
        }
        return found[0];
    }

    private void forEachOfRange(int[] known, int index, Visitor visitor) {
        int middle = middle(known, index);
        for (int inMiddle = 0; middle != RecordArena.NONE && inMiddle < MIDDLE_LEAVES; inMiddle++) {
            int leaf = leafOf(middle, inMiddle);
            if (leaf != RecordArena.NONE) {
                forEachOfLeaf(leaf, (index << MIDDLE_BITS | inMiddle) << LEAF_BITS, visitor);
            }
        }
    }

    /** The first number that is not below another with a handle that is not 0; -1 if there is none. */
    public int next(int from) {
        int[] known = directory;
        int number = from;
        while (number >>> LEAF_BITS + MIDDLE_BITS < known.length) {
            int leaf = leaf(number);
            int end = (number | LEAF_HANDLES - 1) + 1;
            for (; leaf != RecordArena.NONE && number < end; number++) {
                if ((int) RecordArena.INT.getVolatile(arena.block(leaf), place(leaf, number)) != RecordArena.NONE) {
                    return number;
                }
            }
            number = end;
        }
        return -1;
    }

    private void forEachOfLeaf(int leaf, int firstNumber, Visitor visitor) {
        MemorySegment block = arena.block(leaf);
        for (int number = firstNumber; number < firstNumber + LEAF_HANDLES; number++) {
            int handle = (int) RecordArena.INT.getVolatile(block, place(leaf, number));
            if (handle != RecordArena.NONE) {
                visitor.visit(number, handle);
            }
        }
    }
}
