package org.thetisdb.engine.table;

import java.util.Arrays;
import org.thetisdb.engine.hash.LongTable;
import org.thetisdb.engine.semantics.Vectors;
import org.thetisdb.value.vector.Vector;

/**
 * The entries of two keys of which one comes in runs and the other lies close together: how many friends each person
 * has in common with each other, how often each pair of tags was seen together.
 *
 * <pre>
 *   leading   7  7  7  7  7  9  9  9  7  7       the key that comes in runs; whose turn it is has places
 *   other    12 14 12 13 14 12 13 12 12 15
 *
 *   places of 7   12 │ e0    13 │ e2    14 │ e1          by the other key; emptied when the turn ends, and
 *   places of 9   12 │ e3    13 │ e4                     filled again by the entries of the key that comes
 *   places of 7   12 │ e0    13 │ e2    14 │ e1    15 │ e5
 *
 *   ranges of 7   e0–e2, e5–e5                           entries that were made in one turn follow upon each other
 * </pre>
 *
 * <p>So a look-up is one load from an array that stays in the processor's caches, however many entries there are: the
 * dense accumulator by which a product of sparse matrices is computed row by row (Gustavson, "Two Fast Algorithms for
 * Sparse Matrices: Multiplication and Permuted Transposition", ACM TOMS 4.3, 1978). A turn costs the entries that its
 * key has already; where turns are short, or cost more than they bring, it is left.
 *
 * <p>Invariants: places hold the entries of the leading key whose turn it is, plus 1, and nothing else; those that the
 * turn has made are from {@link #turnStart} on, all others are in ranges. Not thread safe.
 */
final class RunEntries implements DirectEntries {
    /** Of a table's entries, and of a batch's rows, so many on the average have to have the same leading key. */
    private static final int RUN_ENTRIES_MIN = 8;

    private static final int RUN_ROWS_MIN = 4;

    /** With more, a place is no longer nearer than a hash table's. */
    private static final int PLACES_MAX = 1 << 20;

    /** So many entries may be put into places for each row that comes. */
    private static final int LOADED_PER_ROW_MAX = 4;

    private static final int NO_RANGE = -1;
    private static final int[] NONE = {};

    private final KeyPlaces places = new KeyPlaces(PLACES_MAX);

    /** By entry, the other key, as its distance from {@link #origin}. */
    private int[] distances = NONE;

    private long origin;

    /** Which of the two keys comes in runs. */
    private int leading;

    /** Numbers the leading keys. */
    private LongTable firsts = new LongTable();

    /** By number of a leading key, its last range and how many entries are in its ranges. */
    private int[] lastRanges = NONE;

    private int[] sizes = NONE;

    private int[] rangeStarts = NONE;
    private int[] rangeEnds = NONE;
    private int[] rangesBefore = NONE;
    private int rangeCount;

    /** The number of the leading key whose turn it is. */
    private int turn = NO_RANGE;

    private int turnStart;
    private int[] addedRows = NONE;

    /** The runs of the batch whose reach was asked for: where each ends, and the number of its leading key. */
    private int[] runEnds = NONE;

    private int[] runNumbers = NONE;
    private int runCount;

    /** How many rows these are. */
    private int rowCount;

    @Override
    public boolean isUsed() {
        return places.isUsed();
    }

    @Override
    public long bytes() {
        return isUsed()
                ? places.bytes()
                        + (long) Integer.BYTES
                                * (distances.length + lastRanges.length + sizes.length + 3L * rangeStarts.length)
                        + firsts.bytesWith(0)
                : 0;
    }

    @Override
    public int[] addedRows() {
        return addedRows;
    }

    @Override
    public boolean take(Vector[] keys, int entryCount) {
        if (keys.length != 2) {
            return false;
        }
        int runsOfFirst = Vectors.runs(keys[0].longs(), entryCount);
        int runsOfSecond = Vectors.runs(keys[1].longs(), entryCount);
        if (entryCount / Math.min(runsOfFirst, runsOfSecond) < RUN_ENTRIES_MIN) {
            return false;
        }
        leading = runsOfFirst <= runsOfSecond ? 0 : 1;
        long[] others = keys[1 - leading].longs();
        places.measure(others, entryCount);
        if (!places.make(places.least(), places.greatest(), entryCount)) {
            return false;
        }
        origin = places.base();
        distances = new int[keys[0].nulls().length];
        for (int entry = 0; entry < entryCount; entry++) {
            distances[entry] = (int) (others[entry] - origin);
        }
        takeRanges(keys[leading].longs(), entryCount);
        return true;
    }

    private void takeRanges(long[] leadings, int entryCount) {
        int end;
        for (int start = 0; start < entryCount; start = end) {
            end = Vectors.endOfRun(leadings, start, entryCount);
            addRange(number(leadings[start]), start, end);
        }
        turn = NO_RANGE;
        turnStart = entryCount;
    }

    /** The number of a leading key, a new one if it was not there. */
    private int number(long key) {
        int number = firsts.add(key);
        if (number < 0) {
            return ~number;
        }
        if (number == lastRanges.length) {
            lastRanges = Arrays.copyOf(lastRanges, Math.max(64, 2 * number));
            sizes = Arrays.copyOf(sizes, lastRanges.length);
        }
        lastRanges[number] = NO_RANGE;
        sizes[number] = 0;
        return number;
    }

    private void addRange(int number, int start, int end) {
        if (rangeCount == rangeStarts.length) {
            int length = Math.max(64, 2 * rangeCount);
            rangeStarts = Arrays.copyOf(rangeStarts, length);
            rangeEnds = Arrays.copyOf(rangeEnds, length);
            rangesBefore = Arrays.copyOf(rangesBefore, length);
        }
        rangeStarts[rangeCount] = start;
        rangeEnds[rangeCount] = end;
        rangesBefore[rangeCount] = lastRanges[number];
        lastRanges[number] = rangeCount++;
        sizes[number] += end - start;
    }

    @Override
    public Reach reach(Vector[] columns, int rows, int entryCount) {
        rowCount = rows;
        if (!findRuns(columns[leading].longs(), rows)) {
            return Reach.FAR;
        }
        places.measure(columns[1 - leading].longs(), rows);
        Reach reach = places.reach(entryCount);
        return reach == Reach.WITHIN && entryCount + rows > distances.length ? Reach.BEYOND : reach;
    }

    /** Finds the runs of a batch; false if they are short, or of keys with many entries. */
    private boolean findRuns(long[] leadings, int rows) {
        runEnds = Vectors.room(runEnds, rows);
        runNumbers = Vectors.room(runNumbers, rows);
        runCount = 0;
        long loaded = 0;
        long loadedMax = (long) LOADED_PER_ROW_MAX * rows;
        int end;
        for (int start = 0; start < rows; start = end) {
            end = Vectors.endOfRun(leadings, start, rows);
            int number = number(leadings[start]);
            loaded += runCount == 0 && number == turn ? 0 : sizes[number];
            runEnds[runCount] = end;
            runNumbers[runCount++] = number;
            if (loaded > loadedMax || (long) runCount * RUN_ROWS_MIN > rows + RUN_ROWS_MIN) {
                return false;
            }
        }
        return true;
    }

    @Override
    public long bytesToExtend(int entryCount) {
        return 2 * bytes() + (long) Integer.BYTES * (places.extendedCount(entryCount) + 2L * rowCount);
    }

    @Override
    public void extend(int entryCount) {
        int needed = entryCount + rowCount;
        if (needed > distances.length) {
            distances = Arrays.copyOf(distances, needed + needed / 2);
        }
        if (places.reach(entryCount) != Reach.WITHIN) {
            places.extend(entryCount);
        }
    }

    @Override
    public int findOrAdd(Vector[] columns, int rows, int[] entries, int entryCount) {
        addedRows = Vectors.room(addedRows, rows);
        long[] others = columns[1 - leading].longs();
        int count = entryCount;
        int start = 0;
        for (int run = 0; run < runCount; run++) {
            if (runNumbers[run] != turn) {
                turnTo(runNumbers[run], count);
            }
            count = findOrAdd(others, start, runEnds[run], entries, entryCount, count);
            start = runEnds[run];
        }
        return count;
    }

    private int findOrAdd(long[] others, int start, int end, int[] entries, int former, int entryCount) {
        int[] from = places.entries();
        int[] added = addedRows;
        int[] to = distances;
        long first = places.base();
        int shift = (int) (places.base() - origin);
        int count = entryCount;
        for (int row = start; row < end; row++) {
            int place = (int) (others[row] - first);
            int entry = from[place];
            if (entry == 0) {
                added[count - former] = row;
                to[count] = place + shift;
                entry = ++count;
                from[place] = entry;
            }
            entries[row] = entry - 1;
        }
        return count;
    }

    /** Ends a leading key's turn; another's entries get the places. */
    private void turnTo(int number, int entryCount) {
        if (turn != NO_RANGE) {
            if (entryCount > turnStart) {
                addRange(turn, turnStart, entryCount);
            }
            fill(turn, 0, 0);
        }
        fill(number, 1, 1);
        turn = number;
        turnStart = entryCount;
    }

    /** Writes into the places of a leading key's entries {@code entry * factor + more}. */
    private void fill(int number, int factor, int more) {
        int shift = (int) (origin - places.base());
        int[] into = places.entries();
        for (int range = lastRanges[number]; range != NO_RANGE; range = rangesBefore[range]) {
            for (int entry = rangeStarts[range]; entry < rangeEnds[range]; entry++) {
                into[distances[entry] + shift] = entry * factor + more;
            }
        }
    }

    @Override
    public void leave(int entryCount) {
        clear();
    }

    @Override
    public void rewind() {
        if (isUsed()) {
            Arrays.fill(places.entries(), 0);
            forget();
        }
    }

    @Override
    public void clear() {
        if (isUsed()) {
            places.clear();
            distances = NONE;
            lastRanges = NONE;
            sizes = NONE;
            rangeStarts = NONE;
            rangeEnds = NONE;
            rangesBefore = NONE;
            forget();
        }
    }

    private void forget() {
        firsts = new LongTable();
        rangeCount = 0;
        turn = NO_RANGE;
        turnStart = 0;
    }
}
