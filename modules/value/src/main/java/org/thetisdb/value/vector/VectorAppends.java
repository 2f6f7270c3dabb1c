package org.thetisdb.value.vector;

/** Appends chosen entries of vectors where that is copying a number for each. No state. */
public final class VectorAppends {
    private VectorAppends() {}

    /**
     * Appends {@code source[rows[from]], …} if that is copying a long for each: one such kind, no nulls.
     *
     * @param target gets them
     * @param source another vector
     * @param rows indexes into the source, or -1
     * @param from the first of them that counts
     * @param added how many of them
     * @return whether it was done; nothing is changed if not
     */
    public static boolean longs(Vector target, Vector source, int[] rows, int from, int added) {
        VectorKind kind = target.kind();
        boolean plain = kind == source.kind()
                && kind.usesLongs()
                && !kind.usesLongs2()
                && !source.hasNulls()
                && VectorCopies.areRows(rows, from, added);
        if (plain) {
            int start = target.count();
            target.resize(start + added);
            copy(source.longs(), target.longs(), start, rows, from, added);
        }
        return plain;
    }

    private static void copy(long[] source, long[] target, int start, int[] rows, int from, int count) {
        for (int index = 0; index < count; index++) {
            target[start + index] = source[rows[from + index]];
        }
    }

    /**
     * Appends {@code source[rows[0]], …} if that is copying a code for each, of the dictionary of all strings that are
     * there. The next that is appended otherwise makes all of them plain.
     *
     * @param target gets them
     * @param source another vector
     * @param rows indexes into the source
     * @param added how many of them
     * @return whether it was done; nothing is changed if not
     */
    @SuppressWarnings("ReferenceEquality") // The very same dictionary is meant.
    public static boolean codes(Vector target, Vector source, int[] rows, int added) {
        if (!source.isCoded() || source.hasNulls()) {
            return false;
        }
        Dictionary dictionary = source.dictionary();
        if (target.count() == 0 && Dictionary.isSmall(dictionary.size(), source.stringBytes(), added)) {
            target.reset(VectorKind.STRING, 0);
            target.code(dictionary);
        } else if (!target.isCoded() || target.dictionary() != dictionary) {
            return false;
        }
        target.grow(target.count() + added);
        target.strings().appendCodes(source.codes(), rows, added);
        return true;
    }
}
