package org.thetisdb.engine.table;

import java.util.Arrays;
import org.thetisdb.engine.hash.TagDirectory;
import org.thetisdb.engine.semantics.Vectors;
import org.thetisdb.value.vector.Vector;

/**
 * The entries of keys that lie close together, found by the key itself: nodes of one label, years, ages.
 *
 * <pre>
 *   key      base   +1    +2    +3         base + places
 *   places  │ e+1 │  0  │  0  │ e+1 │  …  │               0: no entry, so that fresh memory is empty
 * </pre>
 *
 * <p>Several keys are the digits of one, the first of any size, the others as large as those that have come and some:
 *
 * <pre>
 *   year   person       bases   –, 262144        place of (2011, 262150) = 2011 * 40000 + 6
 *   2011   262150       spans   –, 40000
 * </pre>
 *
 * <p>A look-up is one load, without a hash, a tag or a comparison; it is what others call a perfect hash table
 * (DuckDB's perfect hash aggregate, which decides by statistics; here it is decided by the keys that have come). There
 * are at most {@link #PLACES_PER_ENTRY} places for each entry, and some, so that it takes no more memory than a {@link
 * TagDirectory} of as many, and {@link #bytesBesides}.
 *
 * <p>Either unused, when it has no places, or has all entries of a table. Not thread safe, but
 * for {@link #find(long[], int, int[])} and {@link #find(long)}.
 */
final class DenseEntries implements DirectEntries {
    /** With fewer entries a directory stays in the processor's first cache. */
    private static final int ENTRIES_MIN = 1 << 10;

    private static final int PLACES_PER_ENTRY = 4;

    /** So many places there may be besides, about as many as fit into the processor's second cache. */
    private static final int PLACES_BESIDES = 1 << 15;

    private static final int PLACES_MAX = Integer.MAX_VALUE - 8;

    /** Keys beyond are left to others, so that no place's key overflows. */
    private static final long KEY_MAX = 1L << 62;

    /** The same of the first of several keys. */
    private static final long FIRST_KEY_MAX = 1L << 38;

    private static final int SLICE_ROWS = 1 << 10;

    /** How many values keys behind the first may have together. */
    private static final long SPANS_MAX = 1L << 22;

    /** In place of keys of which one is beyond what it may be. */
    private static final long NOWHERE = Long.MIN_VALUE;

    /** Keys may lie close enough when there are so many more: looking at them is little beside adding them. */
    private static final int LOOK_AGAIN_DIVISOR = 4;

    /** The part of a key's values that may come beyond those that have come. */
    private static final int SPARE_DIVISOR = 8;

    /** Who has met keys that lie apart may meet others, but not soon. */
    private static final int LOOK_AGAIN = 4;

    // Most tables are small, and never use it.
    private static final int[] NO_PLACES = {};
    private static final long[] NO_KEYS = {};

    private int[] places = NO_PLACES;
    private long base;
    private int lookAt = ENTRIES_MIN;
    private int[] addedRows = NO_PLACES;

    // By key; not used for the first.
    private long[] bases = NO_KEYS;
    private long[] spans = NO_KEYS;

    private long[] composed = NO_KEYS;

    // The least and the greatest of the keys last looked at.
    private long least;
    private long greatest;

    /** How much more than a directory of as many entries it may take, with one that is empty. */
    static long bytesBesides(int entryCount) {
        return entryCount < ENTRIES_MIN ? 0 : (long) Integer.BYTES * PLACES_BESIDES + TagDirectory.bytes(0);
    }

    @Override
    public boolean isUsed() {
        return places.length > 0;
    }

    @Override
    public long bytes() {
        return (long) Integer.BYTES * places.length;
    }

    @Override
    public int[] addedRows() {
        return addedRows;
    }

    /** Whether a table with so many entries should see whether they lie close together. */
    boolean isTimeToLook(int entryCount) {
        return entryCount >= lookAt && !isUsed();
    }

    @Override
    public boolean take(Vector[] keys, int entryCount) {
        lookAt = entryCount + entryCount / LOOK_AGAIN_DIVISOR;
        if (!measureDigits(keys, entryCount)) {
            return false;
        }
        long low = Long.MAX_VALUE;
        long high = Long.MIN_VALUE;
        for (int from = 0; from < entryCount; from += SLICE_ROWS) {
            int count = Math.min(SLICE_ROWS, entryCount - from);
            compose(keys, from, count);
            measure(composed, count);
            low = Math.min(low, least);
            high = Math.max(high, greatest);
        }
        if (!isDense(low, high, entryCount)) {
            return false;
        }
        base = low;
        places = new int[(int) (high - low) + 1];
        for (int from = 0; from < entryCount; from += SLICE_ROWS) {
            fill(keys, from, Math.min(SLICE_ROWS, entryCount - from));
        }
        return true;
    }

    private void fill(Vector[] keys, int from, int count) {
        compose(keys, from, count);
        for (int index = 0; index < count; index++) {
            int place = (int) (composed[index] - base);
            places[place] = places[place] == 0 ? from + index + 1 : places[place];
        }
    }

    /** How large the keys behind the first may be from now on; false if they are too many. */
    private boolean measureDigits(Vector[] keys, int entryCount) {
        bases = new long[keys.length];
        spans = new long[keys.length];
        long all = 1;
        for (int key = 1; key < keys.length; key++) {
            measure(keys[key].longs(), entryCount);
            long last = greatest - least;
            if (last < 0 || last > SPANS_MAX) {
                return false;
            }
            bases[key] = least;
            spans[key] = last + last / SPARE_DIVISOR + 1;
            all *= spans[key];
            if (all > Math.min(SPANS_MAX, placesMax(entryCount))) {
                return false;
            }
        }
        return true;
    }

    /** One key for all of a row of a batch. */
    private long[] composed(Vector[] columns, int rowCount) {
        if (columns.length == 1) {
            return columns[0].longs();
        }
        compose(columns, 0, rowCount);
        return composed;
    }

    /** Makes one key of all of a row; {@link #NOWHERE} if one of several is larger than it may be. */
    private void compose(Vector[] columns, int from, int rowCount) {
        composed = composed.length < rowCount ? new long[rowCount] : composed;
        long[] into = composed;
        System.arraycopy(columns[0].longs(), from, into, 0, rowCount);
        if (columns.length == 1) {
            return;
        }
        for (int row = 0; row < rowCount; row++) {
            long key = into[row];
            into[row] = key > -FIRST_KEY_MAX && key < FIRST_KEY_MAX ? key : NOWHERE;
        }
        for (int key = 1; key < columns.length; key++) {
            long[] longs = columns[key].longs();
            long first = bases[key];
            long span = spans[key];
            for (int row = 0; row < rowCount; row++) {
                long digit = longs[from + row] - first;
                boolean fits = Long.compareUnsigned(digit, span) < 0 && into[row] != NOWHERE;
                into[row] = fits ? into[row] * span + digit : NOWHERE;
            }
        }
    }

    private void measure(long[] longs, int count) {
        long low = Long.MAX_VALUE;
        long high = Long.MIN_VALUE;
        for (int index = 0; index < count; index++) {
            low = Math.min(low, longs[index]);
            high = Math.max(high, longs[index]);
        }
        least = low;
        greatest = high;
    }

    private static boolean isDense(long low, long high, int entryCount) {
        return low > -KEY_MAX && high < KEY_MAX && high - low < placesMax(entryCount);
    }

    private static long placesMax(int entryCount) {
        return Math.min((long) PLACES_PER_ENTRY * entryCount + PLACES_BESIDES, PLACES_MAX);
    }

    @Override
    public Reach reach(Vector[] columns, int rowCount, int entryCount) {
        measure(composed(columns, rowCount), rowCount);
        if (least >= base && greatest < end()) {
            return Reach.WITHIN;
        }
        return isDense(Math.min(least, base), Math.max(greatest, end() - 1), entryCount) ? Reach.BEYOND : Reach.FAR;
    }

    /** The key after the last that has a place. */
    private long end() {
        return base + places.length;
    }

    @Override
    public long bytesToExtend(int entryCount) {
        return bytes() + (long) Integer.BYTES * extendedLength(entryCount);
    }

    @Override
    public void extend(int entryCount) {
        int[] more = new int[extendedLength(entryCount)];
        // The room to spare is where keys have come: before the first, or behind the last.
        long newBase = least < base ? least - (more.length - neededLength()) : base;
        System.arraycopy(places, 0, more, (int) (base - newBase), places.length);
        places = more;
        base = newBase;
    }

    private long neededLength() {
        return Math.max(greatest, end() - 1) - Math.min(least, base) + 1;
    }

    private int extendedLength(int entryCount) {
        long needed = neededLength();
        return (int) Math.max(needed, Math.min(placesMax(entryCount), needed + needed / 2));
    }

    /** Writes the entry of each row, {@link TagDirectory#NONE} for keys that are not there. */
    void find(Vector[] columns, int rowCount, int[] entries) {
        find(composed(columns, rowCount), rowCount, entries);
    }

    /** The same of one key. */
    void find(long[] column, int rowCount, int[] entries) {
        int[] from = places;
        long first = base;
        for (int row = 0; row < rowCount; row++) {
            long place = column[row] - first;
            entries[row] = Long.compareUnsigned(place, from.length) < 0 ? from[(int) place] - 1 : TagDirectory.NONE;
        }
    }

    /** The entry of a key; {@link TagDirectory#NONE} if it is not there. */
    int find(long key) {
        return key >= base && key < end() ? places[(int) (key - base)] - 1 : TagDirectory.NONE;
    }

    @Override
    public int findOrAdd(Vector[] columns, int rowCount, int[] entries, int entryCount) {
        long[] column = columns.length == 1 ? columns[0].longs() : composed;
        addedRows = Vectors.room(addedRows, rowCount);
        int[] from = places;
        int[] added = addedRows;
        long first = base;
        int count = entryCount;
        for (int row = 0; row < rowCount; row++) {
            int place = (int) (column[row] - first);
            int entry = from[place];
            if (entry == 0) {
                added[count - entryCount] = row;
                entry = ++count;
                from[place] = entry;
            }
            entries[row] = entry - 1;
        }
        return count;
    }

    @Override
    public void leave(int entryCount) {
        places = NO_PLACES;
        lookAt = LOOK_AGAIN * Math.max(ENTRIES_MIN, entryCount);
    }

    @Override
    public void rewind() {
        lookAt = ENTRIES_MIN;
        Arrays.fill(places, 0);
    }

    @Override
    public void clear() {
        lookAt = ENTRIES_MIN;
        places = NO_PLACES;
    }
}
