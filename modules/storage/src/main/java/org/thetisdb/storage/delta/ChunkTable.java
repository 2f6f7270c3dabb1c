package org.thetisdb.storage.delta;

import java.util.Arrays;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.Snapshot;

/**
 * How many rows each chunk has, whether all of them hold a node, and which label set. Immutable: a snapshot keeps the
 * one that it began with, so that counts and label sets suit each other while chunks grow.
 *
 * <pre>
 *   a node is made      one row more; the chunk is not full from then on, for not all see the node
 *   a node is deleted   the chunk is not full from then on
 *   a node is relabelled, or made with other labels than the chunk's    the chunk is mixed from then on
 * </pre>
 *
 * <p>So what a table says holds for all revisions since the base. Row counts are rounded up, so that not each new node
 * makes a new table.
 */
final class ChunkTable {
    private static final int ROW_STEP = 64;

    private final int[] rowCounts;
    private final int[] labelSets;
    private final boolean[] full;

    /** One above the greatest label set. */
    private final int labelSetEnd;

    private ChunkTable(int[] rowCounts, int[] labelSets, boolean[] full) {
        this.rowCounts = rowCounts;
        this.labelSets = labelSets;
        this.full = full;
        this.labelSetEnd = Arrays.stream(labelSets).max().orElse(-1) + 1;
    }

    static ChunkTable of(Snapshot base) {
        int count = base.chunkCount();
        int[] rowCounts = new int[count];
        int[] labelSets = new int[count];
        boolean[] full = new boolean[count];
        for (int chunk = 0; chunk < count; chunk++) {
            rowCounts[chunk] = base.rowCount(chunk);
            labelSets[chunk] = base.labelSet(chunk);
            full[chunk] = base.isFull(chunk);
        }
        return new ChunkTable(rowCounts, labelSets, full);
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

    boolean isFull(int chunk) {
        return full[chunk];
    }

    /**
     * This table for whoever knows only so many label sets: without the first chunk of another, and without those that
     * came after it. A chunk comes after the label set that it is made for, and before the commits of its nodes; so who
     * has first taken a revision, and then the names, sees no node there.
     */
    ChunkTable upTo(int labelSetCount) {
        if (labelSetEnd <= labelSetCount) {
            return this;
        }
        int count = 0;
        while (labelSets[count] < labelSetCount) {
            count++;
        }
        return new ChunkTable(
                Arrays.copyOf(rowCounts, count), Arrays.copyOf(labelSets, count), Arrays.copyOf(full, count));
    }

    /** Whether {@link #withRow} would change nothing. */
    boolean counts(int chunk, int row, int labelSet) {
        return chunk < rowCounts.length
                && row < rowCounts[chunk]
                && !full[chunk]
                && (labelSets[chunk] == labelSet || labelSets[chunk] == Snapshot.MIXED);
    }

    /** This table with a row counted that holds a node for some readers. */
    ChunkTable withRow(int chunk, int row, int labelSet) {
        int count = Math.max(rowCounts.length, chunk + 1);
        int[] newRowCounts = Arrays.copyOf(rowCounts, count);
        int[] newLabelSets = Arrays.copyOf(labelSets, count);
        boolean[] newFull = Arrays.copyOf(full, count);
        // Chunks between the last one and this one are being filled by transactions that have not come here yet.
        Arrays.fill(newLabelSets, rowCounts.length, count, Snapshot.MIXED);
        if (newRowCounts[chunk] == 0) {
            newLabelSets[chunk] = labelSet;
        } else if (newLabelSets[chunk] != labelSet) {
            newLabelSets[chunk] = Snapshot.MIXED;
        }
        newFull[chunk] = false;
        if (row >= newRowCounts[chunk]) {
            newRowCounts[chunk] = Math.min(NodeIdLayout.CHUNK_ROWS, (row / ROW_STEP + 1) * ROW_STEP);
        }
        return new ChunkTable(newRowCounts, newLabelSets, newFull);
    }

    /** This table without the promise that every row of a chunk holds a node. */
    ChunkTable withFreeRows(int chunk) {
        boolean[] newFull = full.clone();
        newFull[chunk] = false;
        return new ChunkTable(rowCounts, labelSets, newFull);
    }

    /** This table without the promise that all nodes of a chunk have the same labels. */
    ChunkTable withMixed(int chunk) {
        int[] newLabelSets = labelSets.clone();
        newLabelSets[chunk] = Snapshot.MIXED;
        return new ChunkTable(rowCounts, newLabelSets, full);
    }
}
