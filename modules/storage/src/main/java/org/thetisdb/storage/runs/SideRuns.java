package org.thetisdb.storage.runs;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.thetisdb.storage.arena.BlockOutput;

/**
 * Entries that a transaction has made in the lists of one type, side and chunk: in a buffer, and in runs, the older
 * ones first.
 *
 * <pre>
 *   levels of the runs   2 1 1 0 0 0 … 0     fifteen of each at most; with the buffer, sixteen of 0 become one of 1,
 *                                            with which sixteen of 1 become one of 2, in the same step
 * </pre>
 *
 * <p>So an entry is written once for each level. The transaction's thread adds and writes; any thread reads.
 */
final class SideRuns {
    private static final int FAN_IN = 16;

    private final EntryBuffer buffer = new EntryBuffer();

    /** Replaced as a whole; written by the transaction's thread alone, with the lock. */
    private EntryRun[] runs = {};

    /** Adds an entry, and returns how many are in the buffer now. */
    synchronized int add(long key, int slot) {
        buffer.add(key, slot);
        return buffer.count();
    }

    /** How many entries are in the buffer. */
    int bufferedCount() {
        return buffer.count();
    }

    // ---------------------------------------------------------------- writing a run

    /** The first of the runs that the next one takes in, which are all after it. */
    private int firstMerged() {
        int first = runs.length;
        for (int level = 0; first >= FAN_IN - 1 && runs[first - (FAN_IN - 1)].level() == level; level++) {
            first -= FAN_IN - 1;
        }
        return first;
    }

    /** How many entries the next run has. */
    int nextCount() {
        int count = buffer.count();
        for (int index = firstMerged(); index < runs.length; index++) {
            count += runs[index].count();
        }
        return count;
    }

    /** Writes the next run: what the buffer has, and the runs that it takes in. */
    void write(BlockOutput output, EntryCursor cursor) {
        cursor.clear();
        cursor.startAll(Arrays.copyOfRange(runs, firstMerged(), runs.length));
        synchronized (this) {
            buffer.holdAll(cursor);
        }
        while (cursor.next()) {
            output.put(cursor.key(), cursor.slot());
        }
    }

    /** What was written takes the place of what it was made of. */
    synchronized void replace(MemorySegment written) {
        int first = firstMerged();
        int level = (runs.length - first) / (FAN_IN - 1);
        EntryRun run = new EntryRun(written, nextCount(), level);
        EntryRun[] next = Arrays.copyOf(runs, first + 1);
        next[first] = run;
        runs = next;
        buffer.clear();
    }

    // ---------------------------------------------------------------- reading

    /** Adds to a cursor what a row has from a neighbour on. */
    synchronized void start(EntryCursor into, int row, long neighbour, long tag) {
        long key = EntryKey.of(row, neighbour);
        if (runs.length > 0) {
            into.startRow(runs, key, tag);
        }
        buffer.start(into, key, tag);
    }
}
