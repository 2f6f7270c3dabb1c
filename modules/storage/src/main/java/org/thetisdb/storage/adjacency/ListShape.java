package org.thetisdb.storage.adjacency;

import org.thetisdb.storage.packing.PackedValues;

/**
 * How a segment tells where lists begin.
 *
 * @param mode one of {@link AdjacencyLayout}'s
 * @param lists the lists there are; of a mode in which all are of one length, that length
 * @param startBits of the first entry of a list; 0 where none is stored
 */
record ListShape(int mode, int lists, int startBits) {
    /** A sparse list is found by a search: only where its row's number saves that much of the room. */
    private static final int SPARSE_GAIN_MIN = 4;

    /** One of so many rows may be filled: then the places take about as much as presence bits would. */
    private static final int FILLED_ROWS_MIN = 8;

    /** @param starts for each row the first entry, and after the last row the count of entries */
    static ListShape of(int[] starts, int rowCount) {
        int startBits = PackedValues.bits(starts[rowCount]);
        int lists = 0;
        int length = 0;
        boolean oneLength = true;
        for (int row = 0; row < rowCount; row++) {
            int degree = starts[row + 1] - starts[row];
            if (degree > 0) {
                oneLength &= lists == 0 || degree == length;
                length = degree;
                lists++;
            }
        }
        if (oneLength && rowCount > 0 && (lists == rowCount || lists == 0)) {
            return new ListShape(AdjacencyLayout.MODE_UNIFORM, length, 0);
        }
        long presenceBytes = (long) AdjacencyLayout.presenceWords(rowCount) * AdjacencyLayout.PRESENCE_BYTES;
        if (PackedValues.bytes(lists, AdjacencyLayout.ROW_BITS) * SPARSE_GAIN_MIN < presenceBytes) {
            return new ListShape(AdjacencyLayout.MODE_SPARSE, lists, startBits);
        }
        if (oneLength) {
            return new ListShape(AdjacencyLayout.MODE_GAPPED, length, 0);
        }
        boolean ranked = lists <= rowCount / 2;
        return new ListShape(ranked ? AdjacencyLayout.MODE_RANKED : AdjacencyLayout.MODE_DENSE, lists, startBits);
    }

    /** The same with places for the rows that have no entries, if there are such rows and they are few. */
    ListShape filled(int entryCount, int rowCount) {
        return mode == AdjacencyLayout.MODE_GAPPED
                        && (rowCount - entryCount / lists) * (long) FILLED_ROWS_MIN <= rowCount
                ? new ListShape(AdjacencyLayout.MODE_FILLED, lists, 0)
                : this;
    }

    /** The length of all lists where some rows have none; 0 otherwise. */
    int gappedLength() {
        return mode == AdjacencyLayout.MODE_GAPPED ? lists : 0;
    }
}
