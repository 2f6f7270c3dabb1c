package org.thetisdb.storage.delta;

import java.util.Arrays;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.Snapshot;

/**
 * How many rows each chunk has, and which label set. Immutable: a snapshot keeps the one that it began with, so that
 * counts and label sets suit each other while chunks grow.
 *
 * <p>A chunk in which a node was made, deleted or relabelled is {@link Snapshot#MIXED} from then on, for readers look
 * at its rows one by one; its row count is rounded up, so that not each new node makes a new table.
 */
final class ChunkTable {
    private static final int ROW_STEP = 64;

    private final int[] rowCounts;
    private final int[] labelSets;

    private ChunkTable(int[] rowCounts, int[] labelSets) {
        this.rowCounts = rowCounts;
        this.labelSets = labelSets;
    }

    static ChunkTable of(Snapshot base) {
        int[] rowCounts = new int[base.chunkCount()];
        int[] labelSets = new int[rowCounts.length];
        Arrays.setAll(rowCounts, base::rowCount);
        Arrays.setAll(labelSets, base::labelSet);
        return new ChunkTable(rowCounts, labelSets);
    }

    int chunkCount() {
        return rowCounts.length;
    }

    int rowCount(int chunk) {
        return rowCounts[chunk];
    }

    int labelSet(int chunk) {
        return labelSets[chunk];
    }

    /** Whether the row is counted, in a chunk that is looked at row by row. */
    boolean isMixed(int chunk, int row) {
        return chunk < rowCounts.length && labelSets[chunk] == Snapshot.MIXED && row < rowCounts[chunk];
    }

    /** This table, and the row counted in a chunk that is looked at row by row. */
    ChunkTable withMixed(int chunk, int row) {
        int count = Math.max(rowCounts.length, chunk + 1);
        int[] newRowCounts = Arrays.copyOf(rowCounts, count);
        int[] newLabelSets = Arrays.copyOf(labelSets, count);
        // Chunks between the last one and this one are being filled by transactions that have not come here yet.
        Arrays.fill(newLabelSets, rowCounts.length, count, Snapshot.MIXED);
        newLabelSets[chunk] = Snapshot.MIXED;
        if (row >= newRowCounts[chunk]) {
            newRowCounts[chunk] = Math.min(NodeIdLayout.CHUNK_ROWS, (row / ROW_STEP + 1) * ROW_STEP);
        }
        return new ChunkTable(newRowCounts, newLabelSets);
    }
}
