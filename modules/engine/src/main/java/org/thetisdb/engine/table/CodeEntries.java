package org.thetisdb.engine.table;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.semantics.Vectors;
import org.thetisdb.value.vector.Dictionary;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * Which entries of a table the codes of its keys have, as long as batch after batch is coded by the same dictionaries:
 * a row's entry is then looked up by a number, and a key only when it is first met.
 *
 * <pre>
 *   codes of key 1   2 0 0 1 …    of 4, with that for null  ──┐
 *   codes of key 2   7 7 1 0 …    of 9                      ──┴─►  places  25 7 1 9 …  ──►  entries  0 1 2 3 …
 *                                                                           one that is not known: its key is asked
 * </pre>
 *
 * <p>At least one of the keys is coded strings; beside them, integers from 0 to {@value #INTEGER_MAX}, such as numbers
 * of groups, are their own codes.
 *
 * <p>Invariant: what is known of a place holds as long as nothing is removed from the table, which says so by {@link
 * #forget}. Belongs to one table.
 */
final class CodeEntries {
    /** Places of which entries are noted; more do not stay in the processor's first cache. */
    private static final int PLACES_MAX = 1 << 12;

    /** Of places, other than those of before, for each row: with more there is nothing to win. */
    private static final int NEW_PLACES_OF_ROW = 4;

    private static final int INTEGER_MAX = 63;

    private static final int NOT_KNOWN = -1;

    /** In place of an entry that is being looked up. */
    private static final int ASKED = -2;

    /** By key, the dictionary of its codes; null for integers, or if nothing is known. */
    private final @Nullable Dictionary[] dictionaries;

    /** By key, how many codes there are, with one for null; 0 if nothing is known. */
    private final int[] codeCounts;

    private int[] entryOfPlace = {};
    private int placeCount;
    private int[] places = {};

    /** The place of each row of the batch: {@link #places}, or the codes of the only key. */
    private int[] placeOfRow = {};

    private int[] rows = {};
    private int asked;

    CodeEntries(int keyCount) {
        dictionaries = new Dictionary[keyCount];
        codeCounts = new int[keyCount];
    }

    /** To be called when entries of the table have been removed. */
    void forget() {
        placeCount = 0;
        asked = 0;
        Arrays.fill(dictionaries, null);
        Arrays.fill(codeCounts, 0);
    }

    /** Gives each of the first rows a place; false if not all keys have codes, or there would be too many places. */
    boolean assign(Vector[] columns, int rowCount) {
        if (asked > 0 || !areCoded(columns) || !assignCodes(columns, rowCount)) {
            forget();
            return false;
        }
        if (columns.length == 1 && !columns[0].hasNulls()) {
            placeOfRow = columns[0].codes();
            return true;
        }
        places = Vectors.room(places, rowCount);
        placeOfRow = places;
        for (int key = 0; key < columns.length; key++) {
            addCodes(columns[key], codeCounts[key], key > 0, rowCount);
        }
        return true;
    }

    /** Whether all keys may have codes, and at least one of them strings. */
    private static boolean areCoded(Vector[] columns) {
        boolean isAnyCoded = false;
        for (Vector column : columns) {
            boolean isCoded = column.isCoded();
            if (!isCoded && (column.kind() != VectorKind.INTEGER || column.hasNulls())) {
                return false;
            }
            isAnyCoded |= isCoded;
        }
        return isAnyCoded;
    }

    /** Takes note of the dictionaries, and forgets what was known by others. */
    @SuppressWarnings("ReferenceEquality") // The very same object is meant.
    private boolean assignCodes(Vector[] columns, int rowCount) {
        boolean isSame = placeCount > 0;
        long product = 1;
        for (int key = 0; key < columns.length; key++) {
            Vector column = columns[key];
            Dictionary dictionary = column.isCoded() ? column.dictionary() : null;
            int codeCount =
                    dictionary == null ? integerCodes(column, rowCount, codeCounts[key]) : dictionary.size() + 1;
            isSame &= dictionary == dictionaries[key] && codeCount == codeCounts[key];
            dictionaries[key] = dictionary;
            codeCounts[key] = codeCount;
            product *= codeCount;
            if (product == 0 || product > PLACES_MAX) {
                return false;
            }
        }
        if (!isSame) {
            placeCount = (int) product;
            if (placeCount > NEW_PLACES_OF_ROW * rowCount) {
                return false;
            }
            entryOfPlace = Vectors.room(entryOfPlace, placeCount);
            Arrays.fill(entryOfPlace, 0, placeCount, NOT_KNOWN);
        }
        return true;
    }

    /** A power of two above all values, at least as many as before; 0 if some are too large or negative. */
    private static int integerCodes(Vector column, int rowCount, int before) {
        long[] values = column.longs();
        long bits = 0;
        for (int row = 0; row < rowCount; row++) {
            bits |= values[row];
        }
        if (bits < 0 || bits > INTEGER_MAX) {
            return 0;
        }
        return Math.max(before, bits == 0 ? 1 : (int) Long.highestOneBit(bits) << 1);
    }

    private void addCodes(Vector column, int codeCount, boolean isNext, int rowCount) {
        int factor = isNext ? codeCount : 0;
        if (!column.isCoded()) {
            long[] values = column.longs();
            for (int row = 0; row < rowCount; row++) {
                places[row] = places[row] * factor + (int) values[row];
            }
            return;
        }
        int[] codes = column.codes();
        if (!column.hasNulls()) {
            for (int row = 0; row < rowCount; row++) {
                places[row] = places[row] * factor + codes[row];
            }
            return;
        }
        boolean[] nulls = column.nulls();
        for (int row = 0; row < rowCount; row++) {
            places[row] = places[row] * factor + (nulls[row] ? codeCount - 1 : codes[row]);
        }
    }

    /** Writes the entry of each row; false if there are rows whose entries are not known, which have any number. */
    boolean find(int rowCount, int[] entries) {
        int[] from = placeOfRow;
        int[] known = entryOfPlace;
        int all = 0;
        for (int row = 0; row < rowCount; row++) {
            int entry = known[from[row]];
            entries[row] = entry;
            all |= entry;
        }
        return all >= 0;
    }

    /** The rows whose keys are to be looked up, so many as {@link #asked}: each key once, where it is first met. */
    int[] askedRows(int rowCount) {
        asked = 0;
        rows = Vectors.room(rows, rowCount);
        for (int row = 0; row < rowCount; row++) {
            int place = placeOfRow[row];
            if (entryOfPlace[place] == NOT_KNOWN) {
                entryOfPlace[place] = ASKED;
                rows[asked++] = row;
            }
        }
        return rows;
    }

    int asked() {
        return asked;
    }

    /** Takes the entries of the rows that were asked for. */
    void learn(int[] entries) {
        for (int index = 0; index < asked; index++) {
            entryOfPlace[placeOfRow[rows[index]]] = entries[index];
        }
        asked = 0;
    }
}
