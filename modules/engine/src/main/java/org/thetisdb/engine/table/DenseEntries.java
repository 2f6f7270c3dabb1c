package org.thetisdb.engine.table;

import java.util.Arrays;
import org.thetisdb.engine.hash.TagDirectory;
import org.thetisdb.engine.semantics.Vectors;
import org.thetisdb.value.vector.Vector;

/**
 * The entries of keys that lie close together, found by the key itself: nodes of one label, years, ages.
 *
 * <p>Several keys are the digits of one, the first of any size, the others as large as those that have come and some:
 *
 * <pre>
 *   year   person       bases   –, 262144        place of (2011, 262150) = 2011 * 40000 + 6
 *   2011   262150       spans   –, 40000
 * </pre>
 *
 * <p>A look-up is one load, without a hash, a tag or a comparison; it is what others call a perfect hash table
 * (DuckDB's perfect hash aggregate, which decides by statistics; here it is decided by the keys that have come). It
 * takes no more memory than a {@link TagDirectory} of as many entries, and {@link #bytesBesides}.
 *
 * <p>Either unused, when it has no places, or has all entries of a table. Not thread safe, but
 * for {@link #find(long[], int, int[])} and {@link #find(long)}.
 */
final class DenseEntries implements DirectEntries {
    /** With fewer entries a directory stays in the processor's first cache. */
    private static final int ENTRIES_MIN = 1 << 10;

    private static final int PLACES_MAX = Integer.MAX_VALUE - 8;

    /** Larger first keys of several are left to others, so that what they are the digits of does not overflow. */
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
    private static final int[] NO_ROWS = {};
    private static final long[] NO_KEYS = {};

    private final KeyPlaces places = new KeyPlaces(PLACES_MAX);
    private int lookAt = ENTRIES_MIN;
    private int[] addedRows = NO_ROWS;

    // By key; not used for the first.
    private long[] bases = NO_KEYS;
    private long[] spans = NO_KEYS;

    private long[] composed = NO_KEYS;

    /** How much more than a directory of as many entries it may take, with one that is empty. */
    static long bytesBesides(int entryCount) {
        return entryCount < ENTRIES_MIN ? 0 : (long) Integer.BYTES * KeyPlaces.BESIDES + TagDirectory.bytes(0);
    }

    @Override
    public boolean isUsed() {
        return places.isUsed();
    }

    @Override
    public long bytes() {
        return places.bytes();
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
            places.measure(composed, count);
            low = Math.min(low, places.least());
            high = Math.max(high, places.greatest());
        }
        if (!places.make(low, high, entryCount)) {
            return false;
        }
        for (int from = 0; from < entryCount; from += SLICE_ROWS) {
            fill(keys, from, Math.min(SLICE_ROWS, entryCount - from));
        }
        return true;
    }

    private void fill(Vector[] keys, int from, int count) {
        compose(keys, from, count);
        int[] entries = places.entries();
        for (int index = 0; index < count; index++) {
            int place = (int) (composed[index] - places.base());
            entries[place] = entries[place] == 0 ? from + index + 1 : entries[place];
        }
    }

    /** How large the keys behind the first may be from now on; false if they are too many. */
    private boolean measureDigits(Vector[] keys, int entryCount) {
        bases = new long[keys.length];
        spans = new long[keys.length];
        long all = 1;
        for (int key = 1; key < keys.length; key++) {
            places.measure(keys[key].longs(), entryCount);
            long last = places.greatest() - places.least();
            if (last < 0 || last > SPANS_MAX) {
                return false;
            }
            bases[key] = places.least();
            spans[key] = last + last / SPARE_DIVISOR + 1;
            all *= spans[key];
            if (all > Math.min(SPANS_MAX, places.countMax(entryCount))) {
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

    @Override
    public Reach reach(Vector[] columns, int rowCount, int entryCount) {
        places.measure(composed(columns, rowCount), rowCount);
        return places.reach(entryCount);
    }

    @Override
    public long bytesToExtend(int entryCount) {
        return bytes() + (long) Integer.BYTES * places.extendedCount(entryCount);
    }

    @Override
    public void extend(int entryCount) {
        places.extend(entryCount);
    }

    /** Writes the entry of each row, {@link TagDirectory#NONE} for keys that are not there. */
    void find(Vector[] columns, int rowCount, int[] entries) {
        find(composed(columns, rowCount), rowCount, entries);
    }

    /** The same of one key. */
    void find(long[] column, int rowCount, int[] entries) {
        int[] from = places.entries();
        long first = places.base();
        for (int row = 0; row < rowCount; row++) {
            long place = column[row] - first;
            entries[row] = Long.compareUnsigned(place, from.length) < 0 ? from[(int) place] - 1 : TagDirectory.NONE;
        }
    }

    /** The entry of a key; {@link TagDirectory#NONE} if it is not there. */
    int find(long key) {
        return places.contains(key) ? places.entries()[(int) (key - places.base())] - 1 : TagDirectory.NONE;
    }

    @Override
    public int findOrAdd(Vector[] columns, int rowCount, int[] entries, int entryCount) {
        long[] column = columns.length == 1 ? columns[0].longs() : composed;
        addedRows = Vectors.room(addedRows, rowCount);
        int[] from = places.entries();
        int[] added = addedRows;
        long first = places.base();
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
        places.clear();
        lookAt = LOOK_AGAIN * Math.max(ENTRIES_MIN, entryCount);
    }

    @Override
    public void rewind() {
        lookAt = ENTRIES_MIN;
        Arrays.fill(places.entries(), 0);
    }

    @Override
    public void clear() {
        lookAt = ENTRIES_MIN;
        places.clear();
    }
}
