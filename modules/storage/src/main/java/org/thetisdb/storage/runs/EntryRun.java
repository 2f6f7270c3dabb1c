package org.thetisdb.storage.runs;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.thetisdb.io.memory.MemoryAdvice;

/**
 * Entries of the lists of one type, side and chunk, sorted, in a block of a file.
 *
 * <pre>
 *   0          8        12         20       24
 *   +----------+--------+----------+--------+---
 *   | key 0    | slot 0 | key 1    | slot 1 | …      key: EntryKey
 *   +----------+--------+----------+--------+---
 * </pre>
 *
 * <p>Nobody changes it. Thread safe.
 *
 * @param memory the entries, and no more
 * @param count how many they are
 * @param level how often they were merged
 */
record EntryRun(MemorySegment memory, int count, int level) {
    static final int ENTRY_BYTES = Long.BYTES + Integer.BYTES;

    /** So many entries are asked for ahead of one who reads them all. */
    private static final int AHEAD_ENTRIES = 1 << 14;

    private static final ValueLayout.OfLong KEY = ValueLayout.JAVA_LONG_UNALIGNED;
    private static final ValueLayout.OfInt SLOT = ValueLayout.JAVA_INT_UNALIGNED;

    long key(int index) {
        return memory.get(KEY, (long) ENTRY_BYTES * index);
    }

    int slot(int index) {
        return memory.get(SLOT, (long) ENTRY_BYTES * index + Long.BYTES);
    }

    /** For who reads one entry after the other: now and then, what comes next is asked for. */
    void readAhead(int index) {
        if ((index & AHEAD_ENTRIES - 1) == 0) {
            long from = (long) ENTRY_BYTES * index;
            long end = Math.min(memory.byteSize(), from + 2L * ENTRY_BYTES * AHEAD_ENTRIES);
            MemoryAdvice.soon(memory.asSlice(from, end - from));
        }
    }

    /**
     * The first entry with a key or a greater one.
     *
     * @param guess where it may be: rows are mostly asked for in ascending order
     */
    int lowerBound(long key, int guess) {
        if ((guess == count || key(guess) >= key) && (guess == 0 || key(guess - 1) < key)) {
            return guess;
        }
        int low = 0;
        int high = count;
        while (low < high) {
            int middle = low + high >>> 1;
            if (key(middle) < key) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
