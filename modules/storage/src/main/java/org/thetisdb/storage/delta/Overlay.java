package org.thetisdb.storage.delta;

import java.util.Arrays;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.thetisdb.value.vector.Vector;

/**
 * The entries of a batch that the base does not answer, and what does: a value, or a page that knows it. Used again
 * from batch to batch. Not thread safe.
 */
final class Overlay {
    /** Single rows are not worth a column. */
    private static final int REMEMBERED_ROWS_MIN = 8;

    private final Vector buffer = new Vector();
    private int[] places = new int[16];
    private @Nullable Object[] values = new @Nullable Object[16];
    private int count;
    private boolean remembers;

    /** Entries whose values are known; made when the first is met. */
    private int[] knownPlaces = {};

    private DeltaColumnPage[] pages = {};
    private int[] rows = {};
    private long[] states = {};
    private int knownCount;

    private boolean[] masked = new boolean[16];

    /** Drops whatever a batch has left that ended in an error. */
    void begin(int batchCount) {
        shorten(0);
        knownCount = 0;
        remembers = batchCount >= REMEMBERED_ROWS_MIN;
    }

    /** Whether the batch is large enough to {@link #remember} what it finds. */
    boolean remembers() {
        return remembers;
    }

    /** How many there are without the known ones. */
    int count() {
        return count;
    }

    int place(int index) {
        return places[index];
    }

    @Nullable
    Object value(int index) {
        return values[index];
    }

    boolean isEmpty() {
        return count + knownCount == 0;
    }

    /** Makes the entry at {@code place} of the batch one that the base does not answer. */
    void add(int place, @Nullable Object value) {
        if (count == places.length) {
            places = Arrays.copyOf(places, count * 2);
            values = Arrays.copyOf(values, count * 2);
        }
        places[count] = place;
        values[count++] = value;
    }

    /** Puts another value, or another place, in an earlier one's stead. */
    void replace(int index, int place, @Nullable Object value) {
        places[index] = place;
        values[index] = value;
    }

    /** Drops all but the first. */
    void shorten(int newCount) {
        Arrays.fill(values, newCount, count, null);
        count = newCount;
    }

    /**
     * Takes a row's value from a column, if it is known there.
     *
     * @param column null if there is none
     * @param revision the reader's
     */
    boolean addIfKnown(int place, @Nullable DeltaColumn column, int row, long revision) {
        DeltaColumnPage page = column == null ? null : column.page(row);
        if (page == null) {
            return false;
        }
        long state = page.state(row);
        boolean isKnown = DeltaColumnPage.isKnown(state, revision);
        if (isKnown) {
            addKnown(place, page, row, state);
        }
        return isKnown;
    }

    /**
     * Leaves a value in a chunk's column for whoever comes next.
     *
     * @param row row or slot
     * @param revision since which the row has the value
     * @param isNewest whether the version that has the value is still the row's newest
     */
    void remember(
            Delta delta,
            DeltaChunk<?> chunk,
            int propertyKeyId,
            int row,
            @Nullable Object value,
            long revision,
            BooleanSupplier isNewest) {
        delta.grow(chunk.makeColumn(propertyKeyId).remember(row, value, revision, buffer, isNewest));
    }

    private void addKnown(int place, DeltaColumnPage page, int row, long state) {
        if (knownCount == knownPlaces.length) {
            int length = Math.max(64, knownCount * 2);
            knownPlaces = Arrays.copyOf(knownPlaces, length);
            pages = Arrays.copyOf(pages, length);
            rows = Arrays.copyOf(rows, length);
            states = Arrays.copyOf(states, length);
        }
        knownPlaces[knownCount] = place;
        pages[knownCount] = page;
        rows[knownCount] = row;
        states[knownCount++] = state;
    }

    /** The nulls, and what the base is not to be asked for. */
    boolean[] mask(boolean @Nullable [] nulls, int batchCount) {
        if (masked.length < batchCount) {
            masked = new boolean[Math.max(batchCount, masked.length * 2)];
        }
        if (nulls == null) {
            Arrays.fill(masked, 0, batchCount, false);
        } else {
            System.arraycopy(nulls, 0, masked, 0, batchCount);
        }
        for (int index = 0; index < count; index++) {
            masked[places[index]] = true;
        }
        for (int index = 0; index < knownCount; index++) {
            masked[knownPlaces[index]] = true;
        }
        return masked;
    }

    /**
     * Puts the values where the base has left nulls, and is empty then.
     *
     * @param valueAt what an entry of the batch has, for where what was known has changed meanwhile
     */
    void patch(Vector into, IntFunction<@Nullable Object> valueAt) {
        for (int index = 0; index < count; index++) {
            if (values[index] != null) {
                into.setValue(places[index], values[index]);
                values[index] = null;
            }
        }
        count = 0;
        for (int index = 0; index < knownCount; index++) {
            int place = knownPlaces[index];
            if (!DeltaColumnPage.isNull(states[index]) && !pages[index].copy(rows[index], states[index], into, place)) {
                into.setValue(place, valueAt.apply(place));
            }
        }
        knownCount = 0;
    }
}
