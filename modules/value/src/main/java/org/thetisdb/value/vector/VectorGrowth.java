package org.thetisdb.value.vector;

/** What appending entries to vectors will take, before it is done. Stateless. */
public final class VectorGrowth {
    private VectorGrowth() {}

    /**
     * What the strings of consecutive entries take once they are copied into another vector. Here they may share their
     * bytes: as entries of a dictionary, or as rows that an expansion has multiplied. There only those share them that
     * follow one upon the other.
     *
     * @param source any vector
     * @param from the first of its entries
     * @param count how many of them
     * @return in bytes; 0 if the entries are of another kind
     */
    public static long copiedStringBytes(Vector source, int from, int count) {
        return source.kind() == VectorKind.STRING ? exactly(source, from, count) : 0;
    }

    /**
     * Whether the strings of all entries take more than so much once they are {@linkplain #copiedStringBytes copied}.
     *
     * @param source any vector
     * @param bytesMax at least 0
     * @return false if the entries are of another kind
     */
    public static boolean isCopyLongerThan(Vector source, long bytesMax) {
        return source.kind() == VectorKind.STRING
                && atMost(source, 0, source.count()) > bytesMax
                && exactly(source, 0, source.count()) > bytesMax;
    }

    /** As {@link #copiedStringBytes}, or more, in less time. */
    private static long atMost(Vector source, int from, int count) {
        if (source.isCoded()) {
            return (long) source.dictionary().longest() * count;
        }
        if (source.hasNulls()) {
            return Long.MAX_VALUE;
        }
        int[] lengths = source.lengths();
        long bytes = 0;
        for (int index = from; index < from + count; index++) {
            bytes += lengths[index];
        }
        return bytes;
    }

    private static long exactly(Vector source, int from, int count) {
        StringEntries strings = source.strings();
        long bytes = 0;
        int lastStart = -1;
        int lastLength = -1;
        for (int index = from; index < from + count; index++) {
            if (!source.isNull(index)) {
                int start = strings.start(index);
                int length = strings.length(index);
                bytes += start == lastStart && length == lastLength ? 0 : length;
                lastStart = start;
                lastLength = length;
            }
        }
        return bytes;
    }

    /**
     * Makes a vector empty that has room for so many entries, but for the bytes of strings.
     *
     * @param target is emptied
     * @param kind of the entries that will be appended
     * @param count how many, at least 0
     */
    public static void reserve(Vector target, VectorKind kind, int count) {
        target.reset(kind, count);
        target.reset(kind, 0);
    }

    /**
     * By how much a vector's arrays become longer when entries are appended to it.
     *
     * @param target gets the entries
     * @param source has them
     * @param from the first of them
     * @param count how many
     * @return in bytes; 0 if there is room for them
     */
    public static long bytes(Vector target, Vector source, int from, int count) {
        int needed = target.count() + count;
        int capacity = target.nulls().length;
        long entries = needed <= capacity ? 0 : ArrayGrowth.grown(capacity, needed) - (long) capacity;
        long bytes = entries * entryBytes(source.kind());
        if (source.kind() != VectorKind.STRING || target.strings().growth(atMost(source, from, count)) == 0) {
            return bytes;
        }
        return bytes + target.strings().growth(exactly(source, from, count));
    }

    /** What the arrays have for each entry. */
    private static int entryBytes(VectorKind kind) {
        return switch (kind) {
            case NULL -> 1;
            case OBJECT -> 1 + 4;
            case RELATIONSHIP -> 1 + 3 * Long.BYTES;
            case TIME, LOCAL_DATETIME, ZONED_DATETIME -> 1 + 2 * Long.BYTES;
            case FLOAT, STRING, BOOLEAN, INTEGER, DATE, LOCAL_TIME, NODE -> 1 + Long.BYTES;
        };
    }
}
