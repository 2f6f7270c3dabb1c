package org.thetisdb.value.vector;

/**
 * Copies the data of entries from vector to vector of one kind, each kind in its own way; nulls are the caller's. No
 * state.
 */
final class VectorCopies {
    private VectorCopies() {}

    /** Appends consecutive entries, whatever the kinds are. */
    static void append(Vector target, Vector source, int from, int added) {
        int start = target.count();
        VectorKind kind = source.kind();
        if (kind == VectorKind.NULL || isAllNull(source, from, added)) {
            target.padWithNulls(start + added);
            return;
        }
        if (target.kind() != kind && (start == 0 || target.kind() == VectorKind.NULL)) {
            target.reset(kind, start);
            target.setAllNull();
        }
        if (target.kind() != kind) {
            target.promote();
            target.resize(start + added);
            for (int index = 0; index < added; index++) {
                target.copyEntry(start + index, source, from + index);
            }
            return;
        }
        target.resize(start + added);
        runNulls(target, start, source, from, added);
        run(target, start, source, from, added);
    }

    /** Appends entries of a kind that are not null, to be written next; the vector is of that kind, or has none. */
    static void makeRoom(Vector target, VectorKind kind, int added) {
        int start = target.count();
        if (target.kind() != kind) {
            target.reset(kind, start);
        }
        target.resize(start + added);
    }

    private static boolean isAllNull(Vector source, int from, int length) {
        if (!source.hasNulls()) {
            return false;
        }
        boolean[] nulls = source.nulls();
        for (int index = from; index < from + length; index++) {
            if (!nulls[index]) {
                return false;
            }
        }
        return true;
    }

    /** Copies one entry that is not null. */
    static void entry(Vector target, int index, Vector source, int from) {
        switch (target.kind()) {
            case NULL, OBJECT -> throw new IllegalStateException("handled above");
            case FLOAT -> target.doubles()[index] = source.doubles()[from];
            case STRING -> string(target, index, source, from, -1, -1);
            case RELATIONSHIP -> {
                target.longs()[index] = source.longs()[from];
                target.longs2()[index] = source.longs2()[from];
                target.longs3()[index] = source.longs3()[from];
            }
            case TIME, LOCAL_DATETIME, ZONED_DATETIME -> {
                target.longs()[index] = source.longs()[from];
                target.longs2()[index] = source.longs2()[from];
            }
            case BOOLEAN, INTEGER, DATE, LOCAL_TIME, NODE -> target.longs()[index] = source.longs()[from];
        }
    }

    /** Makes entries null that are null among consecutive ones of the source. */
    private static void runNulls(Vector target, int start, Vector source, int from, int added) {
        if (source.hasNulls()) {
            boolean[] nulls = source.nulls();
            for (int index = 0; index < added; index++) {
                if (nulls[from + index]) {
                    target.setNull(start + index);
                }
            }
        }
    }

    /** Copies consecutive entries, of a vector of the same kind; nulls are set already. */
    static void run(Vector target, int start, Vector source, int from, int added) {
        switch (target.kind()) {
            case NULL -> {}
            case FLOAT -> System.arraycopy(source.doubles(), from, target.doubles(), start, added);
            case OBJECT -> System.arraycopy(source.objects(), from, target.objects(), start, added);
            case STRING -> {
                int last = -1;
                for (int index = from; index < from + added; index++) {
                    if (!source.isNull(index)) {
                        string(target, start + index - from, source, index, start + last - from, last);
                        last = index;
                    }
                }
            }
            default -> {
                System.arraycopy(source.longs(), from, target.longs(), start, added);
                if (target.kind().usesLongs2()) {
                    System.arraycopy(source.longs2(), from, target.longs2(), start, added);
                }
                if (target.kind() == VectorKind.RELATIONSHIP) {
                    System.arraycopy(source.longs3(), from, target.longs3(), start, added);
                }
            }
        }
    }

    /**
     * Makes the first entries {@code source[rows[0]], source[rows[1]], …}; null for a row of -1.
     *
     * @param areRows whether none of them is -1
     */
    static void gather(Vector target, Vector source, int[] rows, int rowCount, boolean areRows) {
        if (source.hasNulls() || !areRows) {
            gatherNulls(target, source, rows, rowCount);
        }
        gatherData(target, source, rows, rowCount, areRows);
    }

    private static void gatherData(Vector target, Vector source, int[] rows, int rowCount, boolean areRows) {
        switch (target.kind()) {
            case NULL -> {}
            case FLOAT -> gatherDoubles(source.doubles(), target.doubles(), rows, rowCount, areRows);
            case STRING -> gatherStrings(target, source, rows, rowCount, areRows);
            case OBJECT -> {
                Object[] from = source.objects();
                Object[] to = target.objects();
                for (int index = 0; index < rowCount; index++) {
                    to[index] = rows[index] < 0 ? null : from[rows[index]];
                }
            }
            default -> {
                if (source.isOfRange() && source.range().isWhole()) {
                    gatherRange(source.range().first(), target.longs(), rows, rowCount);
                    return;
                }
                gatherLongs(source.longs(), target.longs(), rows, rowCount, areRows);
                if (target.kind().usesLongs2()) {
                    gatherLongs(source.longs2(), target.longs2(), rows, rowCount, areRows);
                }
                if (target.kind() == VectorKind.RELATIONSHIP) {
                    gatherLongs(source.longs3(), target.longs3(), rows, rowCount, areRows);
                }
            }
        }
    }

    /** Makes entries null whose row is -1, or null in the source. */
    private static void gatherNulls(Vector target, Vector source, int[] rows, int rowCount) {
        for (int index = 0; index < rowCount; index++) {
            int row = rows[index];
            if (row < 0 || source.isNull(row)) {
                target.setNull(index);
            }
        }
    }

    /** Whether none of these is -1. */
    static boolean areRows(int[] rows, int from, int count) {
        int all = 0;
        for (int index = from; index < from + count; index++) {
            all |= rows[index];
        }
        return all >= 0;
    }

    /** As {@link #gatherLongs} of a range, whose entries need not be looked up. */
    private static void gatherRange(long first, long[] to, int[] rows, int rowCount) {
        for (int index = 0; index < rowCount; index++) {
            to[index] = first + rows[index];
        }
    }

    // Each in two loops: one without a maximum, which an interpreter would call for each row.

    private static void gatherLongs(long[] from, long[] to, int[] rows, int rowCount, boolean areRows) {
        if (areRows) {
            for (int index = 0; index < rowCount; index++) {
                to[index] = from[rows[index]];
            }
            return;
        }
        for (int index = 0; index < rowCount; index++) {
            to[index] = from[Math.max(rows[index], 0)];
        }
    }

    private static void gatherInts(int[] from, int[] to, int[] rows, int rowCount, boolean areRows) {
        if (areRows) {
            for (int index = 0; index < rowCount; index++) {
                to[index] = from[rows[index]];
            }
            return;
        }
        for (int index = 0; index < rowCount; index++) {
            to[index] = from[Math.max(rows[index], 0)];
        }
    }

    private static void gatherDoubles(double[] from, double[] to, int[] rows, int rowCount, boolean areRows) {
        if (areRows) {
            for (int index = 0; index < rowCount; index++) {
                to[index] = from[rows[index]];
            }
            return;
        }
        for (int index = 0; index < rowCount; index++) {
            to[index] = from[Math.max(rows[index], 0)];
        }
    }

    private static void gatherStrings(Vector target, Vector source, int[] rows, int rowCount, boolean areRows) {
        if (source.isCoded() && Dictionary.isSmall(source.dictionary().size(), source.stringBytes(), rowCount)) {
            target.code(source.dictionary());
            gatherInts(source.codes(), target.codes(), rows, rowCount, areRows);
            return;
        }
        int last = -1;
        for (int index = 0; index < rowCount; index++) {
            int row = rows[index];
            if (row >= 0 && !source.isNull(row)) {
                string(target, index, source, row, last, last < 0 ? -1 : rows[last]);
                last = index;
            }
        }
    }

    /**
     * Copies a string, unless the one that was copied before it is the very same: rows that an expansion has multiplied
     * share their strings, however long these are.
     *
     * @param lastIndex where entry {@code lastFrom} was copied to
     * @param lastFrom negative if none was copied before
     */
    private static void string(Vector target, int index, Vector source, int from, int lastIndex, int lastFrom) {
        StringEntries strings = source.strings();
        int start = strings.start(from);
        int length = strings.length(from);
        if (lastFrom >= 0 && strings.start(lastFrom) == start && strings.length(lastFrom) == length) {
            target.setStringRange(index, target.starts()[lastIndex], length);
        } else {
            target.setString(index, source.bytes(), start, length);
        }
    }
}
