package org.thetisdb.engine.table;

import java.util.Arrays;
import org.thetisdb.engine.semantics.Vectors;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * Numbers the different keys of a batch, 0, 1, 2, … in the order of rows, where these are few and that can be seen
 * without looking at the keys themselves: a table then looks up each of them once for all its rows.
 *
 * <pre>
 *   strings   codes, if they are coded; otherwise:
 *             bytes  E n g S a l e s M k t    rows  3 0 0 8 3 …    strings that begin at the same byte are the same:
 *                    0     3         8                             several dictionaries in turn are read so
 *   integers  44 36 49 44 18 …                least 18, range 47   equal integers differ from the least by the same
 *
 *   several columns   code of the first × values of the second + code of the second
 * </pre>
 *
 * <p>Keys with different numbers may be equal (a string twice in the bytes), equal numbers never mean different keys.
 * A batch that has many different keys has cost its look in vain, so after it twice as many batches are not looked at
 * as the last time.
 *
 * <p>Belongs to one table.
 */
final class KeyCodes {
    /** Rows by key from which on looking up keys costs less than looking up rows. */
    private static final int ROWS_OF_KEY_MIN = 4;

    /** With fewer rows there is nothing to win. */
    private static final int ROWS_MIN = 64;

    /** Places to note where a key was met; more do not stay in the processor's first cache. */
    private static final int PLACES_MAX = 1 << 12;

    private static final int SKIPPED_MAX = 1 << 10;

    private static final int NOT_MET = -1;

    private int[] numberOfPlace = {};
    private int[] codes = {};
    private int[] codesOfColumn = {};
    private int[] firstRows = {};
    private int count;
    private int toSkip;
    private int skippedAfterNext = 1;

    /** The number of each row's key. */
    int[] codes() {
        return codes;
    }

    /** How many numbers there are. */
    int count() {
        return count;
    }

    /** By number, the first row that has it. */
    int[] firstRows() {
        return firstRows;
    }

    /** Numbers the keys of the first rows, unless there are many different ones or nobody can tell. */
    boolean assign(Vector[] columns, int rowCount) {
        if (rowCount < ROWS_MIN || toSkip > 0) {
            toSkip = Math.max(0, toSkip - 1);
            return false;
        }
        if (codes.length < rowCount) {
            codes = new int[rowCount];
            codesOfColumn = new int[rowCount];
            firstRows = new int[rowCount];
        }
        boolean areFew = assignAll(columns, rowCount);
        toSkip = areFew ? 0 : skippedAfterNext;
        skippedAfterNext = areFew ? 1 : Math.min(SKIPPED_MAX, 2 * skippedAfterNext);
        return areFew;
    }

    private boolean assignAll(Vector[] columns, int rowCount) {
        count = 1;
        firstRows[0] = 0;
        Arrays.fill(codes, 0, rowCount, 0);
        for (Vector column : columns) {
            if (!isOneValue(column, rowCount) && !assignAlso(column, rowCount)) {
                return false;
            }
        }
        return true;
    }

    /** Numbers keys by one more column. */
    private boolean assignAlso(Vector column, int rowCount) {
        int before = count;
        if (before == 1) {
            return assign(column, rowCount, codes);
        }
        if (!assign(column, rowCount, codesOfColumn) || (long) before * count > PLACES_MAX) {
            return false;
        }
        int values = count;
        for (int row = 0; row < rowCount; row++) {
            codes[row] = codes[row] * values + codesOfColumn[row];
        }
        return number(codes, before * values, rowCount);
    }

    /** Whether all rows have the first row's value, as those of one month have: most others differ very soon. */
    private static boolean isOneValue(Vector column, int rowCount) {
        if (column.hasNulls()) {
            return false;
        }
        int row = 1;
        if (column.isCoded()) {
            int[] codes = column.codes();
            while (row < rowCount && codes[row] == codes[0]) {
                row++;
            }
        } else if (isOfLongs(column.kind())) {
            long[] values = column.longs();
            while (row < rowCount && values[row] == values[0]) {
                row++;
            }
        }
        return row == rowCount;
    }

    /** Whether different longs are different keys. */
    private static boolean isOfLongs(VectorKind kind) {
        return switch (kind) {
            case BOOLEAN, INTEGER, DATE, LOCAL_TIME, NODE -> true;
            case NULL, STRING, FLOAT, TIME, LOCAL_DATETIME, ZONED_DATETIME, RELATIONSHIP, OBJECT -> false;
        };
    }

    /** Numbers a column by itself. */
    private boolean assign(Vector column, int rowCount, int[] into) {
        boolean[] nulls = column.hasNulls() ? column.nulls() : null;
        int places = 0;
        if (column.kind() == VectorKind.STRING) {
            places = placesOfStrings(column, rowCount, into);
        } else if (isOfLongs(column.kind())) {
            places = placesOfLongs(column, rowCount, into);
        }
        if (places == 0) {
            return false;
        }
        for (int row = 0; nulls != null && row < rowCount; row++) {
            into[row] = nulls[row] ? places - 1 : into[row];
        }
        return number(into, places, rowCount)
                && (column.kind() != VectorKind.STRING || column.isCoded() || areWholeStrings(column, rowCount, into));
    }

    /** How many places there are: codes, or bytes and one more, and one for null; 0 if too many. */
    private static int placesOfStrings(Vector column, int rowCount, int[] into) {
        if (column.isCoded()) {
            int size = column.dictionary().size();
            System.arraycopy(column.codes(), 0, into, 0, rowCount);
            return size < PLACES_MAX ? size + 1 : 0;
        }
        int bytes = column.stringBytes();
        if (bytes > PLACES_MAX - 2) {
            return 0;
        }
        System.arraycopy(column.starts(), 0, into, 0, rowCount);
        return bytes + 2;
    }

    /** How many places there are, one for each integer between the extremes and one for null; 0 if too many. */
    private static int placesOfLongs(Vector column, int rowCount, int[] into) {
        long[] values = column.longs();
        long least = Long.MAX_VALUE;
        long greatest = Long.MIN_VALUE;
        if (column.hasNulls()) {
            for (int row = 0; row < rowCount; row++) {
                least = column.isNull(row) ? least : Math.min(least, values[row]);
                greatest = column.isNull(row) ? greatest : Math.max(greatest, values[row]);
            }
        } else {
            for (int row = 0; row < rowCount; row++) {
                least = Math.min(least, values[row]);
                greatest = Math.max(greatest, values[row]);
            }
        }
        long range = greatest - least;
        if (range < 0 || range > PLACES_MAX - 2) {
            return 0;
        }
        for (int row = 0; row < rowCount; row++) {
            into[row] = (int) (values[row] - least);
        }
        return (int) range + 2;
    }

    /** Makes numbers of places, in the order in which these are met; false if they are many. */
    private boolean number(int[] places, int placeCount, int rowCount) {
        numberOfPlace = Vectors.room(numberOfPlace, placeCount);
        Arrays.fill(numberOfPlace, 0, placeCount, NOT_MET);
        int met = 0;
        for (int row = 0; row < rowCount; row++) {
            int place = places[row];
            int number = numberOfPlace[place];
            if (number == NOT_MET) {
                number = met;
                firstRows[met++] = row;
                numberOfPlace[place] = number;
            }
            places[row] = number;
        }
        count = met;
        return (long) met * ROWS_OF_KEY_MIN <= rowCount;
    }

    /** Whether strings that begin at the same byte end at the same one, too: an empty one begins where another does. */
    private boolean areWholeStrings(Vector column, int rowCount, int[] numbers) {
        int[] lengths = column.lengths();
        boolean[] nulls = column.hasNulls() ? column.nulls() : null;
        int differences = 0;
        for (int row = 0; row < rowCount; row++) {
            int difference = lengths[row] ^ lengths[firstRows[numbers[row]]];
            differences |= nulls != null && nulls[row] ? 0 : difference;
        }
        return differences == 0;
    }
}
