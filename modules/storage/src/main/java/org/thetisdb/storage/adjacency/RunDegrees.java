package org.thetisdb.storage.adjacency;

import org.thetisdb.storage.packing.PackedValues;

/**
 * The degrees of consecutive rows of a chunk, from what is stored of all their lists together: starts that follow one
 * upon the other are unpacked at once, and of rows without lists only a bit is looked at, or nothing.
 *
 * <pre>
 *   presence   0 1 1 0 0 1 …       starts of the lists before, and after   17 19 20 24 …
 *   degrees    0 2 1 0 0 4 …
 * </pre>
 *
 * <p>Not thread safe.
 */
final class RunDegrees {
    private long[] starts = {};

    /** Whether the lists of a segment are stored so that this pays. */
    static boolean suits(AdjacencySegment segment) {
        return switch (segment.mode) {
            case AdjacencyLayout.MODE_SPARSE, AdjacencyLayout.MODE_DENSE, AdjacencyLayout.MODE_RANKED -> true;
            default -> false;
        };
    }

    /**
     * Adds the degrees of rows to {@code into[at …]}.
     *
     * @param segment one that {@link #suits}
     * @param first row; those behind the segment's last have no list
     */
    void add(AdjacencySegment segment, int first, int rowCount, long[] into, int at) {
        int end = Math.min(first + rowCount, segment.rowCount());
        if (first >= end) {
            return;
        }
        switch (segment.mode) {
            case AdjacencyLayout.MODE_SPARSE -> addSparse(segment, first, end, into, at);
            case AdjacencyLayout.MODE_DENSE -> addDense(segment, first, end, into, at);
            default -> addRanked(segment, first, end, into, at);
        }
    }

    private static void addSparse(AdjacencySegment segment, int first, int end, long[] into, int at) {
        int list = segment.listAtOrAfter(first);
        for (int row = segment.sparseRow(list); row < end; row = segment.sparseRow(++list)) {
            long bounds = segment.storedBounds(list);
            into[at + row - first] += (int) bounds - (int) (bounds >>> 32);
        }
    }

    private void addDense(AdjacencySegment segment, int first, int end, long[] into, int at) {
        unpackStarts(segment, first, end - first + 1);
        for (int index = 0; index < end - first; index++) {
            into[at + index] += starts[index + 1] - starts[index];
        }
    }

    private void addRanked(AdjacencySegment segment, int first, int end, long[] into, int at) {
        int list = segment.rowsBefore(first);
        // The last row may have no list, and be behind the last that has one.
        unpackStarts(segment, list, Math.min(segment.rowsBefore(end - 1) + 1, segment.listCount) + 1 - list);
        int index = 0;
        int lastWord = end - 1 >>> AdjacencyLayout.PRESENCE_SHIFT;
        for (int word = first >>> AdjacencyLayout.PRESENCE_SHIFT; word <= lastWord; word++) {
            int wordRow = word << AdjacencyLayout.PRESENCE_SHIFT;
            long bits = segment.memory.get(AdjacencyLayout.LONG, segment.presence(word));
            bits &= wordRow < first ? -1L << first : -1L;
            bits &= end - wordRow < Long.SIZE ? (1L << end) - 1 : -1L;
            for (; bits != 0; bits &= bits - 1) {
                int row = wordRow + Long.numberOfTrailingZeros(bits);
                into[at + row - first] += starts[index + 1] - starts[index];
                index++;
            }
        }
    }

    private void unpackStarts(AdjacencySegment segment, int list, int count) {
        if (starts.length < count) {
            starts = new long[count];
        }
        segment.ensure(segment.startsOffset, list, count, segment.startBits);
        PackedValues.unpack(segment.memory, segment.startsOffset, list, count, segment.startBits, 0, starts, 0);
    }
}
