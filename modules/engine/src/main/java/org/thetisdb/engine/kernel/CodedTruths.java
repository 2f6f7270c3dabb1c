package org.thetisdb.engine.kernel;

import org.thetisdb.engine.semantics.Vectors;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * Conditions on coded strings: evaluated once for each string of the dictionary, then looked up by the rows' codes. No
 * state.
 */
final class CodedTruths {
    /** Rows for each string of a dictionary from which on it is evaluated as a whole: not all of it may occur. */
    private static final int ROWS_OF_STRING_MIN = 2;

    private CodedTruths() {}

    /** Whether to evaluate the strings of the dictionary instead of the rows. */
    static boolean isWorthIt(Vector texts, int rowCount) {
        return texts.isCoded() && (long) texts.dictionary().size() * ROWS_OF_STRING_MIN <= rowCount;
    }

    /**
     * Gives each row what its string has, or null if the row is null.
     *
     * @param truths by code, of kind BOOLEAN; all null or none
     */
    static void lookUp(Vector truths, Vector texts, int rowCount, Vector into) {
        into.reset(VectorKind.BOOLEAN, rowCount);
        if (truths.hasNulls()) {
            into.setAllNull();
            return;
        }
        long[] truthOfCode = truths.longs();
        int[] codes = texts.codes();
        long[] found = into.longs();
        for (int row = 0; row < rowCount; row++) {
            found[row] = truthOfCode[codes[row]];
        }
        Vectors.addNulls(texts, false, into);
    }
}
