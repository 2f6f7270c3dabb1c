package org.thetisdb.engine.hash;

import java.util.Arrays;

/**
 * A set of longs that numbers its elements 0, 1, 2, … in the order in which they come: nodes that a search has visited
 * and its queue in one, the elements of a list, the neighbours of a node.
 *
 * <p>Linear probing over numbers, at most half full; no tags, because comparing a key is no more than comparing a tag.
 * Clearing it takes time in proportion to its elements, not to its capacity, so one set serves searches small
 * and large.
 *
 * <p>Threads: belongs to one while it is filled; after that several may read it.
 */
public final class LongTable {
    private static final int EMPTY = -1;
    private static final int CAPACITY_MIN = 64;

    /** Room worth keeping from run to run: 512 KiB. */
    private static final int KEPT_CAPACITY_MAX = 1 << 16;

    private int[] table;
    private long[] elements;
    private int count;

    public LongTable() {
        this(0);
    }

    private LongTable(int elementCount) {
        allot(Integer.highestOneBit(Math.max(elementCount, CAPACITY_MIN / 4)) * 4);
    }

    /** The set of the first longs of an array. */
    public static LongTable of(long[] values, int valueCount) {
        LongTable set = new LongTable(valueCount);
        for (int index = 0; index < valueCount; index++) {
            set.add(values[index]);
        }
        return set;
    }

    private void allot(int capacity) {
        table = new int[capacity];
        Arrays.fill(table, EMPTY);
        elements = new long[capacity / 2];
    }

    public int count() {
        return count;
    }

    /** The elements by their numbers; not to be changed. */
    public long[] elements() {
        return elements;
    }

    /** Adds a long: its number if it is new, else the bitwise complement of its number. */
    public int add(long element) {
        int mask = table.length - 1;
        int place = HashMixer.place(element) & mask;
        int number = table[place];
        while (number != EMPTY) {
            if (elements[number] == element) {
                return ~number;
            }
            place = place + 1 & mask;
            number = table[place];
        }
        int added = count++;
        table[place] = added;
        elements[added] = element;
        if (count == elements.length) {
            grow();
        }
        assert count * 2 <= table.length : "the table is at most half full: count=" + count;
        return added;
    }

    /** The number of an element, or -1. */
    public int find(long element) {
        int mask = table.length - 1;
        int place = HashMixer.place(element) & mask;
        int number = table[place];
        while (number != EMPTY && elements[number] != element) {
            place = place + 1 & mask;
            number = table[place];
        }
        return number;
    }

    public boolean contains(long element) {
        return find(element) != EMPTY;
    }

    private void grow() {
        long[] former = elements;
        allot(table.length * 2);
        System.arraycopy(former, 0, elements, 0, count);
        int mask = table.length - 1;
        for (int number = 0; number < count; number++) {
            int place = HashMixer.place(elements[number]) & mask;
            while (table[place] != EMPTY) {
                place = place + 1 & mask;
            }
            table[place] = number;
        }
    }

    /** Forgets all elements, and keeps the memory. */
    public void clear() {
        if (count > table.length / 8) {
            Arrays.fill(table, EMPTY);
        } else {
            clearRuns();
        }
        count = 0;
    }

    /**
     * Clears, from each element's first place on, the places up to the next empty one. A place is only ever cleared
     * together with all that follow it in its run, so no element is left.
     */
    private void clearRuns() {
        int mask = table.length - 1;
        for (int number = 0; number < count; number++) {
            int place = HashMixer.place(elements[number]) & mask;
            while (table[place] != EMPTY) {
                table[place] = EMPTY;
                place = place + 1 & mask;
            }
        }
    }

    /** Forgets all elements, and releases the memory if it is large. */
    public void release() {
        if (table.length > KEPT_CAPACITY_MAX) {
            allot(CAPACITY_MIN);
            count = 0;
        } else {
            clear();
        }
    }

    /**
     * The memory that the table takes at most while so many more elements come; for a moment it is there twice when it
     * grows.
     */
    public long bytesWith(int more) {
        long needed = (long) count + more;
        if (needed < elements.length) {
            return bytes();
        }
        long length = elements.length;
        while (length <= needed) {
            length *= 2;
        }
        return bytes() + (2L * Integer.BYTES + Long.BYTES) * length;
    }

    /** The memory that the table takes. */
    public long bytes() {
        return (long) Integer.BYTES * table.length + (long) Long.BYTES * elements.length;
    }
}
