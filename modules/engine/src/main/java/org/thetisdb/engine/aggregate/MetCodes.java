package org.thetisdb.engine.aggregate;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.semantics.Vectors;
import org.thetisdb.value.vector.Dictionary;
import org.thetisdb.value.vector.Vector;

/**
 * Which strings of a dictionary have been met in a group, so that one look at the code of each row tells that a batch
 * has nothing new. It knows of one dictionary and one group at a time. Belongs to one accumulator.
 */
final class MetCodes {
    private static final int NOT_MET = 1;

    private @Nullable Dictionary dictionary;
    private int group;

    /** By code, {@link #NOT_MET} or 0. */
    private int[] marks = {};

    /** Whether all rows are known to have strings that were met. */
    @SuppressWarnings("ReferenceEquality") // The very same object is meant.
    boolean areMet(int ofGroup, Vector strings, int count) {
        if (ofGroup != group || !strings.isCoded() || strings.hasNulls() || strings.dictionary() != dictionary) {
            return false;
        }
        int[] known = marks;
        int[] codes = strings.codes();
        int marked = 0;
        for (int row = 0; row < count; row++) {
            marked |= known[codes[row]];
        }
        return marked == 0;
    }

    /** Takes note of the strings of a batch, if there are codes for them that are no more than its rows. */
    @SuppressWarnings("ReferenceEquality") // The very same object is meant.
    void meet(int ofGroup, Vector strings, int count) {
        if (!strings.isCoded() || strings.hasNulls() || strings.dictionary().size() > count) {
            return;
        }
        if (ofGroup != group || strings.dictionary() != dictionary) {
            group = ofGroup;
            dictionary = strings.dictionary();
            marks = Vectors.room(marks, strings.dictionary().size());
            Arrays.fill(marks, NOT_MET);
        }
        int[] codes = strings.codes();
        for (int row = 0; row < count; row++) {
            marks[codes[row]] = 0;
        }
    }

    /** About how many bytes it takes. */
    long bytes() {
        return 4L * marks.length;
    }
}
